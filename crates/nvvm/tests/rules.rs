//! The rules of level 4: each is broken once, and the verifier says how.

use diag::Diagnostic;
use ir::generic::{parse_text, verify};
use nvvm::Nvvm;

fn first(text: &str) -> String {
    let module = parse_text::<Nvvm>(text);
    verify(&module).first().map(Diagnostic::to_string).unwrap_or_default()
}

/// The error in a module of these items.
#[track_caller]
fn wrong_items(items: &str, phrase: &str) {
    let found = first(&format!("nvvm.module @m {{\n{items}\n}}\n"));
    let right = found.starts_with("error[E0900]: ") && found.contains(phrase);
    assert!(right, "expected {phrase:?}, found {found:?}");
}

/// The error in a kernel of these parameters and this body.
#[track_caller]
fn wrong(params: &str, body: &str, phrase: &str) {
    let params = if params.is_empty() { String::new() } else { format!(" ({params})") };
    wrong_items(&format!("func @f <reqntid = 32>{params} {{\n{body}\nreturn\n}}"), phrase);
}

#[test]
fn kernels() {
    wrong_items(
        "func @f <reqntid = 2048> {\n return\n}",
        "the number of threads must be 1 to 1024, not 2048",
    );
    wrong_items("func @f <reqntid = 32, cluster = 99> {\n return\n}", "in a cluster must be 1 to 16, not 99");
    wrong_items("func @f <reqntid = 32, maxreg = 300> {\n return\n}", "registers must be 1 to 255, not 300");
    wrong_items("func @f <reqntid = 32, minctas = 0> {\n return\n}", "on a multiprocessor must be 1 to 64");
    wrong_items("func @f <reqntid = 32, dynamic_shared = 9999999> {\n return\n}", "not 9999999");
    wrong_items("func @f <reqntid = 32> (%a: ptr<shared>) {\n return\n}", "not ptr<shared>");
    let bits = "func @f <reqntid = 32, param_bits = [8]> (%a: i32) {\n return\n}";
    wrong_items(bits, "a parameter of i32 does not take 8 bits");
    let bits = "func @f <reqntid = 32, param_bits = [32, 32]> (%a: i32) {\n return\n}";
    wrong_items(bits, "says how many bits 2 parameters take, and has 1");
    wrong_items("func @f <reqntid = 32> {\n trap\n yield\n}", "its body must end in `return`");
}

#[test]
fn globals() {
    let global = |attrs: &str| format!("global @g <{attrs}>");
    wrong_items(&global("space = global, size = -1, alignment = 4"), "cannot have -1 bytes");
    wrong_items(
        &global("space = global, size = 8, alignment = 3"),
        "must be a power of two up to 65536, not 3",
    );
    wrong_items(&global("space = global, size = 1, alignment = 4, bytes = \"0102\""), "has 2 bytes of its 1");
    wrong_items(
        &global("space = shared, size = 1, alignment = 4, bytes = \"01\""),
        "shared memory holds nothing",
    );
    wrong("", "%a = address_of <name = @nowhere> : ptr<global>", "names a global that is not there");
    let body = "func @f <reqntid = 32> {\n %a = address_of <name = @g> : ptr<global>\n return\n}";
    let items = format!("global @g <space = shared, size = 4, alignment = 4>\n{body}");
    wrong_items(&items, "gives ptr<shared>, the space of the global, not ptr<global>");
    wrong("", "%a = dynamic_shared : ptr<global>", "gives ptr<shared>, not ptr<global>");
    let free = "%s = dynamic_shared : ptr<shared>\nheap_free %s : ptr<shared>";
    wrong("", free, "knows ptr<generic>, not ptr<shared>");
}

