//! Rows that are loaded by their numbers through addresses, and become loads of a gather view.

use ir::generic::{parse_text, print, verify};
use ir::pass::{Pipeline, Unwatched};
use tileaa::TileAa;

/// 128 rows of the left operand, as cuTile's `gather` loads them.
const PROGRAM: &str = r#"tileaa.module @m {
  func @product <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
    %h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %deep = constant <value = 64> : i32
    %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
    %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
    %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
    %x = get_program_id <axis = 0> : i32
    %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
    %wide = exti %picked <signed> : tile<128xi32> -> tile<128xi64>
    %tall = view %wide : tile<128xi64> -> tile<128x1xi64>
    %all = broadcast %tall : tile<128x1xi64> -> tile<128x64xi64>
    %h64 = exti %h <signed> : i32 -> i64
    %h11 = view %h64 : i64 -> tile<1x1xi64>
    %hs = broadcast %h11 : tile<1x1xi64> -> tile<128x64xi64>
    %is_row = cmpi %all, %hs <predicate = less_than> : tile<128x64xi64>, tile<128x64xi64> -> tile<128x64xi1>
    %s64 = exti %s <signed> : i32 -> i64
    %s11 = view %s64 : i64 -> tile<1x1xi64>
    %ss = broadcast %s11 : tile<1x1xi64> -> tile<128x64xi64>
    %starts = muli %all, %ss : tile<128x64xi64>
    %w64 = exti %w <signed> : i32 -> i64
    %w11 = view %w64 : i64 -> tile<1x1xi64>
    %ws = broadcast %w11 : tile<1x1xi64> -> tile<1x64xi64>
    %base11 = view %base : ptr -> tile<1x1xptr>
    %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
    %range = make_range : tile<64xi32>
    %nothing = constant <value = 0x0> : tile<128x64xf16>
    %sums = constant <value = 0.0> : tile<128x64xf32>
    %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
      %at = muli %i, %deep : i32
      %at1 = view %at : i32 -> tile<1xi32>
      %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %at64, %range : tile<64xi32>
      %columns64 = exti %columns <signed> : tile<64xi32> -> tile<64xi64>
      %flat = view %columns64 : tile<64xi64> -> tile<1x64xi64>
      %is_column1 = cmpi %flat, %ws <predicate = less_than> : tile<1x64xi64>, tile<1x64xi64> -> tile<1x64xi1>
      %is_column = broadcast %is_column1 : tile<1x64xi1> -> tile<128x64xi1>
      %inside = andi %is_row, %is_column : tile<128x64xi1>
      %across = broadcast %flat : tile<1x64xi64> -> tile<128x64xi64>
      %offsets = addi %starts, %across : tile<128x64xi64>
      %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi64> -> tile<128x64xptr>
      %left, %left_read = load %pointers, [%inside], [%nothing] : tile<128x64xptr>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
      %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
      continue [%next] : tile<128x64xf32>
    }
    %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
"#;

/// The program after the pass, and whether that changed it.
#[track_caller]
fn after(changes: &[(&str, &str)]) -> (String, bool) {
    let text = changes.iter().fold(PROGRAM.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "the program has no {old:?}");
        text.replace(old, new)
    });
    let mut module = parse_text::<TileAa>(&text);
    assert_eq!(verify(&module), [], "{text}");
    let pass = Pipeline::parse("raise-gathers,dce", tileaa::passes::PASSES).expect("these are passes");
    let changed = pass.run(&mut module, &mut Unwatched).expect("the passes take every module");
    assert_eq!(verify(&module), [], "{text}");
    let text = print::<TileAa>(&module, false);
    let is_raised = text.contains("gather = 0");
    assert!(changed || !is_raised);
    (text, is_raised)
}

/// The pass leaves the program with these changes as it is.
#[track_caller]
fn stays(changes: &[(&str, &str)]) {
    let (text, is_raised) = after(changes);
    assert!(!is_raised, "{text}");
}

#[test]
fn rows_of_addresses_become_rows_of_a_view() {
    let (text, is_raised) = after(&[]);
    assert!(is_raised, "{text}");
    // The mask says how large the memory is, which is described before the loop.
    let described = text.find("make_memref %base, [%h, %w], [%s64]").expect("the memory is described");
    assert!(described < text.find("= for ").expect("there is a loop"), "{text}");
    assert!(text.contains("[%picked, "), "{text}");
}

#[test]
fn comparisons_with_a_sign_are_those_without_where_numbers_have_none() {
    let signed = "cmpi %flat, %ws <predicate = less_than, signed>";
    assert!(after(&[("cmpi %flat, %ws <predicate = less_than>", signed)]).1);
    stays(&[("cmpi %all, %hs <predicate = less_than>", "cmpi %all, %hs <predicate = less_than, signed>")]);
}

#[test]
fn masks_that_are_no_bounds_of_memory_stay() {
    stays(&[("cmpi %all, %hs <predicate = less_than>", "cmpi %all, %hs <predicate = less_than_or_equal>")]);
    stays(&[("andi %is_row, %is_column", "ori %is_row, %is_column")]);
    stays(&[("cmpi %flat, %ws", "cmpi %flat, %flat")]);
    // Numbers of other rows, or an extent that may be negative or long.
    let others = "%other = make_range : tile<128xi64>\n    %tall2 = view %other : tile<128xi64> -> tile<128x1xi64>\n    \
                  %all2 = broadcast %tall2 : tile<128x1xi64> -> tile<128x64xi64>\n    %is_row = cmpi %all2, %hs";
    stays(&[("%is_row = cmpi %all, %hs", others)]);
    stays(&[(
        "%h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]>",
        "%h = assume %height <kind = bounded, numbers = [-1, 9223372036854775807]>",
    )]);
}

