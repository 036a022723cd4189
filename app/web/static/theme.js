// Before the first paint: whether there are scripts, and the theme chosen last time.
document.documentElement.classList.add("js");
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is switched off: the system's theme stays.
}
