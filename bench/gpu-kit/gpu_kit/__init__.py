"""The part of the GPU kit that runs beside a GPU: Python 3.8, NumPy and the CUDA driver, nothing else that must be there."""
