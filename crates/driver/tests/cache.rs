//! The cache of artefacts: damaged entries, eviction, turns.

#![allow(clippy::disallowed_methods, reason = "looks at files")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use driver::cache::Cache;
use driver::digest::Digest;

fn key(text: &str) -> Digest {
    Digest::of(&[text.as_bytes()])
}

/// The files of entries.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(folder).expect("the cache is there").flatten() {
        for file in std::fs::read_dir(folder.path()).expect("a folder").flatten() {
            if file.path().extension().is_some_and(|extension| extension == "artefact") {
                found.push(file.path());
            }
        }
    }
    found
}

fn made(cache: &Cache, name: &str, bytes: &[u8]) -> Vec<u8> {
    cache.get_or_make(&key(name), || Ok::<_, ()>(bytes.to_vec())).expect("it was made")
}

#[test]
fn what_was_made_is_not_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path(), 1 << 20);
    assert_eq!(made(&cache, "a", b"first"), b"first");
    assert_eq!(made(&cache, "a", b"second"), b"first");
    // Another handle, as another process has it.
    assert_eq!(Cache::new(folder.path(), 1 << 20).get(&key("a")).as_deref(), Some(&b"first"[..]));
    assert_eq!(cache.get(&key("b")), None);
}

#[test]
fn failures_are_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path(), 1 << 20);
    assert_eq!(cache.get_or_make(&key("a"), || Err("no")), Err("no"));
    assert_eq!(made(&cache, "a", b"yes"), b"yes");
}

#[test]
fn damaged_entries_are_computed_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path(), 1 << 20);
    let bytes = vec![7; 1000];
    made(&cache, "a", &bytes);
    let file = entries(folder.path()).pop().expect("an entry");
    let whole = std::fs::read(&file).expect("it can be read");
    let mut flipped = whole.clone();
    flipped[500] ^= 1;
    let cut = whole[..whole.len() - 1].to_vec();
    for damaged in [flipped, cut, Vec::new(), b"tw-art1\n".to_vec(), vec![0; 2000]] {
        std::fs::write(&file, damaged).expect("it can be written");
        assert_eq!(cache.get(&key("a")), None, "a damaged entry is none");
        assert!(!file.exists(), "it goes");
        assert_eq!(made(&cache, "a", &bytes), bytes);
    }
}

#[test]
fn what_was_not_used_for_longest_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    // Three entries fit, four do not.
    let cache = Cache::new(folder.path(), 3500);
    let start = SystemTime::now() - Duration::from_secs(1000);
    let age = |seconds: u64| {
        let newest = entries(folder.path()).into_iter().max_by_key(|path| {
            std::fs::metadata(path).and_then(|data| data.modified()).expect("it has an age")
        });
        let file = std::fs::File::options().append(true).open(newest.expect("an entry")).expect("it opens");
        file.set_modified(start + Duration::from_secs(seconds)).expect("its age can be set");
    };
    for (seconds, name) in (1..).zip(["a", "b", "c"]) {
        made(&cache, name, &[1; 1000]);
        age(seconds);
    }
    assert!(cache.get(&key("a")).is_some(), "`a` is used again");
    made(&cache, "d", &[1; 1000]);
    let left: Vec<bool> = ["a", "b", "c", "d"].map(|name| cache.get(&key(name)).is_some()).to_vec();
    assert_eq!(left, [true, false, true, true]);
    // An entry that is larger than the cache is not kept, and evicts nothing.
    made(&cache, "e", &[1; 4000]);
    assert_eq!((cache.get(&key("e")), entries(folder.path()).len()), (None, 3));
}

#[test]
fn many_that_want_an_entry_make_it_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let cache = Cache::new(folder.path(), 1 << 20);
                let bytes = cache.get_or_make(&key("a"), || {
                    count.fetch_add(1, Ordering::Relaxed);
                    // Long enough for the others to come by.
                    std::thread::sleep(Duration::from_millis(100));
                    Ok::<_, ()>(b"made".to_vec())
                });
                assert_eq!(bytes.expect("it was made"), b"made");
            });
        }
    });
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[test]
fn a_folder_that_cannot_be_used_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("it can be written");
    let cache = Cache::new(file.join("below"), 1 << 20);
    assert_eq!(made(&cache, "a", b"first"), b"first");
    assert_eq!(made(&cache, "a", b"second"), b"second");
}
