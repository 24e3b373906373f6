"""Reads machine code as disassemblers print it."""
