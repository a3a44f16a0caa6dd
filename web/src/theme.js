// Light and dark: what the reader's system says, until the button says otherwise.
const listeners = [];
export const onTheme = (listener) => listeners.push(listener);

const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
export const theme = () => document.documentElement.dataset.theme || system();

// A colour of the page's style by its name there, as it is now.
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export function startTheme() {
  const button = document.querySelector("#theme");
  const announce = () => {
    button.textContent = theme() === "dark" ? "Light" : "Dark";
    for (const listener of listeners) listener();
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
    announce();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", announce);
  announce();
}
