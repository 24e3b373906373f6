"""What the machine code of a kernel has to look like, by architecture and family."""
