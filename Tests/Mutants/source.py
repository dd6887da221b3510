"""Where a Swift source can be changed: each site of one operator, constant or condition, and what it can become.

It reads text, not syntax: swift-format keeps the text regular enough. What does not compile is dropped later.
"""
import hashlib
import re
from dataclasses import dataclass, replace

# What is no rule: checks against our own mistakes, what goes to the log, and hints to the allocator.
SKIPPED = re.compile(
    r"\b(?:precondition|preconditionFailure|assert|assertionFailure|fatalError|reserveCapacity|combine"
    r"|minimumCapacity)\(|\.log\(|\bkeepingCapacity: \w+|\breserving: [^,\n]*|(?m:^\s*@[^\n]*$)|(?m:^\s*#(?:if|elseif)[^\n]*$)|(?m:^[^\n]*\bimport [^\n]*$)")
# A raw value has to be a literal.
RAW_VALUE = re.compile(r"^\s*(?:indirect )?case \w+ = ", re.M)
FLIPS = {
    "<": ["<=", ">"], "<=": ["<", ">"], ">": [">=", "<"], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "&": ["|"],
    "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"], "&+": ["&-"], "&-": ["&+"], "+=": ["-="], "-=": ["+="],
    "&+=": ["&-="], "&-=": ["&+="], "..<": ["..< less"], "...": ["... less"],
}
COMPARISONS = ("<", "<=", ">", ">=")
BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}

SPACED = re.compile(r"(?<=\s)(<=|>=|==|!=|&&|\|\||&\+=|&-=|&\+|&-|\+=|-=|<<|>>|<|>|\+|-|\*|/|%|&|\||\^)(?=\s)")
RANGE = re.compile(r"(?<=[\w)\]])(\.\.<|\.\.\.)(?=[\w(])")
NUMBER = re.compile(r"(?<![\w.$#])(0[xX][\dA-Fa-f_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e-?\d+)?)(?!\w)")
BOOLEAN = re.compile(r"(?<![\w.])(true|false)\b")
NOT = re.compile(r"(?<=[\s(\[{])!(?=[\w(.])")
CONDITION = re.compile(r"(?<![\w.`])(if|guard|while|where)\s+")


@dataclass(frozen=True)
class Mutant:
    path: str      # from the root of the repository
    start: int     # where the changed text begins, and where it ends
    end: int
    kind: str      # "operator", "constant" or "condition"
    text: str      # what stands there
    becomes: str   # what it becomes
    line: int
    source: str    # the line, for people and for the list of equivalents
    nth: int = 1   # which of those on this line that read alike

    @property
    def what(self):
        change = f"is always {self.becomes}" if self.kind == "condition" else f"becomes {self.becomes}"
        return f"{self.text} {change}" + (f" #{self.nth}" if self.nth > 1 else "")

    @property
    def key(self):
        """The same whatever else changes in the file."""
        return hashlib.sha256("\t".join((self.path, self.source, self.what)).encode()).hexdigest()[:8]

    @property
    def module(self):
        return self.path.split("/")[1]


def blanked(text):
    """The same text with spaces for comments, strings, and what is no rule."""
    out = list(text)

    def blank(start, end):
        for index in range(start, end):
            if out[index] != "\n":
                out[index] = " "

    index = 0
    while index < len(text):
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", index):
            end = text.find("*/", index) + 2
        elif text[index] == '"' or text.startswith('#"', index):
            end = string_end(text, index)
        else:
            index += 1
            continue
        is_string = text[index] in '"#'
        blank(index, end)
        # A string stays an operand.
        if is_string:
            out[index] = out[end - 1] = '"'
        index = end
    code = "".join(out)
    for found in SKIPPED.finditer(code):
        blank(found.start(), closing(code, found.end() - 1) + 1 if found.group().endswith("(") else found.end())
    for found in RAW_VALUE.finditer(code):
        blank(found.start(), code.find("\n", found.start() + 1))
    return "".join(out)


