"""Writes the parts of the documentation that a run renews."""


def put_between(path, begin, end, text):
    """Replaces what the file has between two marks."""
    head, rest = path.read_text().split(begin)
    path.write_text(head + begin + "\n" + text + end + rest.split(end, 1)[1])