#[test]
fn control() {
    let for_ =
        "%0 = for %x, %x, %x, [%x] : i32, i32, i32, i32 -> i32 (%i: i32, %c: i64) {\n continue [%c] : i64\n}";
    wrong("%x: i32", for_, "the arguments of the body must be of types (i32, i32), not (i32, i64)");
    wrong("%x: i32", "for %x, %x, %x : i32, i32, i32 (%i: i32) {\n return\n}", "must end in `continue`");
    wrong("%x: i1", "for %x, %x, %x : i1, i1, i1 (%i: i1) {\n continue\n}", "counts in 16 bits or more");
    wrong(
        "%x: i32",
        "%0 = loop : i32 {\n break\n}",
        "the results of the loop must be of types (i32), not ()",
    );
    let if_ = "%0 = if %x : i1 -> i32 {\n yield [%x] : i1\n} {\n yield [%x] : i1\n}";
    wrong("%x: i1", if_, "what is yielded must be of types (i32), not (i1)");
    let if_ = "%0 = if %x : i1 -> i1 {\n yield [%x] : i1\n}";
    wrong("%x: i1", if_, "with results it needs both branches");
    wrong("%x: i1", "if %x : i1 (%a: i32) {\n yield\n}", "its branches have no arguments");
    wrong("%x: i1", "if %x : i1 {\n break\n}", "leaves a `loop`, and there is none around it");
    wrong("%x: i1", "if %x : i1 {\n continue\n}", "stands in a loop");
    wrong("%x: i1", "loop {\n yield\n}", "its body must end in `continue` or `break` or `return`");
    let nested = "for %x, %x, %x : i32, i32, i32 (%i: i32) {\n if %p : i1 {\n return\n }\n continue\n}";
    wrong("%x: i32, %p: i1", nested, "leaves a function, from branches and `loop`s alone");
}

#[test]
fn numbers() {
    wrong("", "%c = constant <value = 0x1ffffffff> : f16x2", "has a value that does not fit f16x2");
    wrong("", "%c = special <name = tid.x> : i64", "gives i32, not i64");
    wrong(
        "%x: i32",
        "%c = pack [%x] : i32 -> i64",
        "the parts of i64 are one, or two or four of equal width",
    );
    wrong("%x: i32", "%a, %b = unpack %x : i32 -> i32, i32", "32 bits in all");
    wrong("%x: i64", "%c = prmt %x, %x, %x : i64", "picks bytes of i32");
    wrong("%x: i1", "%c = clz %x : i1 -> i32", "counts the bits of 16 and more");
    wrong("%x: i1", "%c = mulhis %x, %x : i1", "truth values have no upper half");
    wrong("%x: i64", "%c = mulwide %x, %x : i64, i64 -> i32", "multiplies i16 to i32 or i32 to i64");
    wrong("%x: f64", "%c = approx %x <function = sin> : f64", "approximates no `sin` of f64");
    wrong("%x: f64", "%c = divapprox %x, %x : f64", "quotients of f32, not of f64");
    wrong("%x: f64", "%c = narrow [%x] <format = tf32> : f64 -> f32", "rounds f32");
    wrong("%x: f32", "%c = narrow [%x] <format = e4m3> : f32 -> i16", "takes 2 numbers for e4m3, not 1");
    wrong("%x: f32", "%c = narrow [%x, %x] <format = e4m3> : f32, f32 -> f16x2", "e4m3 is not held in f16x2");
    wrong("%x: f32", "%c = narrow [%x, %x] <format = s8> : f32, f32 -> i16", "floats are not rounded to s8");
    wrong("%x: i64", "%c = widen %x <format = e4m3> : i64 -> f16x2", "a pair is held in i16 or i32, not i64");
    wrong("%x: i16", "%c = widen %x <format = e4m3> : i16 -> bf16x2", "becomes f16x2, not bf16x2");
    wrong("%x: i32", "%0 = exti %x : i32 -> i16", "i16 is not wider than i32");
    wrong("%x: i32", "%0 = trunci %x : i32 -> i64", "i64 is not narrower than i32");
    wrong("%x: i32", "%0 = bitcast %x : i32 -> f64", "i32 and f64 differ in width");
    wrong("%x: ptr<global>", "%0 = ptr_to_int %x : ptr<global> -> i16", "does not fit i16");
    wrong("%x: i16", "%0 = int_to_ptr %x : i16 -> ptr<global>", "is not made of i16");
    wrong("%x: f16x2", "%0 = fp_to_fp %x : f16x2 -> f32", "works on single numbers, not on f16x2");
    wrong("%x: f16x2", "%0 = cmpf %x, %x <predicate = equal> : f16x2, f16x2 -> i1", "not on f16x2");
    wrong("%x: f16x2", "printf [%x] <format = \"%f\"> : f16x2", "f16x2 is not printed; its halves are");
}