def string_end(text, start):
    """Behind the string that begins here, with what is interpolated into it."""
    if text[start] == "#":
        return text.index('"#', start + 2) + 2
    quote = '"""' if text.startswith('"""', start) else '"'
    index = start + len(quote)
    while not text.startswith(quote, index):
        if text.startswith("\\(", index):
            depth, index = 1, index + 2
            while depth:
                if text[index] == '"':
                    index = string_end(text, index)
                    continue
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
        else:
            index += 2 if text[index] == "\\" else 1
    return index + len(quote)


def closing(code, start):
    """The bracket that closes the one here."""
    depth = 0
    for index in range(start, len(code)):
        depth += BRACKETS.get(code[index], 0)
        if depth == 0:
            return index
    return len(code) - 1


def constants(text):
    """What a constant becomes: a small one its neighbours, a large one three times as much or a third."""
    if text[:2] in ("0x", "0X", "0b"):
        return [f"({text} + 1)"]
    plain = text.replace("_", "")
    if "." in plain or "e" in plain:
        value = float(plain)
        return [repr(value * 3), repr(value / 3)] if value else ["1.0"]
    value = int(plain)
    if value < 4:
        return [str(value + 1)] + ([str(value - 1)] if value > 1 else [])
    return [str(value * 3), str(value // 3)]


def clauses(code, start):
    """The clauses of a condition that begins here: (start, end) of each that is an expression."""
    depth, begin, index, found = 0, start, start, []
    while index < len(code) and depth >= 0:
        character = code[index]
        ends = character == "{" or (re.match(r"else\b", code[index:index + 5])
                                    and not (code[index - 1].isalnum() or code[index - 1] in "_."))
        if depth == 0 and (ends or character in ",;:"):
            found.append((begin, index))
            begin = index + 1
            if character != ",":
                break
        depth += BRACKETS.get(character, 0)
        index += 1
    for begin, end in found:
        while begin < end and code[begin].isspace():
            begin += 1
        while end > begin and code[end - 1].isspace():
            end -= 1
        text = code[begin:end]
        if text and not re.match(r"(let|var|case|unsafe let)\b|#", text) and "{" not in text \
                and not re.search(r"(?<![=!<>])=(?!=)", text):
            yield begin, end


def mutants(path, text):
    """All that can be changed in a source."""
    code = blanked(text)
    lines = text.split("\n")
    found = []

    def add(start, end, kind, becomes):
        line = code.count("\n", 0, start)
        found.append(Mutant(path, start, end, kind, " ".join(text[start:end].split()), becomes, line + 1,
                            " ".join(lines[line].split())))

    for match in list(SPACED.finditer(code)) + list(RANGE.finditer(code)):
        operator = match.group(1)
        if code[:match.start(1)].endswith("func "):
            continue
        # Three times nothing is nothing, and the wording of a text is no rule.
        right = code[match.end(1):].lstrip()
        if operator == "+" and (right.startswith('"') or code[:match.start(1)].rstrip().endswith('"')):
            continue
        scales = operator in COMPARISONS and not re.match(r"(0|\.zero)\b(?!\.)", right)
        for becomes in FLIPS[operator] + ([f"{operator} 3 *"] if scales else []):
            add(match.start(1), match.end(1), "operator", becomes)
    for match in NUMBER.finditer(code):
        for becomes in constants(match.group(1)):
            add(match.start(1), match.end(1), "constant", becomes)
    for match in BOOLEAN.finditer(code):
        add(match.start(1), match.end(1), "constant", "false" if match.group(1) == "true" else "true")
    for match in NOT.finditer(code):
        add(match.start(), match.end(), "operator", "nothing")
    for match in CONDITION.finditer(code):
        before = code[:match.start()]
        if match.group(1) == "while" and before.rstrip().endswith("}"):
            continue
        if match.group(1) == "where" and re.search(r"\b(func|init|extension|struct|protocol)\b",
                                                   before.rsplit("\n", 1)[-1]):
            continue
        for start, end in clauses(code, match.end()):
            for becomes in ("true", "false"):
                add(start, end, "condition", becomes)
    alike, numbered = {}, []
    for each in sorted(found, key=lambda each: (each.start, each.end, each.becomes)):
        name = (each.line, each.what)
        alike[name] = alike.get(name, 0) + 1
        numbered.append(replace(each, nth=alike[name]))
    return numbered
