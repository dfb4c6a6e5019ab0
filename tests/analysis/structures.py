"""The structure of a document without its words, as parsers that are not ours see it.

Two documents with equal structures are, to the programs that read them, the same document with other words:
the same headings, keys, elements, links, commands. A document that such a parser refuses has its complaint
for a structure.
"""

import ast
import contextlib
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import docutils.core
import docutils.nodes
import html5lib
import javaproperties
import orgparse
import polib
import pygments.lexers
import pygments.token
import typst
import webvtt
import yaml
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

Structure = list[Any]

# ---- markup


def markdown(text: str) -> Structure:
    """Blocks and inlines with what addresses, code and HTML they have."""
    parser = MarkdownIt("commonmark").enable("table").enable("strikethrough")
    tokens = parser.use(front_matter_plugin).use(footnote_plugin).parse(text)
    return list(_markdown_tokens(tokens))


KEPT = frozenset({"code_inline", "code_block", "fence", "html_inline", "html_block", "front_matter"})


def _markdown_tokens(tokens: Any) -> Iterator[Any]:
    for token in tokens:
        if token.children:
            yield token.type, list(_markdown_tokens(token.children))
        elif token.type == "html_block":  # may hold prose
            yield token.type, html(token.content)
        elif token.type not in {"text", "text_special"}:
            attributes = {key: value for key, value in token.attrs.items() if key not in {"title", "alt"}}
            yield token.type, token.tag, attributes, token.info, token.content * (token.type in KEPT)


def html(text: str) -> Structure:
    """Elements with their attributes, in the order of the document."""
    tree = html5lib.parse(text, treebuilder="etree", namespaceHTMLElements=False)
    return [(str(each.tag), {k: v for k, v in each.attrib.items() if k not in PROSE}) for each in tree.iter()]


PROSE = frozenset({"alt", "title", "content", "placeholder", "aria-label", "label", "summary", "value"})


def rst(text: str) -> Structure:
    """Nodes with their targets, and how many complaints docutils has."""
    settings = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False, "raw_enabled": False}
    with contextlib.redirect_stderr(io.StringIO()):
        tree = docutils.core.publish_doctree(text, settings_overrides=settings)
    return [
        (type(node).__name__, node.get("refuri"))
        for node in tree.findall(docutils.nodes.Element)
        if not isinstance(node, docutils.nodes.system_message)
    ] + [len(list(tree.findall(docutils.nodes.system_message)))]


def org(text: str) -> Structure:
    """Headlines by level, state, tags, properties."""
    nodes = orgparse.loads(text)
    return [(n.level, getattr(n, "todo", None), sorted(n.tags), dict(n.properties)) for n in nodes]


# ---- subtitles and translations


def vtt(text: str) -> Structure:
    """Cues by their times and lines."""
    return _cues(webvtt.from_string(text))


def srt(text: str) -> Structure:
    """Cues by their times and lines."""
    return _cues(webvtt.from_buffer(io.StringIO(text), "srt"))


def _cues(captions: Any) -> Structure:
    return [(cue.start, cue.end, cue.identifier, len(cue.lines), _tags(cue.raw_text)) for cue in captions]


def _tags(text: str) -> list[str]:
    return re.findall(r"<[^<>]*>", text)


def po(text: str) -> Structure:
    """Entries: everything but the words of the translation and the comments."""
    entries = polib.pofile(text)
    names = ("msgid", "msgid_plural", "msgctxt", "occurrences", "flags", "obsolete")
    return [
        [getattr(each, name) for name in names]
        + [bool(each.msgstr), sorted(each.msgstr_plural), _placeholders(each.msgstr)]
        for each in entries
    ]


PLACEHOLDER = re.compile(r"%\([^)]*\)[sd]|%[0-9$.@l]*[a-zA-Z@]|\{[^{}]*\}|<[^<>]*>")


def _placeholders(text: str) -> list[str]:
    return PLACEHOLDER.findall(text)


def i18n_json(text: str) -> Structure:
    """Keys and the kinds of their values, with the placeholders in them; comments are none of JSON's."""
    return list(_keys(json.loads(re.sub(r"(?m)^\s*(?://.*|/\*.*\*/)$", "", text))))


def i18n_yaml(text: str) -> Structure:
    """Keys and the kinds of their values, with the placeholders in them."""
    return [list(_keys(each)) for each in yaml.load_all(text, yaml.BaseLoader)]