#[test]
fn memory() {
    wrong("%p: ptr<global>", "%v = ld %p <bits = 4> : ptr<global> -> i16", "4 bits cannot be accessed");
    wrong(
        "%p: ptr<global>",
        "%v = ld %p <bits = 16> : ptr<global> -> i32",
        "i32 does not have 16 bits in memory",
    );
    let three = "%a, %b, %c = ld %p <bits = 32> : ptr<global> -> i32, i32, i32";
    wrong("%p: ptr<global>", three, "one value is accessed, or two or four, not 3");
    let released = "%v = ld %p <bits = 32, ordering = release> : ptr<global> -> i32";
    wrong("%p: ptr<global>", released, "is ordered weak or relaxed or acquire");
    let many = "%v, %w = ld %p <bits = 32, ordering = acquire> : ptr<global> -> i32, i32";
    wrong("%p: ptr<global>", many, "an access that is ordered moves one value");
    let other = "%v = ld %p, [%q], [%x] <bits = 32> : ptr<global>, i1, i64 -> i32";
    wrong("%p: ptr<global>, %q: i1, %x: i64", other, "must be a value of the type of each result");
    let other = "%v = ld %p, [], [%x] <bits = 32> : ptr<global>, i32 -> i32";
    wrong("%p: ptr<global>, %x: i32", other, "has an `other` that is never the result");
    let constant =
        "%c = cast_space %p : ptr<generic> -> ptr<const>\nst %c, [%x] <bits = 32> : ptr<const>, i32";
    wrong(
        "%g: ptr<global>, %x: i32",
        &format!("%p = cast_space %g : ptr<global> -> ptr<generic>\n{constant}"),
        "const memory is not written",
    );
    wrong("%p: ptr<global>", "%c = cast_space %p : ptr<global> -> ptr<shared>", "have no address in common");
    wrong(
        "%p: ptr<global>, %x: i1",
        "%c = addptr %p, %x <bytes = 1> : ptr<global>, i1 -> ptr<global>",
        "moves by an integer",
    );
    wrong(
        "%p: ptr<global>, %x: i32",
        "%c = addptr %p, %x <bytes = 0> : ptr<global>, i32 -> ptr<global>",
        "at least one byte",
    );
    let atom = "%v = atom %p, %x <mode = addf> : ptr<global>, i32 -> i32";
    wrong("%p: ptr<global>, %x: i32", atom, "`addf` does not combine i32");
    let atom = "%v = atom %p, %x <mode = add, ordering = weak> : ptr<global>, i32 -> i32";
    wrong("%p: ptr<global>, %x: i32", atom, "an atomic is at least relaxed");
    let cas = "%v = cas %p, %x, %y : ptr<global>, i32, i64 -> i32";
    wrong("%p: ptr<global>, %x: i32, %y: i64", cas, "must be of one type");
    let copy = "cp_async %p, %p <bytes = 16> : ptr<global>, ptr<global>";
    wrong("%p: ptr<global>", copy, "copies from global to shared memory, not from global to global");
    let copy = "%s = dynamic_shared : ptr<shared>\ncp_async %s, %p <bytes = 3> : ptr<shared>, ptr<global>";
    wrong("%p: ptr<global>", copy, "3 bytes are not copied at once");
    wrong("", "cp_async_wait <pending = -1>", "cannot wait until -1 groups are in flight");
}

