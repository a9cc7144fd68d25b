cuda_tile.module @two_kinds {
  global @table <f32: [1.0, 2.0]> : tile<2xf32>

  entry @misspelt(%x: tile<f32>) {
    %0 = adf %x, %x : tile<f32>
    return
  }

  entry @mistyped(%x: tile<i32>) {
    %0 = addf %x, %x : tile<i32>
    %1 = get_global @table : tile<ptr<i32>>
    return
  }

  entry @misplaced(%x: tile<i1>) {
    if %x {
      break
    }
    return
  }
}
