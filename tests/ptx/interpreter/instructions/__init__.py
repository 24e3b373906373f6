"""The instructions that the interpreter knows, by what they do."""