#[test]
fn lanes() {
    wrong("", "barrier <id = 16>", "a thread block has barriers 0 to 15, not 16");
    wrong("", "barrier <threads = 33>", "and 33 threads are none");
    wrong(
        "%x: i32, %l: i64",
        "%v = shfl %x, %l <kind = idx> : i32, i64 -> i32",
        "lanes are counted in i32, not i64",
    );
    wrong("%x: i32", "%v = shfl %x, %x <kind = idx, clamp = 9999> : i32, i32 -> i32", "9999 says neither");
    wrong("%x: i1", "%v = vote %x <kind = ballot> : i1 -> i16", "i16 does not hold a bit for each lane");
    wrong("%x: i32", "%v = redux %x <mode = xchg> : i32", "do not combine i32 by `xchg`");
    let mma = |shape: &str, a: &str| {
        let types = vec!["i32"; a.matches('%').count()].join(", ");
        format!(
            "%d:4 = mma [{a}], [%x, %x], [%c, %c, %c, %c] <shape = {shape}, a_format = f16, b_format = f16> : \
             {types}, i32, i32, f32, f32, f32, f32 -> f32, f32, f32, f32"
        )
    };
    let shapeless = mma("m16n8", "%x, %x, %x, %x");
    let text =
        format!("nvvm.module @m {{\nfunc @f <reqntid = 32> (%x: i32, %c: f32) {{\n{shapeless}\n}}\n}}\n");
    let parsed = ir::generic::parse::<nvvm::Nvvm>(&diag::Source::new("test", text));
    let found = parsed.diagnostics.first().map(|found| found.message.clone()).unwrap_or_default();
    assert!(found.starts_with("'m16n8' is not one of m8n8k4, "), "{found}");
    wrong("%x: i32, %c: f32", &mma("m16n8k16", "%x, %x"), "`a` has 4 registers of i32, not 2");
    let scaled = |scales: &str| {
        format!(
            "%d:4 = mma_scaled [%x, %x, %x, %x], [%x, %x], [%c, %c, %c, %c], %x, %x <shape = m16n8k32, a_format = e4m3, \
             b_format = e5m2, {scales}> : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i32 -> f32, f32, f32, f32"
        )
    };
    let two = scaled("scale_format = ue8m0, scales = 2");
    wrong("%x: i32, %c: f32", &two, "m16n8k32 of e4m3 and e5m2 are not multiplied with 2 scales of ue8m0");
    let third = scaled("scale_format = ue8m0, scales = 1, a_lanes = 2");
    wrong("%x: i32, %c: f32", &third, "by lanes of two for `a` and four for `b`");
    let three = "%s = dynamic_shared : ptr<shared>\n%a:3 = ldmatrix %s : ptr<shared> -> i32, i32, i32";
    wrong("", three, "3 matrices are not moved at once");
    wrong("%p: ptr<global>", "%a = ldmatrix %p : ptr<global> -> i32", "not at ptr<global>");
    let narrow = "%s = dynamic_shared : ptr<shared>\nstmatrix %s, [%x] : ptr<shared>, i16";
    wrong("%x: i16", narrow, "a thread has an i32 of each matrix");
}

/// The error in a kernel for a target.
#[track_caller]
fn wrong_on(target: &str, body: &str, phrase: &str) {
    let text = format!(
        "nvvm.module @m <target = \"{target}\"> {{\nfunc @f <reqntid = 128> (%g: ptr<global>, %n: i32) {{\n\
         %s = dynamic_shared : ptr<shared>\n{body}\nreturn\n}}\n}}\n"
    );
    let found = first(&text);
    let right = if phrase.is_empty() { found.is_empty() } else { found.contains(phrase) };
    assert!(right, "expected {phrase:?}, found {found:?}");
}

