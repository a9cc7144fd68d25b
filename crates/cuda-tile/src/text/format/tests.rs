//! Text that is laid out.

use super::*;

fn formatted(text: &str) -> String {
    match format(&Source::new("k.mlir", text), &FormatOptions::default()) {
        Ok(text) => text,
        Err(diagnostics) => panic!("{diagnostics:?}"),
    }
}

/// `messy` becomes `neat`, and `neat` stays.
fn check(messy: &str, neat: &str) {
    assert_eq!(formatted(messy), neat);
    assert_eq!(formatted(neat), neat);
}

#[test]
fn comments_and_empty_lines_stay_with_what_they_belong_to() {
    check(
        "// head


!t   =   !cuda_tile.tile< 4 x f32 >   // an alias
#l = loc( \"a.py\" : 3 : 4 )
cuda_tile.module   @m   attributes { producer=\"x // y\" } {   // opens

  // first

  cuda_tile.global   @g <  i32 :  [ 1 ,2 ] >:tile<2xi32>
  entry @k ( %a : !t , %p:!cuda_tile.tile< !cuda_tile.ptr<f32> > ) optimization_hints = < sm_90={occupancy=1} > {
      %b = cuda_tile.addf %a , // left
         // between
         %a   rounding < zero >:!t
      %c = cuda_tile.addf % a , %b :!t


    // end
  } loc( #l )
}
// tail",
        "// head

!t = !cuda_tile.tile<4xf32> // an alias
#l = loc(\"a.py\":3:4)
cuda_tile.module @m attributes {producer = \"x // y\"} { // opens
  // first

  global @g <i32: [1, 2]> : tile<2xi32>
  entry @k(%a: !t, %p: tile<ptr<f32>>) optimization_hints=<sm_90 = {occupancy = 1}> {
    %b = addf %a, // left
        // between
        %a rounding<zero> : !t
    %c = addf %a, %b : !t

    // end
  } loc(#l)
}
// tail
",
    );
}

#[test]
fn ops_get_lines_of_their_own() {
    check(
        "cuda_tile.module @m { entry @k(%p : tile<ptr<f32>>) {
 %v = make_tensor_view %p , shape=[4,4],strides=[4,1]: tensor_view<4x4xf32,strides=[ 4 , 1 ]>
}}",
        "cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xf32, strides=[4,1]>
  }
}
",
    );
    check(
        "cuda_tile.module @m { entry @k(%i : tile<i32>, %x:tile<i1>, %t:tile<2xf32>) { if%x{
 }else{ // other
 print_tko\"a\",%i:tile<i32>->token return } loc(callsite(\"a\":1:2 at fused[\"b\":1:2,\"c\"(\"d\":3:4 to 5:6)]))
 %r = reduce %t dim = 0 identities = [-1.5:f32]:tile<2xf32>->tile<f32>
   (%q:tile<f32>, %w:tile<f32>) { yield %q:tile<f32> }
 %y=assume #cuda_tile.bounded<0,?>,%i:tile<i32>
 %z = permute %t[0]:tile<2xf32>->tile<2xf32>
 %n:2=loop iter_values(%a=%i,%b=%y):tile<i32>,tile<i32>->tile<i32>,tile<i32>{continue %b,%a:tile<i32>,tile<i32>}
 %g = experimental$generate { ^bb0(%j: tile<i32>): yield %j:tile<i32> } : tile<4xi32>
}}",
        "cuda_tile.module @m {
  entry @k(%i: tile<i32>, %x: tile<i1>, %t: tile<2xf32>) {
    if %x {
    } else { // other
      print_tko \"a\", %i : tile<i32> -> token
      return
    } loc(callsite(\"a\":1:2 at fused[\"b\":1:2, \"c\"(\"d\":3:4 to 5:6)]))
    %r = reduce %t dim=0 identities=[-1.5 : f32] : tile<2xf32> -> tile<f32> (%q: tile<f32>, %w: tile<f32>) {
      yield %q : tile<f32>
    }
    %y = assume bounded<0, ?>, %i : tile<i32>
    %z = permute %t [0] : tile<2xf32> -> tile<2xf32>
    %n:2 = loop iter_values(%a = %i, %b = %y) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      continue %b, %a : tile<i32>, tile<i32>
    }
    %g = experimental$generate {
    ^bb0(%j: tile<i32>):
      yield %j : tile<i32>
    } : tile<4xi32>
  }
}
",
    );
}

/// A kernel whose signature is a line of that many columns.
fn kernel_of_width(width: usize) -> String {
    let line = "  entry @k(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %: tile<i32>) {";
    let name = "n".repeat(width - line.len());
    format!("cuda_tile.module @m {{\n{}\n  }}\n}}\n", line.replace("%:", &format!("%{name}:")))
}

#[test]
fn a_signature_breaks_when_it_is_longer_than_a_line() {
    let fits = kernel_of_width(120);
    check(&fits, &fits);
    let name = "n".repeat(121 - kernel_of_width(70).lines().nth(1).map_or(0, str::len) + 4);
    let broken = format!(
        "cuda_tile.module @m {{
  entry @k(
      %a: tile<ptr<f32>>,
      %b: tile<ptr<f32>>,
      %{name}: tile<i32>
  ) {{
  }}
}}
"
    );
    check(&kernel_of_width(121), &broken);
}

