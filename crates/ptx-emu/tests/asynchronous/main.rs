//! Asynchronous work: barriers, copies, tensors, tensor memory; each instruction in small kernels.

mod barriers;
mod copies;
mod tensor_memory;
mod tensors;

use launch::Buffer;
use numerics::Scalar;
use ptx_emu::{Fault, Launch, Options, Program, Value};

/// Seeds that every clean kernel runs with, besides the run without a seed.
const SEEDS: u64 = 6;

/// A kernel `k` of pointers `in` and `out` in `%rd1` and `%rd2`, and of a tensor map whose address is in `%rd3`.
pub(crate) struct Kernel {
    text: String,
    grid: u32,
    block: u32,
    cluster: Option<u32>,
}

impl Kernel {
    /// For sm_90a, one thread.
    pub(crate) fn new(body: &str) -> Kernel {
        Kernel::of("8.7", "sm_90a", body)
    }

    /// For sm_100a.
    pub(crate) fn blackwell(body: &str) -> Kernel {
        Kernel::of("8.8", "sm_100a", body)
    }

    /// For sm_103a.
    pub(crate) fn ultra(body: &str) -> Kernel {
        Kernel::of("8.8", "sm_103a", body)
    }

    fn of(version: &str, target: &str, body: &str) -> Kernel {
        let text = format!(
            ".version {version}\n.target {target}\n.address_size 64\n\
             .visible .entry k(.param .u64 in, .param .u64 out, .param .align 64 .b8 map[128]) {{\n\
             .reg .pred %p<9>;\n.reg .b16 %h<9>;\n.reg .b32 %r<99>;\n.reg .b64 %rd<20>;\n.reg .b128 %q<3>;\n\
             .shared .align 1024 .b8 mem[32768];\n.shared .align 8 .b64 bar[4];\n.shared .align 16 .b8 word[64];\n\
             ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.b64 %rd3, map;\ncvta.param.u64 %rd3, %rd3;\n\
             {body}\nret;\n}}\n"
        );
        Kernel { text, grid: 1, block: 1, cluster: None }
    }

    pub(crate) fn threads(self, block: u32) -> Kernel {
        Kernel { block, ..self }
    }

    /// One cluster of the given number of blocks.
    pub(crate) fn cluster(self, blocks: u32) -> Kernel {
        Kernel { grid: blocks, cluster: Some(blocks), ..self }
    }

    pub(crate) fn blocks(self, grid: u32) -> Kernel {
        Kernel { grid, ..self }
    }

    fn program(&self) -> Result<Program, Vec<String>> {
        let source = diag::Source::new("k.ptx", self.text.as_str());
        let parsed = ptx::parse(&source);
        let verified = ptx::verify(&parsed.module, &parsed.map);
        let wrong = parsed.diagnostics.iter().chain(&verified);
        let shown: Vec<_> = wrong.map(|one| diag::render_short(one, Some(&source))).collect();
        assert!(shown.is_empty(), "{shown:#?}");
        Program::prepare(&parsed.module, &parsed.map, "k")
            .map_err(|all| all.iter().map(|one| diag::render_short(one, Some(&source))).collect())
    }

    /// Why it is not executed.
    pub(crate) fn refused(&self) -> Vec<String> {
        self.program().expect_err("it is not covered")
    }

    fn once(
        &self,
        input: &[u8],
        count: usize,
        map: &dyn Fn(u64) -> [u8; 128],
        seed: Option<u64>,
    ) -> Result<Vec<u32>, Box<Fault>> {
        let program = self.program().unwrap_or_else(|refused| panic!("{refused:#?}"));
        let mut given = Buffer::zeroed(Scalar::I8, &[input.len().max(1) as u64]).expect("small");
        given.bytes_mut()[..input.len()].copy_from_slice(input);
        let mut buffer = Buffer::zeroed(Scalar::I32, &[count as u64]).expect("small");
        let mut launch = Launch {
            grid: [self.grid, 1, 1],
            block: [self.block, 1, 1],
            cluster: self.cluster.map(|blocks| [blocks, 1, 1]),
            dynamic_shared: 0,
            buffers: vec![("in".to_owned(), given.view_mut()), ("out".to_owned(), buffer.view_mut())],
            args: vec![
                Value::Pointer { buffer: 0, offset: 0 },
                Value::Pointer { buffer: 1, offset: 0 },
                Value::Bytes(map(FIRST_BUFFER).to_vec()),
            ],
        };
        let options = Options { steps: Some(1 << 22), seed, ..Options::default() };
        program.launch(&mut launch, &options)?;
        let words = buffer.bytes().as_chunks().0.iter();
        Ok(words.map(|word| u32::from_le_bytes(*word)).collect())
    }

    /// The given number of words of `out`; they must be equal in every order.
    pub(crate) fn run(&self, input: &[u8], count: usize) -> Vec<u32> {
        self.with_map(input, count, &|_| [0; 128])
    }

    /// The same with a tensor map, made for the address of `in`.
    pub(crate) fn with_map(&self, input: &[u8], count: usize, map: &dyn Fn(u64) -> [u8; 128]) -> Vec<u32> {
        let shown = |fault: Box<Fault>| panic!("{fault}, {:?}\n{:#?}", fault.place, fault.notes);
        let found = self.once(input, count, map, None).unwrap_or_else(shown);
        for seed in 0..SEEDS {
            let other = self.once(input, count, map, Some(seed)).unwrap_or_else(shown);
            assert_eq!(other, found, "with seed {seed}");
        }
        found
    }

    /// The message and code of the fault that ends it.
    pub(crate) fn fault(&self, input: &[u8], count: usize) -> String {
        let fault = self.once(input, count, &|_| [0; 128], None).expect_err("it is wrong");
        format!("{} {}", fault.code.0, fault.message)
    }

    /// The same with a tensor map.
    pub(crate) fn fault_with(&self, map: &dyn Fn(u64) -> [u8; 128]) -> String {
        let fault = self.once(&[0; 4096], 64, map, None).expect_err("it is wrong");
        format!("{} {}", fault.code.0, fault.message)
    }
}

/// The address of the first buffer of every launch.
const FIRST_BUFFER: u64 = 1 << 32;

/// Bytes that all differ from their neighbours.
pub(crate) fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|at| (at * 7 + at / 256) as u8).collect()
}

/// The words of bytes.
pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
