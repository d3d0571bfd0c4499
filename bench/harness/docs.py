"""Parts of documentation that a run writes."""


def put_between(path, begin, end, text):
    """Replaces what the file has between two marks."""
    head, rest = path.read_text().split(begin)
    path.write_text(head + begin + "\n" + text + end + rest.split(end, 1)[1])