#[test]
fn targets() {
    for (op, needs) in [
        ("wgmma_commit", "wgmma, which sm_90a have and sm_100a has not"),
        ("bulk_commit", ""),
        ("setmaxnreg <action = inc, registers = 240>", ""),
    ] {
        wrong_on("sm_100a", op, needs);
        wrong_on("sm_90a", op, "");
    }
    let bytes = |attrs: &str, types: &str| {
        let results = types.split(',').count();
        format!("%a:{results} = ldmatrix %s <bytes{attrs}> : ptr<shared> -> {types}")
    };
    let transposed = ", transposed";
    wrong_on("sm_120a", &bytes(transposed, "i32, i32, i32, i32"), "");
    wrong_on("sm_90a", &bytes(transposed, "i32, i32"), "needs transposed bytes by ldmatrix, which sm_100a");
    wrong_on("sm_100a", &bytes("", "i32, i32"), "matrices of bytes are transposed: add `transposed`");
    wrong_on("sm_100a", &bytes(transposed, "i32"), "2 or 4 registers of matrices of bytes, not 1");
    wrong_on("sm_90", "wgmma_commit", "sm_90 has not");
    wrong_on("sm_90", "cluster_wait", "");
    wrong_on("sm_80", "cluster_wait", "needs clusters");
    wrong_on("sm_80", "mbarrier_init %s <count = 1> : ptr<shared>", "");
    wrong_on("sm_80", "mbarrier_arrive %s <count = 2> : ptr<shared>", "needs clusters");
}

#[test]
fn barriers_of_agents() {
    let on = |body: &str, phrase: &str| wrong_on("sm_90a", body, phrase);
    on("setmaxnreg <action = dec, registers = 20>", "24 to 256 registers, a multiple of 8, not 20");
    on("barrier_arrive <id = 16, threads = 64>", "barriers 0 to 15, not 16");
    on("mbarrier_init %s <count = 0> : ptr<shared>", "1 to 1048575 arrivals, not 0");
    on("mbarrier_arrive %s, [%n] <count = 2> : ptr<shared>, i32", "arrives once where it expects bytes");
    on(
        "%r = mapa %s, %n : ptr<shared>, i32 -> ptr<cluster>\nmbarrier_wait %r, %n : ptr<cluster>, i32",
        "not at ptr<cluster>",
    );
    on("%r = mapa %s, %n : ptr<shared>, i32 -> ptr<shared>", "is at ptr<cluster>, not at ptr<shared>");
}

#[test]
fn tensor_maps() {
    let map = |base: &str, attrs: &str| {
        format!(
            "%m = tensor_map {base}, [%n, %n], [%n] <element = f16, {attrs}> : ptr<global>, i32, i32, i32 -> ptr<generic>"
        )
    };
    let on = |base: &str, attrs: &str, phrase: &str| wrong_on("sm_90a", &map(base, attrs), phrase);
    on("%g", "box_shape = [64, 64], swizzle = 128", "");
    on("%g", "box_shape = [128, 64], swizzle = 128", "takes 128 bytes at most, not 256");
    on("%g", "box_shape = [64]", "a box has 2 extents");
    on("%g", "box_shape = [64, 257]", "1 to 256 elements along a dimension, not 257");
    on("%g", "box_shape = [4, 8]", "a multiple of 16 bytes, not 8");
    on("%g", "box_shape = [64, 64], swizzle = 48", "not over 48");
    let moved = "%q = addptr %g, %n <bytes = 2> : ptr<global>, i32 -> ptr<global>\n";
    wrong_on("sm_90a", &format!("{moved}{}", map("%q", "box_shape = [64, 64]")), "begins at a parameter");
    let extents = "%t = special <name = tid.x> : i32\n%m = tensor_map %g, [%t], [] <element = f16, box_shape = [64]> : ptr<global>, i32 -> ptr<generic>";
    wrong_on(
        "sm_90a",
        extents,
        "its extents are parameters of the kernel, constants, or sums, differences and products",
    );
    let computed = |op: &str| {
        format!(
            "%t = {op} %n, %n : i32\n%m = tensor_map %g, [%t], [] <element = f16, box_shape = [64]> : ptr<global>, i32 -> ptr<generic>"
        )
    };
    wrong_on("sm_90a", &computed("muli"), "");
    wrong_on("sm_90a", &computed("andi"), "its extents are parameters");
    let three = "%m = tensor_map %g, [%n, %n], [] <element = f16, box_shape = [64, 1]> : ptr<global>, i32, i32 -> ptr<generic>";
    wrong_on("sm_90a", three, "2 dimensions have 1 strides, as the innermost has none");
}

