"""What scripts/versus_peers is made of: which kernels correspond, how each program is run, the
statistics of pairs, and the report."""
