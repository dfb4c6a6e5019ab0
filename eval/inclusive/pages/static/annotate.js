// The exclusive version of a sentence and its exclusive phrases. Phrases are marked in the text field by
// selecting; they move with what is typed. Inside, places count UTF-16 units; code points are sent.

import { codePoints, guardUnsaved, leave, send, tell, units } from "/static/page.js";

const form = document.getElementById("annotation");
const said = form.dataset;
const field = document.getElementById("exclusive");
const preview = document.getElementById("preview");
const list = document.getElementById("phrases");
const told = document.getElementById("told");
const byId = (id) => document.getElementById(id);

let text = field.value;
let phrases = inUnits(JSON.parse(byId("marked").textContent).map(([start, end]) => ({ start, end })));

const proposal = { text, phrases: phrases.map((each) => ({ ...each })) };

function inUnits(spans) {
  return spans.map(({ start, end }) => ({ start: units(text, start), end: units(text, end) }));
}

// ---- phrases -------------------------------------------------------------------------------------------

/** Put phrases in order; those that overlap become one, those without letters go. */
function arrange() {
  phrases.sort((one, other) => one.start - other.start);
  const kept = [];
  for (const phrase of phrases) {
    const last = kept.at(-1);
    if (!text.slice(phrase.start, phrase.end).trim()) continue;
    if (last && phrase.start < last.end) last.end = Math.max(last.end, phrase.end);
    else kept.push({ ...phrase });
  }
  phrases = kept;
}

function show() {
  arrange();
  preview.replaceChildren();
  list.replaceChildren();
  let position = 0;
  for (const [number, { start, end }] of phrases.entries()) {
    const mark = document.createElement("mark");
    mark.textContent = text.slice(start, end);
    preview.append(text.slice(position, start), mark);
    position = end;
    list.append(item(text.slice(start, end), number));
  }
  preview.append(text.slice(position));
  if (!phrases.length) {
    const none = document.createElement("li");
    none.className = "quiet";
    none.textContent = said.none;
    list.append(none);
  }
}

function item(phrase, number) {
  const entry = document.createElement("li");
  const words = document.createElement("bdi");
  words.lang = "de";
  words.textContent = phrase;
  const remove = document.createElement("button");
  remove.type = "button";
  remove.className = "small";
  remove.textContent = said.remove;
  remove.setAttribute("aria-label", `${said.remove}: ${phrase}`);
  remove.addEventListener("click", () => {
    phrases.splice(number, 1);
    show();
    say(said.unmarked, phrase);
    const next = list.querySelectorAll("button")[Math.min(number, phrases.length - 1)];
    (next ?? field).focus();
  });
  entry.append(words, remove);
  return entry;
}

function say(what, phrase = "") {
  told.textContent = phrase ? `${what}: ${phrase}` : what;
}

const isWord = /[\p{L}\p{N}\p{M}*:_·/-]/u;

/** What is selected without the space around it, or the word at the cursor. */
function selection() {
  let { selectionStart: start, selectionEnd: end } = field;
  if (start === end) {
    while (start > 0 && isWord.test(text[start - 1])) start -= 1;
    while (end < text.length && isWord.test(text[end])) end += 1;
  }
  while (start < end && !text[start].trim()) start += 1;
  while (end > start && !text[end - 1].trim()) end -= 1;
  // never half of a letter beyond the basic plane
  if (/[\uDC00-\uDFFF]/.test(text[start] ?? "")) start -= 1;
  if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? "")) end += 1;
  return { start, end };
}

byId("mark").addEventListener("click", () => {
  const span = selection();
  field.focus();
  if (span.start === span.end) return say(said.nothingToMark);
  phrases.push(span);
  show();
  say(said.marked, text.slice(span.start, span.end));
});

