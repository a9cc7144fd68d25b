//! Files of a kit, compressed and named by their contents, so that equal ones are kept once.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tilewright::driver::digest::Digest;

/// Characters of a digest that name a file.
const NAME: usize = 16;

/// The folders `code` and `data` of a kit.
pub(super) struct Store {
    folder: PathBuf,
    /// Of each piece of machine code how it is launched.
    code: BTreeMap<String, Value>,
}

impl Store {
    /// Makes the folders.
    pub(super) fn new(folder: &Path) -> Result<Store, String> {
        for name in ["code", "data"] {
            let folder = folder.join(name);
            std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        Ok(Store { folder: folder.to_owned(), code: BTreeMap::new() })
    }

    /// Keeps machine code, with its PTX where that is known; its name in the list.
    pub(super) fn keep_code(
        &mut self,
        target: &str,
        cubin: &[u8],
        ptx: Option<&str>,
        mut launch: Value,
    ) -> Result<String, String> {
        // Two programs may have the same code and launch it differently.
        let described = launch.to_string();
        let name = format!("{target}-{}", &Digest::of(&[cubin, described.as_bytes()]).text()[..NAME]);
        if !self.code.contains_key(&name) {
            launch["target"] = json!(target);
            launch["digest"] = json!(Digest::of(&[cubin]).text());
            launch["cubin"] = json!(self.file(&format!("code/{name}.cubin"), cubin)?);
            if let Some(ptx) = ptx {
                launch["ptx"] = json!(self.file(&format!("code/{name}.ptx"), ptx.as_bytes())?);
            }
            self.code.insert(name.clone(), launch);
        }
        Ok(name)
    }

    /// Keeps bytes of memory; the file's name.
    pub(super) fn keep_data(&self, bytes: &[u8]) -> Result<String, String> {
        self.file(&format!("data/{}", &Digest::of(&[bytes]).text()[..NAME]), bytes)
    }

    /// All machine code, by name.
    pub(super) fn code(&self) -> Value {
        self.code.clone().into_iter().collect::<serde_json::Map<_, _>>().into()
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Result<String, String> {
        let name = format!("{name}.gz");
        let path = self.folder.join(&name);
        if !path.exists() {
            let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(bytes).map_err(wrong)?;
            std::fs::write(&path, encoder.finish().map_err(wrong)?).map_err(wrong)?;
        }
        Ok(name)
    }
}
