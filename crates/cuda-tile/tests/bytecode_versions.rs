//! Writing for a version: what it does not hold is refused, all of it in one run, with the way out.

use cuda_tile::Module;
use cuda_tile::bytecode::{CODES, DecodeOptions, EncodeOptions, decode, encode, lowest_version};
use cuda_tile::text::{ParseOptions, parse};
use diag::{Diagnostic, Place, Source};
use ir::spec::{V13_1, V13_2, V13_3, V13_4, V250_0, Version};

fn module(text: &str) -> Module {
    let source = Source::new("test.mlir", text);
    let parsed = parse(&source, &ParseOptions { testing_ops: true, ..ParseOptions::default() });
    parsed.module.unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics))
}

fn entry(params: &str, body: &str) -> Module {
    module(&format!("cuda_tile.module @kernels {{ entry @k({params}) {{ {body}\nreturn }} }}"))
}

fn write(module: &Module, version: Version) -> Result<Vec<u8>, Vec<Diagnostic>> {
    encode(module, &EncodeOptions { version: Some(version), ..EncodeOptions::default() })
}

/// Checks that `since` is the lowest version, holds the module, and that all older ones refuse it with `phrase`.
#[track_caller]
fn needs(module: &Module, since: Version, phrase: &str) {
    assert_eq!(lowest_version(module), since);
    for version in Version::ALL {
        match write(module, version) {
            Ok(bytes) => {
                assert!(version >= since, "{version} took it");
                let decoded =
                    decode(&bytes, &DecodeOptions::default()).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(decoded.version, version);
                assert_eq!(lowest_version(&decoded.module), since);
                cuda_tile::equal::same_program(&decoded.module, module).unwrap();
            }
            Err(errors) => {
                assert!(version < since, "{version}: {}", errors[0]);
                let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
                let phrase = phrase.replace("TARGET", &version.to_string());
                assert!(
                    messages.iter().any(|message| message.contains(&phrase)),
                    "`{phrase}` not in {messages:?}"
                );
                assert!(
                    errors.iter().all(|error| error.help[0].contains(&format!("--bytecode-version={since}")))
                );
                assert!(errors.iter().all(|error| matches!(error.labels[0].place, Place::Span(_))));
            }
        }
    }
}

#[test]
fn ops_are_gated() {
    let two = "%x: tile<f32>, %y: tile<f32>";
    needs(&entry(two, "%a = addf %x, %y : tile<f32>"), V13_1, "");
    needs(
        &entry(two, "%a = atan2 %x, %y : tile<f32>"),
        V13_2,
        "operation 'atan2' is not available in bytecode version TARGET",
    );
    let pack = "%c = constant <i32: 1> : tile<4xi32>\n%a = pack %c : tile<4xi32> -> tile<16xi8>";
    needs(&entry("", pack), V13_3, "requires bytecode version 13.3+, but targeting TARGET");
    let fence = "%t = make_token : token\n%u = memory_fence_alias_tko %t";
    needs(
        &entry("", fence),
        V13_4,
        "operation 'memory_fence_alias_tko' is not available in bytecode version TARGET",
    );
}

#[test]
fn attributes_are_gated() {
    let x = "%x: tile<f32>";
    let attribute = |name: &str, since| {
        format!("attribute '{name}' requires bytecode version {since}+, but targeting TARGET")
    };
    needs(&entry(x, "%a = tanh %x rounding<approx> : tile<f32>"), V13_2, &attribute("rounding_mode", V13_2));
    needs(&entry(x, "%a = tanh %x : tile<f32>"), V13_1, "");
    needs(&entry(x, "%a = exp %x rounding<approx> : tile<f32>"), V13_3, &attribute("rounding_mode", V13_3));
    needs(
        &entry("%i: tile<i32>", "%a = negi %i overflow<no_signed_wrap> : tile<i32>"),
        V13_2,
        &attribute("overflow", V13_2),
    );
    needs(
        &entry(x, "%a = ftoi %x signed saturating : tile<f32> -> tile<i32>"),
        V13_4,
        &attribute("saturating", V13_4),
    );
    let away = "%a = ftof %x rounding<nearest_away> : tile<f32> -> tile<f16>";
    needs(
        &entry(x, away),
        V13_4,
        "rounding mode 'nearest_away' requires bytecode version 13.4+, but targeting TARGET",
    );
    let steps = "for unsigned %i in (%n to %n, step %n) : tile<i32> { continue }";
    needs(&entry("%n: tile<i32>", steps), V13_2, &attribute("unsignedCmp", V13_2));
}

