"""What goes wrong, as one line for the user and an exit code: 2 wrong usage, 3 something is
missing, 4 an unreadable or invalid input file."""


class Refusal(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def usage(message):
    return Refusal(2, message)


def missing(message):
    return Refusal(3, message)


def invalid(path, message):
    return Refusal(4, f"{path}: {message}")