#[test]
fn maps_in_the_making() {
    let on = |body: &str, phrase: &str| wrong_on("sm_90a", body, phrase);
    let set = |address: &str, value: &str, attrs: &str, types: &str| {
        format!("map_replace {address}{value} <{attrs}> : {types}")
    };
    let number = |attrs: &str, phrase: &str| on(&set("%s", "", attrs, "ptr<shared>"), phrase);
    number("field = rank, number = 1", "");
    number("field = swizzle, number = 3, offset = 128", "");
    number("field = box, number = 64", "`box` is set for a dimension from 0 to 4");
    number("field = stride, dim = 4, number = 64", "`stride` is set for a dimension from 0 to 3");
    number("field = rank, dim = 0, number = 1", "`rank` has no dimensions");
    number("field = rank", "is set by a value or by a number");
    number("field = rank, number = -1", "has 32 bits and no sign");
    let value = |attrs: &str, phrase: &str| on(&set("%s", ", [%n]", attrs, "ptr<shared>, i32"), phrase);
    value("field = extent, dim = 1", "");
    value("field = stride, dim = 0", "`stride` is an i64");
    value("field = element", "`element` is set by a number");
    on(&set("%g", "", "field = rank, number = 1", "ptr<global>"), "is at ptr<shared>, not at ptr<global>");
    on("map_publish %g, %s <offset = 128> : ptr<global>, ptr<shared>", "");
    on("map_publish %s, %g : ptr<shared>, ptr<global>", "a tensor map that is published is at ptr<global>");
    on("map_acquire %g : ptr<global>", "is at ptr<generic>");
    on("%q = cast_space %g : ptr<global> -> ptr<generic>\nmap_acquire %q : ptr<generic>", "");
    wrong_on("sm_80", "map_publish %g, %s : ptr<global>, ptr<shared>", "needs tensor maps");
}

/// Sums of 16 columns, passed to the next stage.
const SUMS: &str = "%d = constant <value = 0> : i64\n%z = constant <value = 0.0> : regs<8xf32>\n\
                    %p0 = wgmma_fence [%z] : regs<8xf32> -> pending<8xf32>\n";
const PRODUCT: &str =
    "<n = 16, a_format = f16, b_format = f16> : i64, i64, pending<8xf32> -> pending<8xf32>\n";

#[test]
fn products_of_warpgroups() {
    let on = |body: &str, phrase: &str| wrong_on("sm_90a", &format!("{SUMS}{body}"), phrase);
    let product = |to: &str, from: &str| format!("%{to} = wgmma %d, %d, %{from} {PRODUCT}");
    let wait = |to: &str, from: &str, pending: u32| {
        format!("%{to} = wgmma_wait [%{from}] <pending = {pending}> : pending<8xf32> -> regs<8xf32>\n")
    };
    on(&format!("{}wgmma_commit\n{}", product("p1", "p0"), wait("r", "p1", 0)), "");
    // Sums in flight have one taker, in their block, and are waited for after they were committed.
    on(&format!("{}{}", product("p1", "p0"), product("p2", "p0")), "that were used before");
    on(&format!("{}{}", product("p1", "p0"), wait("r", "p1", 0)), "a group that it does not wait for");
    on(
        &format!("{}wgmma_commit\n{}", product("p1", "p0"), wait("r", "p1", 1)),
        "a group that it does not wait for",
    );
    let inner = format!("%c = constant <value = true> : i1\nif %c : i1 {{\n{}yield\n}}", product("p1", "p0"));
    on(&inner, "sums in flight of another block");
    on("%x = reg %p0 <index = 0> : pending<8xf32> -> f32", "may still be written");
    on("%x = reg %z <index = 8> : regs<8xf32> -> f32", "has no register 8");
    on(
        "%p1 = wgmma %d, %d, %z <n = 16, a_format = f16, b_format = f16> : i64, i64, regs<8xf32> -> regs<8xf32>",
        "needs sums from a fence",
    );
    let wide = product("p1", "p0").replace("n = 16", "n = 32");
    on(&wide, "32 columns are 16 registers of sums, not 8");
    on(&product("p1", "p0").replace("a_format = f16", "a_format = s8"), "does not multiply s8 by f16");
    let turned = product("p1", "p0")
        .replace("a_format = f16, b_format = f16", "a_format = e4m3, b_format = e4m3, transpose_b");
    on(&turned, "matrices of e4m3 must be contiguous along the inner extent");
}