/// A load without a mask.
const UNMASKED: (&str, &str) = (
    "load %pointers, [%inside], [%nothing] : tile<128x64xptr>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token",
    "load %pointers : tile<128x64xptr> -> tile<128x64xf16>, token",
);

#[test]
fn memory_without_bounds_has_what_numbers_reach() {
    let natural = "%known = assume %picked <kind = bounded, numbers = [0, 9223372036854775807]> : tile<128xi32>\n    \
                   %wide = exti %known <signed> :";
    let (text, is_raised) = after(&[UNMASKED, ("%wide = exti %picked <signed> :", natural)]);
    assert!(is_raised && text.contains("memref<2147483648x2147483648xf16, [?, 1]>"), "{text}");
    let (text, is_raised) = after(&[("andi %is_row, %is_column", "andi %is_row, %is_row")]);
    assert!(is_raised && text.contains("memref<?x2147483648xf16, [?, 1]>"), "{text}");
    // Numbers that may be negative, which are before the memory.
    stays(&[UNMASKED]);
    // A column that may be before its row.
    stays(&[
        ("andi %is_row, %is_column", "andi %is_row, %is_row"),
        ("= for %zero, %steps", "= for %count, %steps"),
    ]);
}

#[test]
fn conditions_on_rows_give_numbers_outside_of_the_memory() {
    let condition = |predicate: &str| {
        format!(
            "%limits1 = view %count : i32 -> tile<1xi32>\n    %limits = broadcast %limits1 : tile<1xi32> -> tile<128xi32>\n    \
             %holds = cmpi %picked, %limits <predicate = {predicate}, signed> : tile<128xi32>, tile<128xi32> -> tile<128xi1>\n    \
             %holds1 = view %holds : tile<128xi1> -> tile<128x1xi1>\n    \
             %also = broadcast %holds1 : tile<128x1xi1> -> tile<128x64xi1>\n    %nothing ="
        )
    };
    let both = (
        "%inside = andi %is_row, %is_column : tile<128x64xi1>",
        "%both = andi %is_row, %is_column : tile<128x64xi1>\n      %inside = andi %both, %also : tile<128x64xi1>",
    );
    let (text, is_raised) = after(&[("%nothing =", &condition("less_than")), both]);
    assert!(is_raised && text.contains("select %holds, %picked, "), "{text}");
    // Without a bound, a condition has to say that numbers are not negative.
    let alone = ("%inside = andi %is_row, %is_column", "%inside = andi %also, %is_column");
    stays(&[("%nothing =", &condition("less_than")), alone]);
    stays(&[("%nothing =", &condition("greater_than_or_equal")), alone]);
    let zero = condition("greater_than_or_equal").replace("view %count", "view %zero");
    let (text, is_raised) = after(&[("%nothing =", &zero), alone]);
    assert!(is_raised && text.contains("memref<2147483648x?xf16, [?, 1]>"), "{text}");
}

#[test]
fn masked_out_elements_are_zero() {
    stays(&[("%nothing = constant <value = 0x0>", "%nothing = constant <value = 0x3c00>")]);
}

/// The product of numbers and stride in 32 bits, extended for the sum.
fn narrow(overflow: &str) -> (String, String) {
    let old = "    %s64 = exti %s <signed> : i32 -> i64\n    %s11 = view %s64 : i64 -> tile<1x1xi64>\n    \
               %ss = broadcast %s11 : tile<1x1xi64> -> tile<128x64xi64>\n    %starts = muli %all, %ss : tile<128x64xi64>\n";
    let new = format!(
        "    %tall32 = view %picked : tile<128xi32> -> tile<128x1xi32>\n    \
         %all32 = broadcast %tall32 : tile<128x1xi32> -> tile<128x64xi32>\n    %s11 = view %s : i32 -> tile<1x1xi32>\n    \
         %ss = broadcast %s11 : tile<1x1xi32> -> tile<128x64xi32>\n    %starts32 = muli %all32, %ss{overflow} : tile<128x64xi32>\n    \
         %starts = exti %starts32 <signed> : tile<128x64xi32> -> tile<128x64xi64>\n"
    );
    (old.to_owned(), new)
}

#[test]
fn narrow_products_must_not_wrap() {
    let (old, new) = narrow(" <overflow = no_signed_wrap>");
    assert!(after(&[(&old, &new)]).1);
    let (old, new) = narrow("");
    stays(&[(&old, &new)]);
    // Without a sign, the product may be 2^31 and more, and the extended one is negative.
    let (old, new) = narrow(" <overflow = no_unsigned_wrap>");
    stays(&[(&old, &new)]);
}

#[test]
fn offsets_of_other_forms_stay() {
    stays(&[("muli %all, %ss", "muli %all, %all")]);
    stays(&[("addi %starts, %across", "subi %starts, %across")]);
    stays(&[("<bytes = 2>", "<bytes = 4>")]);
    // A column that begins before the row.
    stays(&[(
        "%at = muli %i, %deep : i32",
        "%before = constant <value = -64> : i32\n      %at = muli %i, %before : i32",
    )]);
}

#[test]
fn numbers_of_few_bits_are_extended_before() {
    let short = [
        ("memref<?xi32, [1]>", "memref<?xi16, [1]>"),
        ("-> tile<128xi32>, token", "-> tile<128xi16>, token"),
        ("exti %picked <signed> : tile<128xi32>", "exti %picked <signed> : tile<128xi16>"),
    ];
    let (text, is_raised) = after(&short);
    // A negative number of 16 bits is another one without its sign.
    assert!(is_raised && text.contains("[%wide, "), "{text}");
}

#[test]
fn only_kernels_with_agents_change() {
    stays(&[("@product <agents>", "@product")]);
}
