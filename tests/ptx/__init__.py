"""The CUDA kernels executed without a GPU: an interpreter of their PTX, launches, and checks."""
