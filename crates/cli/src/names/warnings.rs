//! The warning that the closed compiler of 13.5 has: a kernel needs more registers than a thread can have.
//!
//! It is written to standard error, independently of the requested remarks, or to the file of remarks in YAML. Each
//! compiler warns depending on its own code: ours, when more values are live than registers can hold.

use tilewright::diag::{Place, Source};
use tilewright::driver::remarks::{Category, Kind, Pressure, Remark};
use tilewright::driver::run::entries;

/// Where each kernel of a module is.
pub(super) struct Places(Vec<(String, Option<Place>)>);

impl Places {
    /// Those of a module that will be compiled.
    pub(super) fn of(module: &tilewright::ir::Module<tilewright::CudaTile>) -> Places {
        Places(entries(module).into_iter().map(|entry| (entry.name, module.place(entry.op))).collect())
    }

    /// A warning for each kernel.
    pub(super) fn warnings(&self, pressed: &[Pressure]) -> Vec<Remark> {
        pressed.iter().map(|pressure| self.warning(pressure)).collect()
    }

    fn warning(&self, pressure: &Pressure) -> Remark {
        let Pressure { function, live, limit, blocks } = pressure;
        let place = self.0.iter().find(|(name, _)| name == function).and_then(|(_, place)| place.clone());
        let (bound, way_out) = match blocks {
            Some(blocks) if *blocks > 1 => (
                format!(" where {blocks} thread blocks share a multiprocessor"),
                "Make the tiles smaller, or lower the occupancy hint.",
            ),
            Some(_) | None => (String::new(), "Make the tiles smaller."),
        };
        let reason =
            format!("About {live} registers of a thread are live at once, and it can have {limit}{bound}.");
        let args = vec![
            ("DiagClass".into(), "Warning".to_owned()),
            ("Reason".into(), reason),
            ("Suggestion".into(), way_out.to_owned()),
        ];
        Remark {
            kind: Kind::Missed,
            category: Category::Warning,
            name: "RegisterPressure".into(),
            message: "High register usage".to_owned(),
            place,
            function: function.clone(),
            args,
        }
    }
}

/// A warning as the closed compiler prints it.
pub(super) fn text(warning: &Remark, source: &Source) -> String {
    let mut lines = vec![format!("    warning[]: {}", warning.message)];
    if let Some((file, line, column)) = warning.position(source) {
        lines.push(format!("      --> \"{}\":{line}:{column}", file.escape_debug()));
    }
    lines.push("       |".to_owned());
    lines.push(format!("       = name: {}", warning.name));
    for (key, value) in warning.args.iter().filter(|(key, _)| key != "DiagClass") {
        lines.push(format!("       = {}: {value}", key.to_lowercase()));
    }
    lines.join("\n") + "\n\n"
}

#[cfg(test)]
mod tests {
    use tilewright::diag::Location;

    use super::*;

    #[test]
    fn a_warning_says_where_why_and_what_to_do() {
        let place = Place::Location(Location::new("k.py", 4, 5));
        let places = Places(vec![("k".to_owned(), Some(place))]);
        let pressure = Pressure { function: "k".to_owned(), live: 282, limit: 128, blocks: Some(2) };
        let [warning] = &places.warnings(&[pressure])[..] else { panic!("one warning") };
        let expected = "    warning[]: High register usage\n      --> \"k.py\":4:5\n       |\n       = name: RegisterPressure\n       \
                        = reason: About 282 registers of a thread are live at once, and it can have 128 where 2 thread blocks \
                        share a multiprocessor.\n       = suggestion: Make the tiles smaller, or lower the occupancy hint.\n\n";
        assert_eq!(text(warning, &Source::new("k.bc", "")), expected);
    }
}
