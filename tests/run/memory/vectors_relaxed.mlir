// RUN: run --grid 1 --arg 'x:i16[1024]=iota' --arg 'y:i16[1024]=zeros' --show back --print y
// %back = [   0    1    2 ... 1021 1022 1023]
// y = [   0    1    2 ... 1021 1022 1023]
//
// Accesses that take part in synchronisation move elements one by one, however well they are aligned: an element of them may
// be what another thread waits for.
cuda_tile.module @tests {
  entry @k(%x0: tile<ptr<i16>>, %y0: tile<ptr<i16>>) {
    %i = iota : tile<1024xi32>
    %x = assume div_by<16>, %x0 : tile<ptr<i16>>
    %x1 = reshape %x : tile<ptr<i16>> -> tile<1xptr<i16>>
    %xs = broadcast %x1 : tile<1xptr<i16>> -> tile<1024xptr<i16>>
    %xp = offset %xs, %i : tile<1024xptr<i16>>, tile<1024xi32> -> tile<1024xptr<i16>>
    %y = assume div_by<16>, %y0 : tile<ptr<i16>>
    %y1 = reshape %y : tile<ptr<i16>> -> tile<1xptr<i16>>
    %ys = broadcast %y1 : tile<1xptr<i16>> -> tile<1024xptr<i16>>
    %yp = offset %ys, %i : tile<1024xptr<i16>>, tile<1024xi32> -> tile<1024xptr<i16>>
    %v, %t = load_ptr_tko relaxed device %xp : tile<1024xptr<i16>> -> tile<1024xi16>, token
    %written = store_ptr_tko release device %yp, %v token = %t : tile<1024xptr<i16>>, tile<1024xi16> -> token
    %back, %t2 = load_ptr_tko acquire device %yp token = %written : tile<1024xptr<i16>> -> tile<1024xi16>, token
    return
  }
}
