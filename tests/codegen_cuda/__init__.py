"""Machine-code tests of the CUDA kernels."""
