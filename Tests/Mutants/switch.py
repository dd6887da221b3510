"""Sources in which every chosen mutant is compiled at once, and one of them is switched on when the program starts.

An operator becomes one of its own, which does as the original does unless its mutant is on. It has the precedence of the
original, so no expression has to be taken apart. A constant becomes a choice of two, a condition an argument.
"""
DIGITS = "⊕⊖⊗⊘⊙⊚⊛⊜⊞⊟"
PRECEDENCE = {
    "&&": "LogicalConjunction", "||": "LogicalDisjunction", "..<": "RangeFormation", "...": "RangeFormation",
    "<<": "BitwiseShift", ">>": "BitwiseShift",
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), "Comparison"),
    **dict.fromkeys(("+", "-", "&+", "&-", "|", "^"), "Addition"),
    **dict.fromkeys(("*", "/", "%", "&"), "Multiplication"),
    **dict.fromkeys(("+=", "-=", "&+=", "&-="), "Assignment"),
}
OTHER = {"==": "!=", "&&": "||", "+": "-", "*": "/", "&": "|", "<<": ">>", "&+": "&-", "+=": "-=", "&+=": "&-="}
OTHER |= {value: key for key, value in OTHER.items()} | {"^": "&", "%": "*"}
PRELUDE = """
// Written by Tests/Mutants/run.
import Glibc

private let chosen%(module)s: Int = getenv("HOTCOLD_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
/// A byte for each mutant in a file: 1 if it was reached, 2 if it means nothing for the types there.
private nonisolated(unsafe) let reached%(module)s: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("HOTCOLD_REACHED") else { return nil }
    let file = open(path, O_RDWR)
    let memory = mmap(nil, %(bytes)d, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard file >= 0, let memory, memory != MAP_FAILED else { exit(98) }
    return memory.assumingMemoryBound(to: UInt8.self)
}()
package func mutant%(module)s(_ number: Int) -> Bool {
    if let reached%(module)s { reached%(module)s[number] = 1 }
    return chosen%(module)s == number
}
package func meaningless%(module)s(_ number: Int) {
    if let reached%(module)s { reached%(module)s[number] = 2 }
}
package func condition%(module)s(_ number: Int, _ always: Bool, _ value: Bool) -> Bool {
    mutant%(module)s(number) ? always : value
}
"""


def name(number):
    return "⊡" + "".join(DIGITS[int(digit)] for digit in str(number))


def overloads(operator):
    """(generics, left, right, result, {what it becomes: how}) for each kind of operands that an operator may have."""
    other = OTHER.get(operator)
    flip = {other: f"a {other} b"}
    if operator in ("<", "<=", ">", ">="):
        flips = {each: f"a {each} b" for each in ("<", "<=", ">", ">=")}
        thrice = {f"{operator} 3 *": f"a {operator} b * 3"}
        # Nobody notices the difference between less and at most in metres and seconds.
        boundary = operator[0] if "=" in operator else operator + "="
        coarse = {key: value for key, value in flips.items() if key != boundary} | thrice
        return [("<T: Comparable>", "T", "T", "Bool", flips), ("<T: BinaryInteger>", "T", "T", "Bool", flips | thrice),
                ("", "Double", "Double", "Bool", coarse), ("", "Duration", "Duration", "Bool", coarse)]
    if operator in ("==", "!="):
        return [("<T: Equatable>", "T", "T", "Bool", flip), ("<T>", "T?", "_OptionalNilComparisonType", "Bool", flip)]
    if operator in ("&&", "||"):
        return [("", "Bool", "@autoclosure () throws -> Bool", "Bool", {other: f"try a {other} b()"})]
    if operator in ("+", "-"):
        made = [("<T: AdditiveArithmetic>", "T", "T", "T", flip)]
        if operator == "+":
            made += [("<T: RangeReplaceableCollection>", "T", "T", "T", {other: "a"}),
                     ("<T: RangeReplaceableCollection, S: Sequence<T.Element>>", "T", "S", "T", {other: "a"})]
        return made
    if operator in ("*", "/"):
        made = [("<T: BinaryInteger>", "T", "T", "T", flip), ("<T: FloatingPoint>", "T", "T", "T", flip),
                ("<T: BinaryInteger>", "Duration", "T", "Duration", flip),
                ("", "Duration", "Double", "Duration", flip)]
        return made + ([("", "Duration", "Duration", "Double", {})] if operator == "/" else [])
    if operator in ("%", "&", "|", "^"):
        return [("<T: BinaryInteger>", "T", "T", "T", flip)]
    if operator in ("<<", ">>"):
        return [("<T: BinaryInteger, S: BinaryInteger>", "T", "S", "T", flip)]
    if operator in ("&+", "&-"):
        return [("<T: FixedWidthInteger>", "T", "T", "T", flip)]
    if operator in ("&+=", "&-="):
        return [("<T: FixedWidthInteger>", "inout T", "T", "Void", flip)]
    if operator in ("+=", "-="):
        made = [("<T: AdditiveArithmetic>", "inout T", "T", "Void", flip)]
        if operator == "+=":
            made.append(("<T: RangeReplaceableCollection, S: Sequence<T.Element>>", "inout T", "S", "Void",
                         {other: "()"}))
        return made
    kind = {"..<": "Range", "...": "ClosedRange"}[operator]
    return [("<T: Comparable>", "T", "T", f"{kind}<T>", {}),
            ("<T: BinaryInteger>", "T", "T", f"{kind}<T>", {f"{operator} less": f"a {operator} Swift.max(a, b - 1)"})]


