//! The contents of packages: the executable, pages of the manual, completions.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Shells, and the names that their completions have.
const SHELLS: [(&str, &str); 3] =
    [("bash", "tilewright.bash"), ("zsh", "_tilewright"), ("fish", "tilewright.fish")];

/// Writes `man/` and `completions/` next to an executable that was built.
pub(crate) fn write(target: &Path) -> Result<(), String> {
    let dist = target.join("dist");
    let executable = dist.join("tilewright");
    let (man, completions) = (dist.join("man"), dist.join("completions"));
    for folder in [&man, &completions] {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    for (shell, name) in SHELLS {
        save(&completions.join(name), &said(&executable, &["completions", shell])?)?;
    }
    let page = said(&executable, &["man"])?;
    for name in commands(&page) {
        save(&man.join(format!("tilewright-{name}.1")), &said(&executable, &["man", &name])?)?;
    }
    save(&man.join("tilewright.1"), &page)
}

/// The commands that the first page lists, as `tilewright\-check(1)`.
fn commands(page: &[u8]) -> Vec<String> {
    let page = String::from_utf8_lossy(page).replace('\\', "");
    let listed = page
        .lines()
        .filter_map(|line| line.strip_prefix("tilewright-")?.strip_suffix("(1)").map(str::to_owned));
    listed.collect()
}

fn said(executable: &PathBuf, words: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new(executable).args(words).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{}: {error}", executable.display()))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{}: {}", words.join(" "), output.status))
    }
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_lists_the_commands() {
        let page = b".TP\ntilewright\\-check(1)\nParse\n.TP\ntilewright\\-explain\\-code(1)\n";
        assert_eq!(commands(page), ["check", "explain-code"]);
    }
}