#[test]
fn products_into_tensor_memory() {
    let product = |a: &str, attrs: &str| {
        let ty = if a == "%t" { "i32" } else { "i64" };
        format!(
            "%t = constant <value = 0> : i32\n%d = constant <value = 0> : i64\n\
             tcgen05_mma %t, {a}, %d <n = 64, a_format = f16, b_format = f16, {attrs}> : i32, {ty}, i64"
        )
    };
    wrong_on("sm_100a", &product("%t", "m = 128"), "");
    wrong_on("sm_100a", &product("%t", "m = 64"), "`a` in tensor memory has 128 rows");
    wrong_on("sm_100a", &product("%t", "m = 128, transpose_a"), "contiguous along the inner extent");
    wrong_on("sm_100a", &product("%d", "m = 64, transpose_a"), "");
}

#[test]
fn fragments_of_a_loop_are_waited_for_in_their_block() {
    let body = |wait: &str| {
        format!(
            "{SUMS}%0 = constant <value = 0> : i32\n%1 = constant <value = 1> : i32\n\
             %p9 = for %0, %n, %1, [%p0] : i32, i32, i32, pending<8xf32> -> pending<8xf32> (%i: i32, %p: pending<8xf32>) {{\n\
             %a = regs [%i, %i, %i, %i] : i32, i32, i32, i32 -> regs<4xi32>\n\
             %q = wgmma %a, %d, %p <n = 16, a_format = f16, b_format = f16> : regs<4xi32>, i64, pending<8xf32> -> pending<8xf32>\n\
             wgmma_commit\n{wait}continue [%q] : pending<8xf32>\n}}"
        )
    };
    wrong_on("sm_90a", &body(""), "registers that the next iteration writes");
    wrong_on("sm_90a", &body("wgmma_wait\n"), "");
}

#[test]
fn products_with_block_scales() {
    let mma = |attrs: &str| {
        format!(
            "%t = constant <value = 0> : i32\n%d = constant <value = 0> : i64\ntcgen05_mma_scaled %t, %d, %d, %t, %t <{attrs}> : i32, i64, \
             i64, i32, i32"
        )
    };
    let on = |attrs: &str, phrase: &str| wrong_on("sm_100a", &mma(attrs), phrase);
    let mixed = "a_format = e4m3, b_format = e5m2, scale_format = ue8m0";
    on(&format!("n = 128, {mixed}, a_byte = 3, b_byte = 3"), "");
    let narrow = "n = 128, a_format = e2m1, b_format = e2m1";
    on(&format!("{narrow}, scale_format = ue8m0, scales = 2, a_byte = 2"), "");
    on(&format!("{narrow}, scale_format = ue4m3, scales = 4"), "");
    on(&format!("{narrow}, scale_format = ue8m0"), "takes 1 scales of ue8m0 in a row of e2m1 and e2m1");
    on(&format!("{narrow}, scale_format = ue4m3, scales = 2"), "takes 2 scales of ue4m3");
    on(&format!("{narrow}, scale_format = ue8m0, scales = 2, a_byte = 1"), "not at 1");
    on(&format!("{narrow}, scale_format = ue8m0, scales = 2, transpose_b"), "along k only");
    on(&format!("n = 128, {mixed}, scales = 2"), "takes 2 scales of ue8m0 in a row of e4m3 and e5m2");
    on(&format!("n = 24, {mixed}"), "a product of 128 rows has no 24 columns");
    on(&format!("n = 128, {mixed}, b_byte = 4"), "the bytes 0 to 3 of a column, not at 4");
    wrong_on("sm_120a", &mma(&format!("n = 128, {mixed}")), "needs tensor memory");
    let copy = "%t = constant <value = 0> : i32\ntcgen05_copy %t, %t : i32, i32";
    wrong_on("sm_100a", copy, "matrices are said by descriptors, i64, not by i32");
}
