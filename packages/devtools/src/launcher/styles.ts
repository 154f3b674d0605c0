/** Above everything except the browser's own dialogs. */
export const LAUNCHER_STYLES: string = `
:host {
  all: initial;
  color-scheme: inherit;
}

button {
  position: fixed;
  z-index: 2147483000;
  inset: auto 1rem 1rem auto;
  min-width: 2.75rem;
  height: 2.75rem;
  padding: 0;
  border: 1px solid light-dark(oklch(62% 0.03 340), oklch(63% 0.045 320));
  border-radius: 50%;
  background: light-dark(oklch(99.7% 0.003 75), oklch(28.5% 0.04 318));
  color: light-dark(oklch(44% 0.14 340), oklch(83% 0.085 336));
  font: 600 0.9375rem / 1 ui-monospace, Menlo, Consolas, monospace;
  cursor: pointer;
}

button::before {
  content: "{•}" / "";
}

button[hidden] {
  display: none;
}

button:hover {
  background: light-dark(oklch(95% 0.02 340), oklch(34% 0.062 328));
}

button:focus-visible {
  outline: 2px solid light-dark(oklch(44% 0.14 340), oklch(83% 0.085 336));
  outline-offset: 2px;
}

tuffet-devtools {
  position: fixed;
  z-index: 2147483000;
}

tuffet-devtools[data-dock="bottom"] {
  inset: auto 0 0;
  height: min(26rem, 55dvh);
  border-top: 1px solid light-dark(oklch(62% 0.03 340), oklch(63% 0.045 320));
}

tuffet-devtools[data-dock="right"] {
  inset: 0 0 0 auto;
  width: min(28rem, 100vw);
  border-inline-start: 1px solid light-dark(oklch(62% 0.03 340), oklch(63% 0.045 320));
}

@media print {
  button,
  tuffet-devtools {
    display: none;
  }
}
`;
