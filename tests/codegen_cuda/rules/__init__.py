"""What the machine code of a CUDA kernel has to look like, by family."""
