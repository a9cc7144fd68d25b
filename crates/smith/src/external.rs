//! External functions of the preview `simt` in random modules: declarations and implementations.

use cuda_tile::attrs::{Access, Attr, EnumKind, MemorySpace, PreviewAttr, Synchronization};
use cuda_tile::build::{builder_at_end, items_block};
use cuda_tile::ops::Builders;
use cuda_tile::types::preview::{BinaryOp, Expr, Fragment, Layout, PreviewType};
use cuda_tile::types::{FunctionType, TypeError};
use cuda_tile::{Module, Type};
use numerics::Scalar;

use crate::rng::Rng;
use crate::{MEMORY_TYPES, choose};

/// The symbols of external functions that a module may declare; it declares the first few.
pub const EXTERNALS: [&str; 3] = ["ext0", "ext1", "ext2"];

/// The parameter that stands for an element type.
const TYPE: &str = "T";
/// The parameter that stands for a number of elements.
const NUMBER: &str = "N";

/// A tile in the signature of a function.
#[derive(Clone)]
pub(crate) struct Tile {
    pub(crate) shape: Vec<i64>,
    /// `None`: the type that the parameter [`TYPE`] stands for.
    pub(crate) scalar: Option<Scalar>,
}

/// A function that a module declares.
#[derive(Clone)]
pub(crate) struct External {
    pub(crate) symbol: &'static str,
    /// Names and types of its constant parameters.
    pub(crate) constants: Vec<(&'static str, PreviewType)>,
    pub(crate) params: Vec<(Tile, Access)>,
    /// Results; those that stand for parameters which the function writes come first.
    pub(crate) results: Vec<Tile>,
}

/// Declares some functions, each with some implementations.
pub(crate) fn declare(module: &mut Module, rng: &mut Rng) -> Vec<External> {
    let count = 1 + rng.below(EXTERNALS.len());
    let functions: Vec<External> =
        EXTERNALS[..count].iter().map(|symbol| External::random(symbol, rng)).collect();
    for function in &functions {
        function.declare(module);
        let implementations = if function.writes_together() { rng.below(3) } else { 0 };
        for number in 0..implementations {
            function.implement(module, number, rng).expect("implementations fit their functions");
        }
    }
    functions
}

impl External {
    fn random(symbol: &'static str, rng: &mut Rng) -> External {
        let all = [
            (NUMBER, PreviewType::Index),
            ("S", PreviewType::Shape),
            (TYPE, PreviewType::Datatype),
            ("X", PreviewType::String),
        ];
        let constants: Vec<_> = all.into_iter().filter(|_| rng.one_in(2)).collect();
        let generic = constants.iter().any(|constant| constant.0 == TYPE);
        let params: Vec<(Tile, Access)> =
            (0..1 + rng.below(3)).map(|_| (Tile::random(generic, rng), rng.pick(Access::ALL))).collect();
        let written = params.iter().filter(|(_, access)| *access != Access::In).map(|(tile, _)| tile.clone());
        let mut results: Vec<Tile> = written.collect();
        results.extend((0..rng.below(3)).map(|_| Tile::random(generic, rng)));
        External { symbol, constants, params, results }
    }

    /// Whether the parameters that the function writes are adjacent, as implementations require.
    fn writes_together(&self) -> bool {
        let written = |param: &(Tile, Access)| param.1 != Access::In;
        let first = self.params.iter().position(written).unwrap_or(0);
        let run = self.params[first..].iter().take_while(|param| written(param)).count();
        run == self.params.iter().filter(|param| written(param)).count()
    }

    fn has(&self, name: &str) -> bool {
        self.constants.iter().any(|constant| constant.0 == name)
    }

    fn declare(&self, module: &mut Module) {
        let params = self.params.iter().map(|(tile, _)| tile.ty()).collect();
        let results = self.results.iter().map(Tile::ty).collect();
        let ty = module.types.intern(Type::Function(FunctionType { params, results }));
        let (constants, accesses) = (self.const_params(module), self.accesses(module));
        let items = items_block(module);
        let mut builder = builder_at_end(module, items);
        let function = builder.preview_func().sym_name(self.symbol);
        function.function_type(Attr::Type(ty)).arg_attrs(accesses).const_params(constants).finish();
    }

    fn const_params(&self, module: &mut Module) -> Attr {
        let param = |(name, ty): &(&str, PreviewType)| {
            let ty = Type::Preview(Box::new(ty.clone()));
            PreviewAttr::const_param(name, ty).expect("a name and one of four types")
        };
        array(module, self.constants.iter().map(param))
    }

    /// The accesses of the function to each argument, as attributes.
    fn accesses(&self, module: &mut Module) -> Attr {
        let key = module.strings.intern_bytes(b"cuda_tile.preview$access");
        let dicts = self.params.iter().map(|(_, access)| {
            let access = module.attrs.intern(Attr::Enum(EnumKind::Access, *access as u8));
            module.attrs.intern(Attr::Dict(Box::new([(key, access)])))
        });
        Attr::Array(dicts.collect())
    }

