// The answer follows the form; the address stays the permalink. Everything here is a comfort:
// without it the form is sent by its button and the server writes the same page.

const DEBOUNCE_MS = 150;
const form = document.querySelector("form[data-live]");
let timer = 0;
let newest = 0;
let pending = null;

function address() {
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) said.append(name, value.trim());
  const query = said.toString();
  return location.pathname + (query ? `?${query}` : "");
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(update, DEBOUNCE_MS);
}

async function update() {
  clearTimeout(timer);
  const mine = ++newest;
  const url = address();
  pending?.abort();
  pending = new AbortController();
  history.replaceState(null, "", url);
  document.getElementById("answer").setAttribute("aria-busy", "true");
  try {
    const response = await fetch(url, { signal: pending.signal, headers: { Accept: "text/html" } });
    if (response.status !== 422 && !response.ok) throw new Error(`the server answered ${response.status}`);
    const text = await response.text();
    if (mine === newest) show(new DOMParser().parseFromString(text, "text/html"));
  } catch (error) {
    if (mine === newest && error.name !== "AbortError") failed(error);
  }
}

function show(fresh) {
  const scroll = [window.scrollX, window.scrollY];
  const open = new Set([...document.querySelectorAll("#answer details[open][id]")].map((item) => item.id));
  for (const slot of document.querySelectorAll("[data-slot]")) {
    const found = fresh.getElementById(slot.id);
    // A slot that says the same is left alone, so that a screen reader hears only what is new.
    if (found && found.innerHTML !== slot.innerHTML) slot.replaceChildren(...found.childNodes);
  }
  for (const field of form.querySelectorAll("[name]")) {
    const found = fresh.getElementById(field.id);
    if (!found) continue;
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (found.hasAttribute(name)) field.setAttribute(name, found.getAttribute(name));
      else field.removeAttribute(name);
    }
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  document.getElementById("answer").removeAttribute("aria-busy");
  window.scrollTo({ left: scroll[0], top: scroll[1], behavior: "instant" });
}

function failed(error) {
  const answer = document.getElementById("answer");
  answer.removeAttribute("aria-busy");
  const says = document.createElement("p");
  says.className = "notice bad";
  says.textContent =
    `No answer: ${error.message}. What you entered is kept, and so is the address. ` +
    "Check that the service runs, then change a field or press “Answer” to ask again.";
  document.getElementById("summary").replaceChildren(says);
}

function fill(query) {
  const said = new URLSearchParams(query);
  for (const field of form.querySelectorAll("[name]")) {
    if (field.type === "checkbox") field.checked = said.getAll(field.name).includes(field.value);
    else field.value = said.get(field.name) ?? "";
  }
}

function answered(link) {
  const field = document.getElementById(link.dataset.field);
  if (!field) return false;
  field.closest("details")?.setAttribute("open", "");
  if (link.dataset.value === undefined) {
    field.focus();
    return true;
  }
  field.value = link.dataset.value;
  // The link goes away with the question: the reader stays beside the answer.
  document.getElementById("summary").focus({ preventScroll: true });
  update();
  return true;
}

async function copy(button) {
  const code = document.getElementById(button.dataset.copy);
  const text = button.dataset.copy === "address" ? location.href : code.textContent;
  const done = (await written(text)) || selected(code);
  const label = (button.dataset.label ??= button.textContent);
  button.textContent = done ? "Copied" : code ? "Select it" : "See the address bar";
  document.getElementById("said").textContent = done ? "Copied to the clipboard." : "The browser does not let pages copy.";
  setTimeout(() => { button.textContent = label; }, 2000);
}

async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // Refused, or plain http, where browsers have no clipboard.
  }
}

function selected(code) {
  if (!code) return false;
  const range = document.createRange();
  range.selectNodeContents(code);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  return document.execCommand("copy");
}

const THEMES = { "": ["◐ Auto", "Theme: system"], light: ["☀ Light", "Theme: light"], dark: ["☾ Dark", "Theme: dark"] };

function theme(button, chosen) {
  button.textContent = THEMES[chosen][0];
  button.setAttribute("aria-label", THEMES[chosen][1]);
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

function nextTheme(button) {
  const order = Object.keys(THEMES);
  const chosen = order[(order.indexOf(document.documentElement.dataset.theme ?? "") + 1) % order.length];
  theme(button, chosen);
  try {
    localStorage.setItem("theme", chosen);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

document.addEventListener("click", (event) => {
  const at = event.target.closest("[data-copy], [data-field], #theme");
  if (at?.id === "theme") nextTheme(at);
  else if (at?.dataset.copy) copy(at);
  else if (at && answered(at)) event.preventDefault();
});
const button = document.getElementById("theme");
theme(button, document.documentElement.dataset.theme ?? "");
if (form) {
  form.addEventListener("input", later);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await update();
    document.getElementById("summary").focus();
  });
  window.addEventListener("popstate", () => {
    // Going to a heading of the same answer lands here as well.
    if (address() === location.pathname + location.search) return;
    fill(location.search);
    update();
  });
}
