// What all local pages do: send, tell what went wrong, finish, keyboard shortcuts, places in code points.

const data = document.body.dataset;
const alertBox = document.getElementById("alert");

/** Show a line to the person, and read it out. An empty one takes it away. */
export function tell(message) {
  alertBox.textContent = message;
  alertBox.hidden = !message; // it stays at the top of the window (page.css)
}

/**
 * Send a value to our server. Gives the answer where it was taken; otherwise the person is told, and null is
 * given, or what `refused` makes of the answer.
 */
export async function send(path, value, refused = () => null) {
  let answer, content;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Page-Token": document.querySelector("meta[name=page-token]").content,
      },
      body: JSON.stringify(value),
    });
    content = await answer.json();
  } catch {
    tell(data.unreachable);
    return null;
  }
  if (answer.ok) return content;
  tell(content.message);
  return refused(content, answer.status);
}

let unsaved = () => false;

/** Ask before the page is left while `check` says that something typed is not saved. */
export function guardUnsaved(check) {
  unsaved = check;
}

/** Go to another place; what was typed here is saved, or given up. */
export function leave(address) {
  unsaved = () => false;
  location.assign(address);
}

window.addEventListener("beforeunload", (event) => {
  if (unsaved()) event.preventDefault();
});

document.getElementById("finish").addEventListener("click", async () => {
  if (unsaved() && !window.confirm(data.unsaved)) return;
  const answer = await send("/finish", {});
  if (!answer) return;
  unsaved = () => false;
  const end = document.createElement("div");
  end.className = "end";
  end.setAttribute("role", "status");
  for (const line of [answer.message, data.finished]) {
    end.append(Object.assign(document.createElement("p"), { textContent: line }));
  }
  document.querySelector("header").remove();
  document.querySelector("footer").remove();
  document.getElementById("work").replaceChildren(end);
});

document.getElementById("jump")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const number = document.getElementById("number");
  if (number.reportValidity() && number.value) location.assign(number.value + location.search);
});

/** The name of the key that an event is about: "Alt+K", "Control+Enter". */
function keysOf(event) {
  const key = /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : event.key;
  // Without it "k" is typed; with AltGr it is a letter of some layouts.
  if (event.getModifierState("AltGraph")) return "";
  if (event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) return `Alt+${key}`;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) return `Control+${key}`;
  return "";
}

document.addEventListener("keydown", (event) => {
  const keys = keysOf(event);
  if (!keys || event.repeat) return;
  const targets = [...document.querySelectorAll("[aria-keyshortcuts]")].filter(
    (each) => each.getAttribute("aria-keyshortcuts") === keys && !each.disabled && each.offsetParent !== null,
  );
  // Where several parts of the page have the same key, it is for the one that is worked in.
  const part = document.activeElement.closest("section");
  const target = targets.find((each) => part?.contains(each)) ?? targets[0];
  if (!target) return;
  event.preventDefault();
  target.click();
});

/** How many code points stand before a place of a text, which the browser counts in UTF-16 units. */
export function codePoints(text, place) {
  return [...text.slice(0, place)].length;
}

/** The place in UTF-16 units of so many code points. */
export function units(text, points) {
  return [...text].slice(0, points).join("").length;
}