    fn implement(&self, module: &mut Module, number: usize, rng: &mut Rng) -> Result<(), TypeError> {
        let threads = rng.pick(&[32, 128]);
        let fragment = |(tile, _): &(Tile, Access), rng: &mut Rng| self.fragment(tile, threads, rng);
        let params = self.params.iter().map(|param| fragment(param, rng)).collect::<Result<_, _>>()?;
        let ty = Type::Function(FunctionType { params, results: Box::default() });
        let ty = module.types.intern(ty);
        let (constants, accesses) = (self.const_params(module), self.accesses(module));
        let args = self.constants.iter().map(|(name, _)| Expr::var(name)).collect::<Result<Vec<_>, _>>()?;
        let args = array(module, args.into_iter().map(PreviewAttr::Expr));
        let strings =
            ["sm_100", "sm_90a"].map(|text| Attr::Str(module.strings.intern_bytes(text.as_bytes())));
        let strings = strings.map(|text| module.attrs.intern(text));
        let version = (module.strings.intern_bytes(b"version"), strings[0]);
        let how = match threads {
            32 => rng.pick(&[Synchronization::None, Synchronization::Warp, Synchronization::Block]),
            _ => rng.pick(Synchronization::ALL),
        };
        let scratch = self.scratch(rng)?;
        let items = items_block(module);
        let mut builder = builder_at_end(module, items);
        let mut b = builder
            .preview_extern_impl()
            .sym_name(format!("{}_{number}", self.symbol).as_str())
            .implements(self.symbol)
            .function_type(Attr::Type(ty))
            .arg_attrs(accesses)
            .synchronization(how);
        if !self.constants.is_empty() {
            b = b.const_params(constants).const_args(args);
        }
        if rng.one_in(2) {
            b = b.scratch_smem(scratch);
        }
        if rng.one_in(2) {
            b = b.arch(Attr::Array(strings[..1 + rng.below(2)].into()));
        }
        if rng.one_in(2) {
            b = b.frontendABI(Attr::Dict(Box::new([version]))).provider_score(rng.below(1000) as u64);
        }
        b.finish();
        Ok(())
    }

    fn scratch(&self, rng: &mut Rng) -> Result<PreviewAttr, TypeError> {
        let bytes = Expr::Int(4 << rng.below(8));
        let size =
            if self.has(NUMBER) { Expr::binary(BinaryOp::Mul, Expr::var(NUMBER)?, bytes)? } else { bytes };
        PreviewAttr::scratch(size, Expr::Int(rng.pick(&[1, 16, 128])))
    }

    /// The fragment of a tile that each of that many threads holds: a part of it, all of it, or as many elements as a parameter
    /// says.
    fn fragment(&self, tile: &Tile, threads: i64, rng: &mut Rng) -> Result<Type, TypeError> {
        let elements: i64 = tile.shape.iter().product();
        let apart = elements % threads == 0 && rng.one_in(2);
        let space = if apart { MemorySpace::Local } else { rng.pick(MemorySpace::ALL) };
        let count = match self.has(NUMBER) && rng.one_in(2) {
            true => Expr::var(NUMBER)?,
            false => Expr::Int(if apart { elements / threads } else { elements }),
        };
        let step = if apart { count.clone() } else { Expr::Int(0) };
        let extents = vec![Expr::Int(1), Expr::Int(threads), count.clone()];
        let fragmap = Layout::new(extents, vec![Expr::Int(0), step, Expr::Int(1)])?;
        let memory = Layout::new(vec![count.clone()], vec![Expr::Int(1)])?;
        let elem = match tile.scalar {
            Some(scalar) => Type::Scalar(scalar),
            None => Type::Preview(Box::new(PreviewType::Symbol(TYPE.into()))),
        };
        let alignment = Expr::Int(rng.pick(&[1, 2, 8]));
        let fragment = Fragment::new(vec![count], elem, space, [memory, fragmap], alignment)?;
        Ok(Type::Preview(Box::new(PreviewType::Fragment(Box::new(fragment)))))
    }

    /// Constant arguments of a call, of which one is the type `scalar`.
    pub(crate) fn arguments(&self, scalar: Scalar, rng: &mut Rng) -> Vec<Expr> {
        // A negated number would print as a negative one.
        let number = |rng: &mut Rng| {
            let number = 1 + rng.below(9) as i64;
            Expr::Int(if rng.one_in(2) { number } else { -number })
        };
        let argument = |(_, ty): &(&str, PreviewType)| match ty {
            PreviewType::Shape => {
                let pair = Expr::Tuple([number(rng), number(rng)].into());
                Expr::Tuple([number(rng), pair].into())
            }
            PreviewType::Datatype => Expr::Type(Box::new(Type::Scalar(scalar))),
            PreviewType::String => Expr::Str(rng.pick(&["", "a \"b\"", "fast"]).into()),
            _ => {
                let op = rng.pick(&BinaryOp::ALL).1;
                let op = if op == BinaryOp::Div { BinaryOp::Add } else { op };
                let result = Expr::binary(op, number(rng), number(rng)).expect("no number is 0");
                if rng.one_in(4) { Expr::Neg(Box::new(result)) } else { result }
            }
        };
        self.constants.iter().map(argument).collect()
    }
}

impl Tile {
    fn random(generic: bool, rng: &mut Rng) -> Tile {
        let scalar = rng.pick(&MEMORY_TYPES);
        let shape = choose::shape(rng, scalar);
        Tile { shape, scalar: (!generic || rng.one_in(2)).then_some(scalar) }
    }

    fn ty(&self) -> Type {
        match self.scalar {
            Some(scalar) => choose::number_tile(&self.shape, scalar),
            None => Type::symbolic_tile(&self.shape, TYPE).expect("generated shapes are small powers of two"),
        }
    }
}

pub(crate) fn array(module: &mut Module, items: impl IntoIterator<Item = PreviewAttr>) -> Attr {
    let ids = items.into_iter().map(|item| module.attrs.intern(Attr::Preview(Box::new(item))));
    Attr::Array(ids.collect())
}
