//! Which remarks are wanted.

use tilewright::driver::remarks::{Filter, Wanted};

/// Reads the options of remarks: `value` gives that of an option, without `--`.
pub(crate) fn filter<'a>(value: impl Fn(&str) -> Option<&'a str>) -> Filter {
    let wanted = |name: &str| value(name).and_then(Wanted::parse);
    let every = wanted("remarks").unwrap_or_default();
    Filter {
        passed: wanted("remarks-passed").unwrap_or(every),
        missed: wanted("remarks-missed").unwrap_or(every),
        failed: wanted("remarks-failed").unwrap_or(every),
        analysis: wanted("remarks-analysis").unwrap_or(every),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_a_kind_go_before_those_of_all() {
        let given = [("remarks", "all"), ("remarks-missed", "memory"), ("remarks-failed", "none")];
        let found = filter(|name| given.iter().find(|(given, _)| *given == name).map(|(_, value)| *value));
        let expected = Filter { missed: Wanted::Memory, failed: Wanted::None, ..Filter::every(Wanted::All) };
        assert_eq!(found, expected);
        assert!(filter(|_| None).is_empty());
    }
}