def _keys(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from _keys(entry)
    elif isinstance(value, list):
        yield len(value)
        for entry in value:
            yield from _keys(entry)
    elif isinstance(value, str):
        yield sorted(_placeholders(value)) if "{" not in value else "…"  # of a message: the own reader's
    else:
        yield value


def xml(text: str) -> Structure:
    """Elements with their attributes, and where they have text."""
    tree = ElementTree.fromstring(text.lstrip("\ufeff").encode())
    return [(each.tag, each.attrib, bool((each.text or "").strip())) for each in tree.iter()]


def fluent_messages(text: str) -> Structure:
    """Nodes without the texts of their elements."""
    found: Structure = []

    def visit(node: Any) -> None:
        if isinstance(node, fluent.BaseNode):
            kept = isinstance(node, fluent.Identifier | fluent.Literal)
            found.append(
                (type(node).__name__, str(vars(node).get("name") or vars(node).get("value")) if kept else "")
            )
            for key, value in vars(node).items():
                if key != "span":
                    visit(value)
        elif isinstance(node, list):
            for each in node:
                visit(each)

    visit(FluentParser(with_spans=False).parse(text))
    return found


def properties(text: str) -> Structure:
    """Keys in their order, with the placeholders of their values."""
    pairs = javaproperties.loads(text, object_pairs_hook=list)
    return [(key, len(_placeholders(value))) for key, value in pairs]


# ---- programs, and what only has a lexer


def python(text: str) -> Structure:
    """The program without its docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(0)
    return [ast.dump(tree)]


def tokens(name: str) -> Callable[[str], Structure]:
    """The tokens that Pygments sees, without prose: comments are one thing, texts are none."""

    def structure(text: str) -> Structure:
        found: Structure = []
        for kind, value in pygments.lexers.get_lexer_by_name(name, stripnl=False).get_tokens(text):
            if kind in pygments.token.Comment or kind in pygments.token.String.Doc:
                if found[-1:] != ["comment"]:
                    found.append("comment")
            elif kind not in pygments.token.Text and kind not in pygments.token.Whitespace:
                found.append((str(kind), value))
        return found

    return structure


def latex(text: str) -> Structure:
    """Commands, groups and formulas; texts in brackets and escaped characters are prose."""
    return [
        token
        for token in tokens("latex")(text)
        if token[0] != "Token.Name.Attribute" and not CHARACTER.match(token[1])
    ]


CHARACTER = re.compile(r"\\(?:[_&%#${}~^\"'`]|(?:ss|slash|textunderscore)\b)")


def compiled(text: str) -> Structure:
    """Elements of the page that Typst makes, with a stand-in for files that are not there."""
    own = re.sub(r"(?m)^#(?:import|bibliography).*$|(?<=[\w.])\s@[\w-]+", "", text)
    own = re.sub(r'image\("[^"]*"(?:[^()]|\([^()]*\))*\)', "[]", own)
    return html(typst.compile((TEMPLATE + own).encode(), format="html").decode())


TEMPLATE = """
#let arbeit(body, title: [], author: "", abstract: []) = [#title #abstract #body]
#let slide(body, title: "") = [#title #body]
#let note(body) = [#body]
"""


def lines(text: str) -> Structure:
    """The kinds of lines: empty, a comment, or text."""
    return [line.strip()[:1] if line.strip()[:1] in {"", "#"} else "text" for line in text.splitlines()]


PROGRAMS = ("javascript", "typescript", "java", "c", "cpp", "csharp", "rust", "go")
STRUCTURES: dict[str, Callable[[str], Structure]] = {
    "plaintext": lines,
    "gitcommit": lines,
    "markdown": markdown,
    "html": html,
    "rst": rst,
    "org": org,
    "latex": latex,
    "typst": compiled,
    "asciidoc": lines,
    "webvtt": vtt,
    "srt": srt,
    "po": po,
    "json": i18n_json,
    "xcstrings": i18n_json,
    "yaml": i18n_yaml,
    "android": xml,
    "xliff": xml,
    "qt-ts": xml,
    "stringsdict": xml,
    "properties": properties,
    "apple-strings": lines,
    "fluent": fluent_messages,
    "python": python,
    **{name: tokens(name) for name in PROGRAMS},
}


def structure(text: str, format: str) -> Structure:
    """The structure of a document; of one that the format's parser refuses, the kind of its complaint."""
    try:
        return STRUCTURES[format](text)
    except Exception as error:  # whatever a parser raises
        return [type(error).__name__]