byId("unmark").addEventListener("click", () => {
  const { start, end } = selection();
  field.focus();
  const gone = phrases.find((each) => each.start < Math.max(end, start + 1) && start < each.end);
  if (!gone) return say(said.nothingToUnmark);
  phrases = phrases.filter((each) => each !== gone);
  show();
  say(said.unmarked, text.slice(gone.start, gone.end));
});

byId("compare").addEventListener("click", async () => {
  const sent = text;
  const answer = await send(`${location.pathname}/phrases`, { exclusive: sent });
  if (!answer || text !== sent) return;
  tell("");
  phrases = inUnits(answer.phrases);
  show();
  say(phrases.length ? said.marked : said.none, phrases.map((each) => text.slice(each.start, each.end)).join(", "));
});

byId("reset").addEventListener("click", () => {
  field.value = text = said.inclusive;
  phrases = [];
  show();
  say(said.none);
  field.focus();
});

byId("restore")?.addEventListener("click", () => {
  field.value = text = proposal.text;
  phrases = proposal.phrases.map((each) => ({ ...each }));
  show();
  say(said.restored);
  field.focus();
});

// ---- typing ----------------------------------------------------------------------------------------------

field.addEventListener("input", () => {
  const before = text;
  text = field.value;
  let start = 0;
  const shorter = Math.min(before.length, text.length);
  // The change ends where the cursor is: of "aa" the second was typed.
  const cursor = field.selectionEnd;
  let tail = 0;
  while (tail < shorter && tail < text.length - cursor && before.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  while (start < shorter - tail && before[start] === text[start]) start += 1;
  const oldEnd = before.length - tail;
  const newEnd = text.length - tail;
  const by = newEnd - oldEnd;
  const isJoined = !/\s/.test(text.slice(start, newEnd));
  for (const phrase of phrases) {
    const grows = start === oldEnd && phrase.end === start && isJoined;
    if (phrase.end > oldEnd || (phrase.end === oldEnd && start < oldEnd) || grows) phrase.end += by;
    else if (phrase.end > start) phrase.end = start;
    if (phrase.start >= oldEnd && !(grows && phrase.start === phrase.end)) phrase.start += by;
    else if (phrase.start > start) phrase.start = start;
    phrase.end = Math.max(phrase.end, phrase.start);
  }
  phrases = phrases.filter((phrase) => phrase.end > phrase.start);
  show();
});

field.addEventListener("keydown", (event) => {
  // A sentence is one line.
  if (event.key === "Enter") event.preventDefault();
});

// ---- deciding ----------------------------------------------------------------------------------------------

function state() {
  return {
    exclusive: text,
    phrases: phrases.map(({ start, end }) => ({
      start: codePoints(text, start),
      end: codePoints(text, end),
      text: text.slice(start, end),
    })),
    style: byId("style").value,
    domain: byId("domain").value,
    gender_characters: byId("gender-characters").checked,
    uncertain: byId("uncertain").checked,
    comment: byId("comment").value,
  };
}

let busy = false;

/** Send a decision once, however often the key is pressed, and go where the answer says. */
async function decide(path, value) {
  if (busy) return;
  busy = true;
  const answer = await send(path, { ...value, version: said.version }, (content, status) => {
    // Another tab was faster. Who saves again means it.
    if (status === 409) said.version = content.version;
    return null;
  });
  busy = false;
  if (answer) leave(answer.next);
}

for (const choice of ["keep", "discard"]) {
  byId(choice).addEventListener("click", () => decide(`${location.pathname}/decide`, { ...state(), choice }));
}
byId("save").addEventListener("click", () =>
  decide(`${location.pathname}/decide`, { ...state(), choice: "exclusive" }),
);
byId("reopen")?.addEventListener("click", () => decide(`${location.pathname}/reopen`, {}));
byId("undo")?.addEventListener("click", () => decide("/undo", {}));
form.addEventListener("submit", (event) => event.preventDefault());

show();
const atFirst = JSON.stringify(state());
guardUnsaved(() => JSON.stringify(state()) !== atFirst);
