"""Executes PTX: programs are read, each instruction becomes a step, and a machine of many threads
takes the steps."""
