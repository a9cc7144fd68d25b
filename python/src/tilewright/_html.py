"""How things look in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Module
    from ._report import Report


def preformatted(text: str) -> str:
    """Text as it is."""
    return f'<pre style="line-height: 1.2">{escape(text)}</pre>'


def module(shown: Module) -> str:
    """The entries in a table, and the text to fold out."""
    rows = "".join(
        f"<tr><td><code>{escape(entry.name)}</code></td><td><code>"
        + escape(", ".join(f"{param.name or '_'}: {param.type}" for param in entry.params))
        + "</code></td></tr>"
        for entry in shown.entries
    )
    text = preformatted(shown.text())
    return (
        f"<table><tr><th>entry</th><th>parameters</th></tr>{rows}</table>"
        f"<details><summary>text</summary>{text}</details>"
    )


def report(shown: Report) -> str:
    """The findings in a table, each with its excerpt to fold out."""
    if not shown.findings:
        return f"<p>{escape(str(shown))}</p>"
    rows = "".join(
        f"<tr><td>{escape(finding.code)}</td>"
        f"<td>{escape(f'{finding.file}:{finding.line}' if finding.line else '')}</td>"
        f'<td style="text-align: left">{escape(finding.message)}'
        f"<details><summary>{escape(finding.fix or 'where')}</summary>{preformatted(str(finding))}</details></td></tr>"
        for finding in shown.findings
    )
    return f"<table><tr><th>code</th><th>place</th><th>finding</th></tr>{rows}</table>"
