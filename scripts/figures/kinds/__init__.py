"""The kinds of figures."""
