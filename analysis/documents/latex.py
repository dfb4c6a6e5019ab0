"""LaTeX: prose of commands and environments by a data table, everything unknown left alone.

No parser of LaTeX that ships in a package fits: there is no wheel of its tree-sitter grammar, and
pylatexenc is ten times slower than the time an edit may take and gives up on deep nesting. So the text is
cut into tokens (`latex_lexer`), and one pass over them, without recursion, follows groups, arguments and
environments.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from mitgemeint.analysis.documents.latex_arguments import Groups
from mitgemeint.analysis.documents.latex_characters import Characters, languages, must_mean_umlauts
from mitgemeint.analysis.documents.latex_lexer import Kind, Lexer, Token
from mitgemeint.analysis.documents.latex_state import Call, Draft, Frame, State
from mitgemeint.analysis.documents.latex_tables import Command, Content, Environment, Reads, Tables, load
from mitgemeint.analysis.documents.latex_writing import writer
from mitgemeint.analysis.documents.model import Block, Change, Parsed
from mitgemeint.analysis.documents.protection import NAME, THING

_OVERLAY = re.compile(r"<(?:[a-z]{1,20}:)?[\d+.][\w,+.|:@-]{0,60}>")
_LENGTH = re.compile(r"\*?(?:[ \t]*\[[ \t]*[-+.\d\\][^\]\r\n]{0,80}\])?")
_PARENTHESIS = re.compile(r"[ \t]*\([^()\r\n]{0,80}\)")
_WORD_BEFORE = re.compile(r"(?:^|[\s(])([^\s()]{1,12})[\s~]+\Z")
_UNKNOWN = Command("", Reads.THING)
_UNKNOWN_ENVIRONMENT = Environment(Content.PROSE, Command("", Reads.BLOCK))
_PROSE_KINDS = {"p": Kind.OPEN, "g": Kind.OPEN, "O": Kind.OPTION}
_PLACEHOLDERS = {Reads.NAME: NAME, Reads.SPACE: " "}
_PUNCTUATION = frozenset(".,;:!?)")
_SPACES = frozenset(" \t\r\n~")


def parse(text: str) -> Parsed:
    """Blocks of a LaTeX document."""
    tables = load()
    lexer = Lexer(text, tables)
    blocks = _Reader(text, tables, lexer.tokens).blocks()
    blocks.sort(key=lambda block: block.start)
    return Parsed(blocks, tuple(lexer.comments))


class _Reader:
    """One pass over the tokens of one document."""

    def __init__(self, text: str, tables: Tables, tokens: list[Token]) -> None:
        self._text = text
        self._tables = tables
        self._tokens = tokens
        self._groups = Groups(text, tokens)
        self._frames: list[Frame] = []
        self._open_names: dict[str, int] = {}
        self._open_closings: set[int] = set()
        self._blocks: list[Block] = []
        self._end = len(text)
        first = next((i for i, t in enumerate(tokens) if t.kind is Kind.BEGIN and t.name == "document"), -1)
        self._begin_of_body = first + 1
        self._position = tokens[first].end if first >= 0 else 0
        self._index = first + 1
        preamble = text[: self._position]
        named = languages(preamble, tables)
        letters = named.has_shorthands if preamble else must_mean_umlauts(text)
        self._characters = Characters(text, tables, letters)
        self._escape = writer(text, letters)
        self._state = State(is_read=named.is_german(tables))
        self._draft = self._new_draft(self._position)
        self._handlers: dict[Kind, Callable[[Token], None]] = {
            Kind.COMMENT: self._comment,
            Kind.WORD: self._word,
            Kind.SYMBOL: self._symbol,
            Kind.PARAGRAPH: self._part,
            Kind.OPEN: self._open_group,
            Kind.CLOSE: self._close_group,
            Kind.OPTION_END: self._close_group,
            Kind.ARGUMENT: self._placeholder,
            Kind.CODE: self._placeholder,
            Kind.LISTING: self._part,
            Kind.FORMULA: self._formula,
            Kind.BEGIN: self._begin,
            Kind.END: self._end_environment,
            Kind.CELL: self._cell,
            Kind.SIGN: self._sign,
        }

    def blocks(self) -> list[Block]:
        """All blocks, in the order of their ends."""
        self._read_titles()
        while self._index < len(self._tokens) and self._position < self._end:
            self._step()
        while self._frames:
            self._leave(self._frames[-1], self._end)
        self._flush(self._end)
        return self._blocks

    def _step(self) -> None:
        """Read the next token."""
        token = self._tokens[self._index]
        self._index += 1
        if token.start >= self._position:  # otherwise it was read with the token before
            handler = self._handlers.get(token.kind)
            if handler is not None:
                handler(token)

    def _read_titles(self) -> None:
        """The titles in the preamble; everything else there is left alone."""
        position, draft, state = self._position, self._draft, self._state
        index, end = 0, self._begin_of_body - 1
        while index < end:
            token = self._tokens[index]
            closing = self._groups.closing(index) if token.kind is Kind.OPEN else None
            if token.kind is Kind.WORD and token.name in self._tables.titles:
                self._position, self._index = token.start, index
                self._draft = Draft("", False, token.start)
                self._step()
                while self._frames and self._index < end:
                    self._step()
                index = max(index + 1, self._index)
            else:
                index = (index if closing is None else closing) + 1
        self._frames.clear()
        self._open_closings.clear()
        self._open_names.clear()
        self._index, self._position, self._draft, self._state = self._begin_of_body, position, draft, state

    # -- blocks ------------------------------------------------------------------------------------------

    def _new_draft(self, start: int) -> Draft:
        return Draft(self._state.kind, self._state.is_read, start)

    def _flush(self, end: int) -> None:
        """End the block that is being read."""
        draft = self._draft
        if draft.is_read and draft.start < end:
            self._blocks.append(Block(draft.kind, draft.start, end, tuple(draft.changes), self._escape))

    def _part_at(self, start: int, end: int) -> None:
        """End the block at `start`, begin another one of the same kind at `end`."""
        self._flush(start)
        self._position = max(self._position, end)
        self._draft = self._new_draft(end)

    def _change(self, start: int, end: int, new_text: str, protected: bool = False) -> None:
        self._draft.changes.append(Change(start, end, new_text, protected))
        self._position = max(self._position, end)

    # -- single tokens -------------------------------------------------------------------------------------

    def _comment(self, token: Token) -> None:
        self._change(token.start, token.end, "")

    def _part(self, token: Token) -> None:
        self._part_at(token.start, token.end)

    def _placeholder(self, token: Token) -> None:
        self._change(token.start, token.end, THING, protected=True)

    def _formula(self, token: Token) -> None:
        """A placeholder, but for the signs of gender forms: Leser$^*$innen."""
        sign = None
        if token.end - token.start < 20:
            content = "".join(self._text[token.start : token.end].strip("$").split())
            sign = self._tables.formulas.get(content)
        if sign is None:
            self._placeholder(token)
        else:
            self._change(token.start, token.end, sign)

    def _cell(self, token: Token) -> None:
        if self._state.in_table:
            self._part(token)

    def _sign(self, token: Token) -> None:
        decoded = self._characters.sign(token.name, token.start, token.end)
        if decoded is not None:
            self._change(token.start, decoded[1], decoded[0])

    def _symbol(self, token: Token) -> None:
        if token.name == "\\":
            self._line_end(token)
            return
        decoded = self._characters.symbol(token.name, token.end)
        new_text, end = ("", token.end) if decoded is None else decoded
        self._change(token.start, end, new_text)

    def _line_end(self, token: Token) -> None:
        r"""\\: a space, in a table the end of a cell."""
        length = _LENGTH.match(self._text, token.end)
        end = length.end() if length else token.end
        if self._state.in_table:
            self._part_at(token.start, end)
        else:
            self._change(token.start, end, " ")

    # -- groups and environments -----------------------------------------------------------------------------

    def _enter(self, closing: int, name: str = "", call: Call | None = None) -> None:
        self._frames.append(Frame(closing, name, self._state, call))
        if closing >= 0:
            self._open_closings.add(closing)
        else:
            self._open_names[name] = self._open_names.get(name, 0) + 1

    def _leave(self, frame: Frame, at: int) -> None:
        """Close the innermost group or environment; `at` is where its end begins."""
        self._frames.pop()
        if frame.closing >= 0:
            self._open_closings.discard(frame.closing)
        else:
            self._open_names[frame.name] -= 1
        if frame.call is not None:
            self._flush_argument(frame.call, at)
            self._finish(frame.call, at)
        self._restore(frame.state, at)

    def _restore(self, state: State, at: int) -> None:
        changed = state.is_read != self._state.is_read
        self._state = state
        if changed:
            self._part_at(at, at)

    def _open_group(self, token: Token) -> None:
        closing = self._groups.closing(self._index - 1)
        if closing is not None:
            self._enter(closing)
        self._change(token.start, token.end, "")

    def _close_group(self, token: Token) -> None:
        index = self._index - 1
        if index not in self._open_closings:
            if token.kind is Kind.CLOSE:
                self._change(token.start, token.end, "")
            return
        while self._frames[-1].closing != index:  # environments that end outside their group
            self._leave(self._frames[-1], token.start)
        frame = self._frames[-1]
        if frame.call is None:
            self._leave(frame, token.start)
            self._change(token.start, token.end, "")
            return
        self._frames.pop()
        self._open_closings.discard(index)
        self._flush_argument(frame.call, token.start)
        self._restore(frame.state, token.end)
        self._position = max(self._position, token.end)
        frame.call.at = token.start
        self._arguments(frame.call, token.end)

    def _begin(self, token: Token) -> None:
        known = self._tables.environment(token.name) or _UNKNOWN_ENVIRONMENT
        self._flush(token.start)
        self._enter(-1, token.name)
        state = self._state
        self._state = replace(
            state,
            kind=known.kind or state.kind,
            is_read=state.is_read and known.content is not Content.MUTE,
            in_table=known.content is Content.TABLE,
            item=known.kind if known.content is Content.LIST else state.item,
        )
        self._draft = self._new_draft(token.end)
        command = known.arguments
        arguments = command.arguments or self._groups.signature(self._index, token.end)
        self._call(token.start, token.end, replace(command, arguments=arguments))

    def _end_environment(self, token: Token) -> None:
        if token.name == "document":
            self._end = token.start
            return
        if self._open_names.get(token.name):
            while True:
                frame = self._frames[-1]
                self._leave(frame, token.start)
                if frame.closing < 0 and frame.name == token.name:
                    break
        self._part_at(token.start, token.end)

    # -- commands ------------------------------------------------------------------------------------------

    def _word(self, token: Token) -> None:
        name = token.name
        command = self._tables.commands.get(name)
        if command is not None:
            self._call(token.start, token.end, command)
            return
        decoded = self._characters.word(name, token.start, token.end)
        if decoded is not None:
            self._change(token.start, decoded[1], decoded[0])
            return
        if name == "tabularnewline":
            self._line_end(token)
            return
        if name == "def":
            self._change(token.start, self._groups.definition_end(self._index, token.end), "")
            return
        self._call(
            token.start,
            token.end,
            replace(_UNKNOWN, arguments=self._groups.signature(self._index, token.end)),
        )

    def _call(self, start: int, end: int, command: Command) -> None:
        """Read a command (or the begin of an environment) at `start`..`end` with its arguments."""
        call = Call(start, start, command.arguments, command.reads, command.kind)
        if command.reads is Reads.BREAK or (command.reads is Reads.ITEM and self._draft.start < start):
            self._part_at(start, end)
        overlay = _OVERLAY.match(self._text, end) if self._text.startswith("<", end) else None
        self._arguments(call, overlay.end() if overlay else end)

    def _arguments(self, call: Call, at: int) -> None:
        """Read arguments from `at` on, up to one with prose (the tokens of which come next) or the last."""
        while call.rest:
            letter, call.rest = call.rest[0], call.rest[1:]
            if letter == "r":
                found = _PARENTHESIS.match(self._text, at)
                at = found.end() if found else at
                continue
            index, begin = self._next_token(at)
            token = self._tokens[index] if index < len(self._tokens) else None
            if token is None or token.start != begin:
                continue
            if letter in _PROSE_KINDS:
                closing = self._groups.closing(index)
                if token.kind is _PROSE_KINDS[letter] and closing is not None:
                    self._index = index + 1
                    self._open_argument(call, token, closing)
                    return
                continue
            end = self._groups.left_alone(letter, index)
            if end is not None:
                if letter == "l":
                    self._language(call, self._text[token.end : end - 1])
                at = end
        self._finish(call, at)

    def _next_token(self, at: int) -> tuple[int, int]:
        while self._index < len(self._tokens) and self._tokens[self._index].start < at:
            self._index += 1
        return self._groups.next_token(self._index, at)

    def _language(self, call: Call, name: str) -> None:
        call.language = name
        if call.reads is Reads.FOREIGN:
            is_known = self._tables.is_german(name)
            call.reads = Reads.INLINE if is_known else Reads.THING
            call.rest = call.rest if is_known else call.rest.replace("p", "m")

    def _open_argument(self, call: Call, token: Token, closing: int) -> None:
        """Begin to read the prose of an argument."""
        self._enter(closing, call=call)
        if call.reads in (Reads.INLINE, Reads.QUOTED):
            opening = ""
            if call.reads is Reads.QUOTED and not call.closing:
                opening, call.closing = "„", "“"
            self._change(call.at, token.end, opening)
        else:
            if not call.has_prose and call.reads is Reads.ASIDE:
                call.outer = self._draft
            elif not call.has_prose:
                self._flush(call.start)
            self._state = replace(self._state, kind=call.kind, in_table=False)
            self._draft = self._new_draft(token.end)
            self._position = max(self._position, token.end)
        call.has_prose = True

    def _flush_argument(self, call: Call, end: int) -> None:
        if call.reads not in (Reads.INLINE, Reads.QUOTED):
            self._flush(end)
            self._draft = Draft("", False, end)

    def _finish(self, call: Call, at: int) -> None:
        """All arguments are read, the last of them up to `at`: leave what the command stands for."""
        match call.reads:
            case Reads.INLINE | Reads.QUOTED:
                self._change(call.at, at, call.closing)
            case Reads.ASIDE:
                self._draft = call.outer or self._draft
                self._drop(call.start, at)
            case Reads.BLOCK | Reads.BREAK:
                if not call.has_prose:
                    self._flush(call.start)
                self._begin_after(at)
            case Reads.ITEM:
                self._state = replace(self._state, kind=self._state.item)
                self._begin_after(at)
            case Reads.LANGUAGE:
                self._flush(call.start)
                self._state = replace(self._state, is_read=self._tables.is_german(call.language))
                self._begin_after(at)
            case _:
                self._leave_placeholder(call, at)

    def _begin_after(self, at: int) -> None:
        self._position = max(self._position, at)
        self._draft = self._new_draft(at)

    def _leave_placeholder(self, call: Call, at: int) -> None:
        reads = call.reads
        if reads is Reads.CITATION:
            reads = Reads.THING if self._is_governed(call.start) else Reads.DROP
        elif reads is Reads.THING and self._groups.is_alone(call.start, at):
            reads = Reads.DROP
        if reads is Reads.DROP and self._text[at - 1].isalpha():
            at = self._groups.after_space(at)
        if reads is Reads.DROP:
            self._drop(call.start, at)
        else:
            new_text = _PLACEHOLDERS.get(reads, THING)
            self._change(call.start, at, new_text, protected=reads is not Reads.SPACE)

    def _drop(self, start: int, end: int) -> None:
        """Leave nothing of the span; before a punctuation mark nor of the white space before it."""
        changes = self._draft.changes
        if self._text[end : end + 1] in _PUNCTUATION:
            while start > self._draft.start and self._text[start - 1] in _SPACES:
                start -= 1
                if changes and changes[-1].end > start:
                    if self._text[start] != "~":
                        start += 1  # it belongs to a command
                        break
                    changes.pop()
        self._change(start, end, "")

    def _is_governed(self, start: int) -> bool:
        """Whether a word that wants a noun stands before the place: nach \\cite{x}; or nothing at all."""
        low = max(self._draft.start, start - 16)
        before = _WORD_BEFORE.search(self._text, low, start)
        if before is not None:
            return before[1].lower() in self._tables.governed_by
        return not self._text[self._draft.start : start].strip() if start - low < 16 else False