#[test]
fn a_broken_signature_that_fits_becomes_a_line() {
    check(
        "cuda_tile.module @m {
  entry @k(
      %x: tile<i32>,
      %y: tile<i32>
  ) {
  }
}",
        "cuda_tile.module @m {
  entry @k(%x: tile<i32>, %y: tile<i32>) {
  }
}
",
    );
}

#[test]
fn comments_stay_with_parameters_of_a_broken_signature() {
    check(
        "cuda_tile.module @m { entry @k( // the arrays
 %input: tile<ptr<f32>>, // read
 // and
 %output: tile<ptr<f32>>, %first_extent: tile<i32>, %second_extent: tile<i32>, %third_extent: tile<i32>, %fourth: tile<i32> // last
 ) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
}}",
        "cuda_tile.module @m {
  entry @k( // the arrays
      %input: tile<ptr<f32>>, // read
      // and
      %output: tile<ptr<f32>>,
      %first_extent: tile<i32>,
      %second_extent: tile<i32>,
      %third_extent: tile<i32>,
      %fourth: tile<i32> // last
  ) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
  }
}
",
    );
}

#[test]
fn views_are_set_as_they_print() {
    check(
        "cuda_tile.module @m { entry @k(%p : tile<ptr<f32>>, %i: tile<i32>) {
 %v = make_tensor_view %p, shape = [%i, 16], strides = [%i, 1] : tile<i32> -> tensor_view<?x16xf32, strides=[?, 1]>
 %s = make_strided_view %v : strided_view< tile = ( 4 x 8 ) , traversal_strides=[3 , 5], padding_value=nan, \
 tensor_view<? x 16 x f32, strides=[?, 1]>, dim_map = [1,0]>
 %x,%t = load_view_tko weak %s [ %i,%i ] : strided_view<tile=(4x8), traversal_strides=[3,5], \
 padding_value = nan, tensor_view<?x16xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x8xf32>, token
}}",
        "cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [%i, 16], strides = [%i, 1] : tile<i32> -> tensor_view<?x16xf32, strides=[?,1]>
    %s = make_strided_view %v : strided_view<tile=(4x8), traversal_strides=[3,5], padding_value = nan, tensor_view<?x16xf32, strides=[?,1]>, dim_map=[1, 0]>
    %x, %t = load_view_tko weak %s[%i, %i] : strided_view<tile=(4x8), traversal_strides=[3,5], padding_value = nan, tensor_view<?x16xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x8xf32>, token
  }
}
",
    );
}

#[test]
fn the_generic_form_keeps_its_prefixes() {
    check(
        "\"cuda_tile.module\"()<{sym_name=\"m\"}>({ \"cuda_tile.entry\"() <{function_type = (!cuda_tile.tile<i32>) -> (), \
         sym_name = \"k\"}> ({ ^bb0(%a : !cuda_tile.tile<i32>):
          %s=\"cuda_tile.addi\"(%a,%a):(!cuda_tile.tile<i32>,!cuda_tile.tile<i32>)->!cuda_tile.tile<i32>
          \"cuda_tile.return\"():()->() }):()->() }):()->()",
        "\"cuda_tile.module\"() <{sym_name = \"m\"}> ({
  \"cuda_tile.entry\"() <{function_type = (!cuda_tile.tile<i32>) -> (), sym_name = \"k\"}> ({
  ^bb0(%a: tile<i32>):
    %s = \"cuda_tile.addi\"(%a, %a) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    \"cuda_tile.return\"() : () -> ()
  }) : () -> ()
}) : () -> ()
",
    );
}

#[test]
fn what_cannot_be_read_is_said() {
    let source = Source::new("k.mlir", "cuda_tile.module @m { entry @k() { %x = nothing } }");
    assert!(format(&source, &FormatOptions::default()).is_err());
}

fn renamed(text: &str) -> Result<String, Vec<Diagnostic>> {
    format(&Source::new("k.mlir", text), &FormatOptions { rename: true, ..FormatOptions::default() })
}

#[test]
fn values_get_canonical_names_and_comments_stay() {
    let text = "cuda_tile.module @m {
  entry @k(%n: tile<i32>, %p: tile<ptr<f32>>) {
    // where
    %where:3 = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %n2 = addi %n, %where#1 : tile<i32> // sum
    %sum = for %i in (%zero to %n2, step %n) : tile<i32> iter_values(%x = %zero) -> (tile<i32>) {
      %n3 = addi %x, %i : tile<i32>
      continue %n3 : tile<i32>
    }
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    get_tensor_shape %v : tensor_view<4xf32, strides=[1]> -> tile<i32>
  }
}
";
    assert_eq!(
        renamed(text).expect("it can be renamed"),
        "cuda_tile.module @m {
  entry @k(%arg0: tile<i32>, %arg1: tile<ptr<f32>>) {
    // where
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %0 = addi %arg0, %blockId_y : tile<i32> // sum
    %for = for %loopIdx in (%cst_0_i32 to %0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_0_i32) -> (tile<i32>) {
      %2 = addi %iterArg0, %loopIdx : tile<i32>
      continue %2 : tile<i32>
    }
    %tview = make_tensor_view %arg1, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %1 = get_tensor_shape %tview : tensor_view<4xf32, strides=[1]> -> tile<i32>
  }
}
"
    );
}
