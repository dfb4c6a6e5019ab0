// The versions of a template: checked while they are typed, saved as soon as a field is left.

import { guardUnsaved, leave, send, tell, units } from "/static/page.js";

const form = document.getElementById("review");
const said = form.dataset;
const told = document.getElementById("told");
const sections = [...document.querySelectorAll(".version")];
const here = location.pathname;
const QUIET = 300; // milliseconds without a key before what is typed is checked

// ---- what stands here ------------------------------------------------------------------------------------

function versionOf(section) {
  const version = { groups: {}, variants: {}, names: {} };
  for (const field of section.querySelectorAll(".field-text")) version[field.dataset.field] = field.value;
  for (const field of section.querySelectorAll(".field-group")) version.groups[field.dataset.slot] = field.value;
  for (const { dataset, value } of section.querySelectorAll(".field-words")) {
    version[dataset.kind][dataset.slot] = value.split("\n");
  }
  return version;
}

function state() {
  return { versions: sections.map(versionOf), comment: document.getElementById("comment").value };
}

const textOf = (value) => JSON.stringify(value);
let saved = textOf(state());
guardUnsaved(() => textOf(state()) !== saved);

// ---- problems --------------------------------------------------------------------------------------------

function show(section, problems) {
  for (const field of section.querySelectorAll(".field-text")) {
    const own = problems.filter((each) => each.field === field.dataset.field);
    field.setAttribute("aria-invalid", String(own.some((each) => each.blocking)));
    const list = field.parentElement.querySelector(".problems");
    list.replaceChildren(...own.map((each) => item(field, each)));
    preview(field, own);
  }
  const errors = problems.filter((each) => each.blocking).length;
  section.querySelector(".found").textContent = problems.length
    ? said.found.replace("{errors}", errors).replace("{warnings}", problems.length - errors)
    : said.nothing;
}

function item(field, problem) {
  const entry = document.createElement("li");
  const kind = document.createElement("span");
  kind.className = problem.blocking ? "kind wrong" : "kind";
  kind.textContent = problem.blocking ? said.blocking : said.warning;
  const message = document.createElement("span");
  message.className = "message";
  message.textContent = problem.message;
  entry.append(kind, message);
  if (problem.start < problem.end) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small";
    button.textContent = said.show;
    button.setAttribute("aria-label", `${said.show}: ${problem.message}`);
    button.addEventListener("click", () => {
      field.focus();
      field.setSelectionRange(units(field.value, problem.start), units(field.value, problem.end));
    });
    entry.append(button);
  }
  return entry;
}

/** The text with its slots, and what is to be looked at, marked. */
function preview(field, problems) {
  const text = field.value;
  const marks = problems
    .filter((each) => each.start < each.end)
    .map((each) => [units(text, each.start), units(text, each.end), each.blocking ? "wrong" : "warning"]);
  for (const found of text.matchAll(/\{\{[A-Z]+\d*\}\}/g)) {
    marks.push([found.index, found.index + found[0].length, "slot"]);
  }
  marks.sort((one, other) => one[0] - other[0]);
  const shown = field.parentElement.querySelector(".preview");
  shown.replaceChildren();
  let position = 0;
  for (const [start, end, kind] of marks) {
    if (end <= position) continue;
    const mark = document.createElement("mark");
    mark.className = kind;
    mark.textContent = text.slice(Math.max(start, position), end);
    shown.append(text.slice(position, Math.max(start, position)), mark);
    position = end;
  }
  shown.append(text.slice(position));
  shown.hidden = !marks.length;
}

const timers = new Map();

async function check(section) {
  const version = versionOf(section);
  const answer = await send(`${here}/check`, { version });
  // Meanwhile something else may have been typed, which is checked next.
  if (answer && textOf(versionOf(section)) === textOf(version)) show(section, answer.problems);
}

// ---- saving ----------------------------------------------------------------------------------------------

let queue = Promise.resolve();

/** Send changes one after the other: each needs the version that the one before it has made. */
function change(what, more = {}) {
  const answer = queue.then(async () => {
    const now = state();
    const made = await send(
      `${here}/${what}${location.search}`,
      { ...now, ...more, version: said.version },
      (content, status) => {
        // Another tab was faster. Who saves again means it.
        if (status === 409) said.version = content.version;
        const field = content.field && document.getElementById(content.field);
        field?.focus({ preventScroll: true });
        field?.scrollIntoView({ block: "center" });
        return null;
      },
    );
    if (made) {
      saved = textOf(now);
      tell("");
    }
    return made;
  });
  queue = answer.catch(() => {});
  return answer;
}

async function save() {
  if (textOf(state()) === saved) return true;
  const made = await change("save");
  if (!made) return false;
  said.version = made.version;
  told.textContent = said.saved;
  if (said.state !== made.state) leave(made.next); // it had been decided, and is open again
  return true;
}

async function act(what, more) {
  const made = await change(what, more);
  if (!made) return;
  const [path, anchor] = made.next.split("#");
  leave(made.next);
  // The same address with an anchor would not be loaded anew.
  if (anchor && path === here + location.search) location.reload();
}

for (const section of sections) {
  const which = Number(section.dataset.number) - 1;
  section.addEventListener("input", () => {
    told.textContent = "";
    clearTimeout(timers.get(section));
    timers.set(section, setTimeout(() => check(section), QUIET));
  });
  for (const what of ["split", "copy", "remove", "reset"]) {
    section.querySelector(`.${what}`)?.addEventListener("click", () => act(what, { which }));
  }
}
form.addEventListener("change", save);
form.addEventListener("keydown", (event) => {
  // Contexts, questions and answers are one line; words stand one a line.
  if (event.key === "Enter" && !event.target.matches(".field-words, button")) event.preventDefault();
});
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("accept").addEventListener("click", () => act("accept"));
document.getElementById("reject").addEventListener("click", () => act("reject"));
document.getElementById("reopen")?.addEventListener("click", () => act("reopen"));
document.getElementById("undo").addEventListener("click", async () => {
  await queue;
  const made = await send(`/undo${location.search}`, {});
  if (made) leave(made.next);
});

// What is typed is saved before the page is left by one of its links.
for (const link of document.querySelectorAll("a.step")) {
  link.addEventListener("click", async (event) => {
    if (textOf(state()) === saved) return;
    event.preventDefault();
    if (await save()) leave(link.href);
  });
}

const found = JSON.parse(document.getElementById("found").textContent);
for (const [place, section] of sections.entries()) show(section, found[place]);
// A new version is gone to.
const target = location.hash && document.querySelector(location.hash);
(target || sections[0]).querySelector(".field-text").focus({ preventScroll: !target });
