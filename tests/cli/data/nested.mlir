cuda_tile.module @k {
entry @e(%c: tile<i1>) {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
if %c {
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
return
}
}
