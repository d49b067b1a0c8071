
// Light and dark: what the system asks for, until the user changes it.

const at = (id) => document.getElementById(id);

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// nameTheme puts the name of the other theme on the button.
function nameTheme() {
  at("theme").textContent = isDark() ? "Light" : "Dark";
}

function changeTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
}

function listenToTheme() {
  at("theme").addEventListener("click", changeTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
  nameTheme();
}
