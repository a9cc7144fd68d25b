//! A kernel: its parameters, its launch attributes, its body.

use diag::Diagnostic;
use ir::{Op, Value};
use nvvm::Type;
use nvvm::ops::fields::func;
use ptx::build::ModuleBuilder;

use super::output::LlvmModule;
use super::spelling::symbol;
use super::write::Writer;
use crate::emit::Emit;
use crate::shared::Shared;

/// A kernel that is written.
#[derive(Default)]
pub(crate) struct LoweringResult {
    pub(crate) text: String,
    /// The function's entry in the metadata of the module.
    pub(crate) annotation: Option<String>,
    pub(crate) problems: Vec<Diagnostic>,
}

/// Writes a kernel.
pub(crate) fn write(
    module: &nvvm::Module,
    op: Op,
    output: &mut LlvmModule,
    shared: &Shared,
    scratch: &mut ModuleBuilder,
) -> LoweringResult {
    let Some(body) = module.block(op, func::body) else { return LoweringResult::default() };
    let name = module.string(op, func::sym_name).map(|id| module.text(id).into_owned()).unwrap_or_default();
    let name = symbol(&name);
    let emit = Emit::new(module, shared, scratch.entry("assembly"));
    let mut writer = Writer::new(module, output, emit);
    let start = writer.fresh("start");
    writer.block = start.clone();
    let arguments: Vec<Value> = module.body.block_args(body).into_iter().collect();
    let widths = module.ints(op, func::param_bits).to_vec();
    let mut params = Vec::new();
    for (index, &value) in arguments.iter().enumerate() {
        let width = widths.get(index).copied().unwrap_or_else(|| writer.ty(value).bits().into());
        params.push(writer.parameter(value, width));
    }
    let annotation = writer.annotation(op, &name, &params);
    let attributes = writer.attributes(op);
    writer.block(body);
    let params: Vec<String> = params.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
    let mut text = format!("\ndefine void {name}({}){attributes} {{\n{start}:\n", params.join(", "));
    for line in writer.allocated.iter().chain(&writer.lines) {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str("}\n");
    let problems = std::mem::take(&mut writer.emit.problems);
    LoweringResult { text, annotation, problems }
}

impl Writer<'_, '_> {
    /// Type and name of a parameter; a number of less than 16 bits is given in a byte.
    fn parameter(&mut self, value: Value, width: i64) -> (String, String) {
        let ty = self.ty(value);
        let name = self.name(value);
        match ty {
            Type::I1 => {
                self.define(value, &format!("icmp ne i8 {name}, 0"));
                ("i8".to_owned(), name)
            }
            Type::I16 if width <= 8 => {
                self.define(value, &format!("zext i8 {name} to i16"));
                ("i8".to_owned(), name)
            }
            // A kernel of the driver's takes no binary16, but its bits.
            Type::F16 => {
                self.define(value, &format!("bitcast i16 {name} to half"));
                ("i16".to_owned(), name)
            }
            Type::I16
            | Type::I32
            | Type::I64
            | Type::BF16
            | Type::F32
            | Type::F64
            | Type::F16x2
            | Type::BF16x2
            | Type::F32x2
            | Type::Ptr(_)
            | Type::Registers(_)
            | Type::Pending(_) => {
                self.is(value, name.clone());
                (self.spelled(ty), name)
            }
        }
    }

    /// Threads and thread blocks of a cluster of a kernel whose grid counts clusters, of which metadata knows nothing.
    fn counts_clusters(&self, op: Op) -> Option<[i64; 2]> {
        let counted = self.module.flag(op, func::blocks_are_clusters) && self.emit.at_least(90);
        let sizes = self.module.int(op, func::reqntid).zip(self.module.int(op, func::cluster));
        sizes.filter(|_| counted).map(|(threads, blocks)| [threads, blocks])
    }

    /// Attributes of a kernel, after a space: a grid of clusters needs both sizes in this form.
    fn attributes(&self, op: Op) -> String {
        let Some([threads, blocks]) = self.counts_clusters(op) else { return String::new() };
        format!(
            " \"nvvm.blocksareclusters\" \"nvvm.cluster_dim\"=\"{blocks},1,1\" \"nvvm.reqntid\"=\"{threads},1,1\""
        )
    }

    /// The metadata of a kernel.
    fn annotation(&mut self, op: Op, name: &str, params: &[(String, String)]) -> Option<String> {
        let types: Vec<&str> = params.iter().map(|(ty, _)| ty.as_str()).collect();
        let function =
            self.output.dialect.pointer(&format!("void ({})", types.join(", ")), nvvm::types::Space::Generic);
        let mut text = format!("{function} {name}, !\"kernel\", i32 1");
        let in_attributes = self.counts_clusters(op).is_some();
        let mut add = |what: &str, value: i64| text.push_str(&format!(", !\"{what}\", i32 {value}"));
        if let Some(threads) = self.module.int(op, func::reqntid).filter(|_| !in_attributes) {
            add("reqntidx", threads);
            add("reqntidy", 1);
            add("reqntidz", 1);
        }
        if let Some(blocks) = self.module.int(op, func::minctas) {
            add("minctasm", blocks);
        }
        if let Some(registers) = self.module.int(op, func::maxreg) {
            add("maxnreg", registers);
        }
        if let Some(blocks) = self.module.int(op, func::cluster).filter(|_| !in_attributes) {
            if self.emit.at_least(90) {
                add("cluster_dim_x", blocks);
                add("cluster_dim_y", 1);
                add("cluster_dim_z", 1);
            } else if blocks != 1 {
                self.refuse(op, format!("clusters of {blocks} thread blocks need sm_90 or later"));
            }
        }
        Some(text)
    }
}
