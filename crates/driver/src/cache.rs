//! A cache of artefacts in a folder.
//!
//! The name of an entry is the digest of everything that determines its contents, and an entry contains the digest of its own
//! bytes: truncated or corrupted entries count as missing and are removed. Entries are created atomically, by renaming.
//! Processes that need the same entry wait for the first one (*single flight*): they take a lock on one of a fixed number of
//! lock files, which the system releases when a process ends, in any way. If the entries exceed the size limit, the least
//! recently used ones are removed.
//!
//! Failures of the cache are never errors of its users: the program continues as if there were no cache.

#![allow(clippy::disallowed_methods, reason = "keeps files, and when they were used last")]

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::digest::Digest;

/// The default limit of a cache in bytes. An estimate: thousands of cubins, and a small part of a disk.
pub const DEFAULT_BYTES: u64 = 1 << 30;
/// The first bytes of an entry; they change when the format of entries changes.
const MAGIC: &[u8; 8] = b"tw-art1\n";
/// The file extension of entries.
const EXTENSION: &str = "artefact";
/// How long a process waits for another one before it makes the entry itself. Longer than compiling one kernel takes; a
/// process that died must not block others for longer.
const PATIENCE: Duration = Duration::from_secs(60);
/// The polling interval. Short compared with compiling, long compared with polling.
const PAUSE: Duration = Duration::from_millis(2);
/// A temporary file that is older than this has no writer any more, because no compilation takes as long.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A folder of artefacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    bytes: u64,
}

impl Cache {
    /// A cache in a folder, which is created when it is needed, of at most `bytes` bytes.
    pub fn new(folder: impl Into<PathBuf>, bytes: u64) -> Cache {
        Cache { folder: folder.into(), bytes }
    }

    /// The cache from the environment: in `$TILEWRIGHT_CACHE_DIR`, else `tilewright` in `$XDG_CACHE_HOME` or
    /// `~/.cache`; of `$TILEWRIGHT_CACHE_BYTES` bytes, else [`DEFAULT_BYTES`]. None if the folder is named `off`, the bytes
    /// are `0`, or no folder is known.
    pub fn of_environment() -> Option<Cache> {
        let bytes = match std::env::var("TILEWRIGHT_CACHE_BYTES") {
            Ok(text) => text.parse().unwrap_or(DEFAULT_BYTES),
            Err(_) => DEFAULT_BYTES,
        };
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let folder = match variable("TILEWRIGHT_CACHE_DIR") {
            Some(folder) if folder == "off" => return None,
            Some(folder) => PathBuf::from(folder),
            None => {
                let home = || variable("HOME").map(|home| Path::new(&home).join(".cache"));
                let local = || variable("LOCALAPPDATA").map(PathBuf::from);
                let base = variable("XDG_CACHE_HOME").map(PathBuf::from).or_else(home).or_else(local)?;
                base.join("tilewright")
            }
        };
        (bytes > 0).then(|| Cache::new(folder, bytes))
    }

    /// The cached bytes of a key, or else those that `make` computes, which are then cached.
    ///
    /// # Errors
    /// The error of `make`, which is not cached.
    pub fn get_or_make<E>(
        &self,
        key: &Digest,
        make: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Vec<u8>, E> {
        if let Some(bytes) = self.get(key) {
            return Ok(bytes);
        }
        let turn = self.turn(key);
        // The previous holder of the lock may have made it.
        if let Some(bytes) = turn.as_ref().and_then(|_| self.get(key)) {
            return Ok(bytes);
        }
        let bytes = make()?;
        self.put(key, &bytes);
        Ok(bytes)
    }

    /// The entry of a key, which is marked as used.
    pub fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        let path = self.path(key);
        let mut bytes = fs::read(&path).ok()?;
        let header = MAGIC.len() + key.bytes().len();
        let whole = bytes.len() >= header
            && bytes.starts_with(MAGIC)
            && bytes[MAGIC.len()..header] == *Digest::of(&[&bytes[header..]]).bytes();
        if !whole {
            // It may be gone already; a reader that still sees it finds the same.
            let _ = fs::remove_file(&path);
            return None;
        }
        if let Ok(file) = OpenOptions::new().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(bytes.split_off(header))
    }

    /// Stores bytes under a key, if possible.
    pub fn put(&self, key: &Digest, bytes: &[u8]) {
        let total = bytes.len() as u64 + 40;
        if total <= self.bytes && self.write(key, bytes).is_ok() {
            self.evict();
        }
    }

    fn write(&self, key: &Digest, bytes: &[u8]) -> std::io::Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        // Names of one process differ by thread; those of several by process.
        let unique = format!("{:?}", std::thread::current().id());
        let digits: String = unique.chars().filter(char::is_ascii_digit).collect();
        let part = path.with_extension(format!("{}-{digits}.part", std::process::id()));
        let written = File::create(&part).and_then(|mut file| {
            file.write_all(MAGIC)?;
            file.write_all(Digest::of(&[bytes]).bytes())?;
            file.write_all(bytes)
        });
        let done = written.and_then(|()| fs::rename(&part, &path));
        if done.is_err() {
            let _ = fs::remove_file(&part);
        }
        done
    }

    /// The lock to create an entry; none if locks do not work, or another process takes too long.
    fn turn(&self, key: &Digest) -> Option<File> {
        let folder = self.folder.join("locks");
        fs::create_dir_all(&folder).ok()?;
        let file = File::create(folder.join(&key.text()[..2])).ok()?;
        let mut waited = Duration::ZERO;
        while file.try_lock().is_err() {
            if waited > PATIENCE {
                return None;
            }
            std::thread::sleep(PAUSE);
            waited += PAUSE;
        }
        Some(file)
    }

    /// Removes the least recently used entries until the rest fits.
    fn evict(&self) {
        let (mut entries, mut total) = (self.entries(), 0);
        for entry in &entries {
            total += entry.bytes;
        }
        // Entries of one moment go in the order of their names.
        entries.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
        for entry in entries {
            if total <= self.bytes {
                break;
            }
            if fs::remove_file(&entry.path).is_ok() {
                total -= entry.bytes;
            }
        }
    }

    /// The existing entries. Incomplete files of ended processes are removed.
    fn entries(&self) -> Vec<Entry> {
        let mut found = Vec::new();
        let Ok(folders) = fs::read_dir(&self.folder) else { return found };
        for folder in folders.flatten().filter(|folder| folder.file_name().len() == 2) {
            for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
                let path = file.path();
                let Ok(data) = file.metadata() else { continue };
                let used = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                if path.extension().is_some_and(|extension| extension == EXTENSION) {
                    found.push(Entry { path, bytes: data.len(), used });
                } else if used.elapsed().is_ok_and(|age| age > ABANDONED) {
                    let _ = fs::remove_file(path);
                }
            }
        }
        found
    }

    fn path(&self, key: &Digest) -> PathBuf {
        let name = key.text();
        self.folder.join(&name[..2]).join(&name[2..]).with_extension(EXTENSION)
    }
}

/// A file of the cache.
struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}