#[test]
fn rules_are_gated() {
    let x = "%x: tile<f32>";
    let returns = "%c = constant <i1: true> : tile<i1>\nloop { if %c { return } break }";
    needs(
        &entry("", returns),
        V13_4,
        "`return` inside a `loop` requires bytecode version 13.4+, but targeting TARGET (in 'return')",
    );
    let widened = "%a = ftof %x rounding<zero> : tile<f32> -> tile<f64>";
    needs(
        &entry(x, widened),
        V13_4,
        "the rounding mode of this conversion requires bytecode version 13.4+, but targeting TARGET",
    );
    needs(&entry(x, "%a = ftof %x : tile<f32> -> tile<f64>"), V13_1, "");
    let reduce = |op: &str| {
        format!(
            "%i = constant <i32: 1> : tile<8xi32>\n\
             %r = reduce %i dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>\n\
             (%a: tile<i32>, %b: tile<i32>) {{ %q = {op} : tile<i32> yield %q : tile<i32> }}"
        )
    };
    needs(&entry("", &reduce("addi %a, %b")), V13_1, "");
    needs(
        &entry("", &reduce("divi %a, %b signed")),
        V13_4,
        "inside the body of a `reduce` or `scan`, requires bytecode version 13.4+, but targeting TARGET (in 'divi')",
    );
}

#[test]
fn the_verifier_takes_the_lowest_version() {
    let returns = "%c = constant <i1: true> : tile<i1>\nloop { if %c { return } break }";
    for module in [entry("", ""), entry("", returns)] {
        let version = lowest_version(&module);
        let options = cuda_tile::verify::VerifyOptions { version, ..Default::default() };
        let verified = cuda_tile::verify::verify(&module, &options);
        assert!(verified.is_ok(), "{version}: {}", verified.diagnostics[0]);
    }
    // The producer is in a section of its own, which readers of every version take.
    let produced =
        module("cuda_tile.module @kernels attributes {producer = \"p\"} { entry @k() { return } }");
    let options = cuda_tile::verify::VerifyOptions { version: V13_1, ..Default::default() };
    assert!(cuda_tile::verify::verify(&produced, &options).is_ok());
}

#[test]
fn globals_and_producers_are_gated() {
    let global = |words: &str| {
        module(&format!(
            "cuda_tile.module @kernels {{ global {words} @g <i32: 7> : tile<1xi32> entry @k() {{ return }} }}"
        ))
    };
    needs(&global(""), V13_1, "");
    needs(
        &global("constant"),
        V13_3,
        "attribute 'constant' requires bytecode version 13.3+, but targeting TARGET (in global @g)",
    );
    needs(&global("private"), V13_3, "attribute 'symbol_visibility' requires bytecode version 13.3+");
    let produced =
        module("cuda_tile.module @kernels attributes {producer = \"p\"} { entry @k() { return } }");
    assert_eq!(lowest_version(&produced), V13_3);
    // Asked for an older version, the writer drops the producer as the reference writer does.
    let old = decode(&write(&produced, V13_2).unwrap(), &DecodeOptions::default()).unwrap();
    assert_eq!(lowest_version(&old.module), V13_1);
    let new = decode(&write(&produced, V13_4).unwrap(), &DecodeOptions::default()).unwrap();
    assert_eq!(lowest_version(&new.module), V13_3);
}

#[test]
fn types_are_gated() {
    let pass = |ty: &str| entry(&format!("%x: tile<{ty}>"), "");
    needs(
        &pass("f8E8M0FNU"),
        V13_2,
        "type 'Float8E8M0FNU' requires bytecode version 13.2+, targeting TARGET",
    );
    needs(
        &pass("fnv8E5M3FNU"),
        V13_4,
        "type 'FloatNV8E5M3FNU' requires bytecode version 13.4+, targeting TARGET",
    );
    needs(&pass("ptr<f32, <none>>"), V13_4, "type 'PointerType' requires bytecode version 13.4+");
    let nibble = "%c = constant <i8: 1> : tile<i8>\n%a = trunci %c : tile<i8> -> tile<i4>";
    needs(&entry("", nibble), V13_3, "type 'Int4' requires bytecode version 13.3+");
}

