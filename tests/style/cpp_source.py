"""C++ source as the style tests look at it: without comments, with its string literals."""

import re

# Raw strings first: inside them nothing else has a meaning.
TOKEN = re.compile(r'R"(?P<mark>[^(\s]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\\n])+\''
                   r'|(?P<comment>//[^\n]*|/\*.*?\*/)', re.S)


def without_comments(text):
    """The source with blanks for its comments, so that lines and columns stay what they were."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0]) if match["comment"] else match[0]
    return TOKEN.sub(blank, text)


def literals(text):
    """Every string literal with the number of its line; what stands in comments is none."""
    for match in TOKEN.finditer(text):
        value = match["text"] if match["text"] is not None else match["raw"]
        if value is not None:
            yield text.count("\n", 0, match.start()) + 1, value


def source_files(top, *folders):
    for folder in folders:
        for path in sorted((top / folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".def", ".cu") and path.is_file():
                yield path