def declared(module, operator, site, variants):
    """An operator of its own for a site, with its variants {number: what it becomes}."""
    symbol = name(site)
    if operator == "!":
        (number,) = variants
        return (f"prefix operator {symbol}\n"
                f"package prefix func {symbol}(a: Bool) -> Bool {{ mutant{module}({number}) ? a : !a }}\n")
    made = [f"infix operator {symbol}: {PRECEDENCE[operator]}Precedence\n"]
    for generics, left, right, result, possible in overloads(operator):
        throws = "throws" in right
        body = "".join(f"    if mutant{module}({number}) {{ return {possible[becomes]} }}\n" if becomes in possible
                       else f"    meaningless{module}({number})\n" for number, becomes in variants.items())
        usual = f"try a {operator} b()" if throws else f"a {operator} b"
        made.append(f"package func {symbol}{generics}(a: {left}, b: {right}) {'rethrows ' if throws else ''}"
                    f"-> {result} {{\n{body}    return {usual}\n}}\n")
    return "".join(made)


def rewritten(module, text, numbered):
    """The source with these mutants {number: Mutant} in it, what they need declared, and where each begins now."""
    sites, opens, closes = {}, {}, {}
    for number, each in numbered.items():
        if each.kind == "condition":
            opens.setdefault(each.start, []).append((-each.end, f"condition{module}({number}, {each.becomes}, "))
            closes.setdefault(each.end, []).append(")")
        else:
            sites.setdefault((each.start, each.end), {})[number] = each
    replaced, declarations = {}, []
    for (start, end), variants in sites.items():
        one = next(iter(variants.values()))
        if one.kind == "constant":
            made = text[start:end]
            for number, each in variants.items():
                made = f"(mutant{module}({number}) ? {each.becomes} : {made})"
        else:
            made = name(min(variants))
            declarations.append(
                declared(module, one.text, min(variants), {number: each.becomes for number, each in variants.items()}))
        replaced[start] = (end, made)
    out, at, length, places = [], 0, 0, {}

    def put(piece):
        nonlocal length
        out.append(piece)
        length += len(piece)

    for position in sorted(set(opens) | set(closes) | set(replaced)):
        put(text[at:position])
        at = position
        for piece in closes.get(position, []):
            put(piece)
        for _, piece in sorted(opens.get(position, [])):
            put(piece)
        places[position] = length
        if position in replaced:
            at, made = replaced[position]
            put(made)
    put(text[at:])
    return "".join(out), "".join(declarations), {number: places[each.start] for number, each in numbered.items()}


def prelude(module, count):
    return PRELUDE % {"module": module, "bytes": max(count, 1)}