#[test]
fn tokens_of_prints_are_gated_when_used() {
    let print = "%t = print_tko \"hello\" -> token\n";
    needs(&entry("", print), V13_1, "");
    let used = format!("{print}%u = join_tokens %t, %t : token");
    needs(
        &entry("", &used),
        V13_2,
        "result 'result_token' requires bytecode version 13.2 but is being used and targeting TARGET",
    );
    let given = "%m = make_token : token\n%t = print_tko \"hello\" token=%m -> token";
    let phrase = "optional operand 'token' is provided but requires bytecode version 13.2, targeting TARGET";
    needs(&entry("", given), V13_2, phrase);
}

#[test]
fn all_errors_come_in_one_run() {
    let body = "%a = atan2 %x, %x : tile<f32>\n%b = tanh %a rounding<approx> : tile<f32>\n%c = exp %b rounding<approx> : tile<f32>";
    let errors = write(&entry("%x: tile<f32>", body), V13_1).unwrap_err();
    let codes: Vec<&str> = errors.iter().map(|error| error.code.0).collect();
    assert_eq!(codes, ["E0421"; 3]);
    assert!(CODES.iter().any(|info| info.code.0 == "E0421"));
}

#[test]
fn versions_outside_the_list_are_refused() {
    let module = entry("", "");
    for (major, minor) in [(13, 0), (13, 6), (12, 1), (250, 0)] {
        let errors = write(&module, Version { major, minor }).unwrap_err();
        let phrase =
            format!("unsupported Tile version {major}.{minor}, this writer supports versions [13.1 - 13.5]");
        assert!(errors[0].message.contains(&phrase), "{}", errors[0]);
    }
}

#[test]
fn what_bytecode_cannot_store_is_refused() {
    let barrier = entry("%x: tile<f32>", "%a = internal$optimization_barrier %x : tile<f32>");
    let errors = encode(&barrier, &EncodeOptions::default()).unwrap_err();
    assert_eq!(errors.len(), 1);
    let phrase = "error[E0422]: 'internal$optimization_barrier' cannot be stored in bytecode";
    assert!(errors[0].to_string().starts_with(phrase), "{}", errors[0]);
    assert!(errors[0].help[0].contains("keep the module as text"));
    let outside = module("cuda_tile.module @kernels { %a = constant <i32: 1> : tile<i32> }");
    let errors = encode(&outside, &EncodeOptions::default()).unwrap_err();
    let phrase =
        "error[E0424]: only function and global ops are allowed in the body of a module, not 'constant'";
    assert!(errors[0].to_string().starts_with(phrase), "{}", errors[0]);
    let named = entry("%x: tile<f32>", "%a = absf %x : tile<f32> loc(\"here\")");
    let errors = encode(&named, &EncodeOptions::default()).unwrap_err();
    let phrase = "error[E0423]: unsupported location, got NameLoc, expected DILocAttr or CallSiteLoc";
    assert!(errors[0].to_string().starts_with(phrase), "{}", errors[0]);
}

#[test]
fn test_builds_have_versions_of_their_own() {
    let testing = entry("", "testing$bytecode_test_new_attribute new_flag");
    let errors = encode(&testing, &EncodeOptions::default()).unwrap_err();
    assert!(errors.iter().any(|error| error.message.contains("test builds alone")), "{}", errors[0]);
    let options = EncodeOptions { version: Some(V250_0), testing_ops: true, ..EncodeOptions::default() };
    let bytes = encode(&testing, &options).unwrap();
    assert!(decode(&bytes, &DecodeOptions::default()).is_err());
    let decoded = decode(&bytes, &DecodeOptions { testing_ops: true, ..DecodeOptions::default() }).unwrap();
    cuda_tile::equal::same_program(&decoded.module, &testing).unwrap();
    assert_eq!(encode(&decoded.module, &options).unwrap(), bytes);
}
