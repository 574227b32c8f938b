"""Turn what lenient programs write as JSON into JSON."""

import re

# Possessive throughout: linear in time, and no state is kept for a long string. One that never ends
# is a token, too: else it would be read again from each quote in it.
TOKEN = re.compile(
    r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|(?P<endless>\\?\Z))|NaN|-?Infinity|,\s*+(?=[\]}])', re.DOTALL
)
ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|(?P<bad>[^\"\\/bfnrtu]|u(?![0-9a-fA-F]{4}))|.)"
)
CONTROL = re.compile(r"[\x00-\x1f]")


def mend_json(text: str) -> str:
    """Replace what JSON forbids and programs still write.

    ``NaN`` and ``Infinity`` become ``null``; a comma before a closing bracket goes; in strings,
    control characters and stray backslashes are escaped, and half a surrogate pair becomes U+FFFD.
    """
    return TOKEN.sub(_mend_token, text)


def _mend_token(match: re.Match) -> str:
    token = match[0]
    if token[0] == ",":
        return ""
    if token[0] != '"':
        return "null"
    if match["endless"] is not None:
        return token  # nothing follows it that could make it JSON
    token = CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", token)
    return ESCAPE.sub(_mend_escape, token) if "\\" in token else token


def _mend_escape(match: re.Match) -> str:
    if match["lone"]:
        return "\\ufffd"
    return "\\" + match[0] if match["bad"] else match[0]
