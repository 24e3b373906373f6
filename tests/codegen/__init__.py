"""Machine-code tests of the processors' kernels."""
