/** The tokens are those of the site; a test compares them. */
export const PANEL_STYLES: string = `
:host {
  --linen: light-dark(oklch(98.2% 0.007 75), oklch(24.5% 0.035 318));
  --paper: light-dark(oklch(99.7% 0.003 75), oklch(28.5% 0.04 318));
  --ink: light-dark(oklch(28% 0.03 330), oklch(93.5% 0.012 60));
  --ink-soft: light-dark(oklch(47% 0.028 330), oklch(78% 0.022 325));
  --thread: light-dark(oklch(89.5% 0.014 60), oklch(37% 0.04 318));
  --edge: light-dark(oklch(62% 0.03 340), oklch(63% 0.045 320));
  --plum: light-dark(oklch(44% 0.14 340), oklch(83% 0.085 336));
  --plum-soft: light-dark(oklch(95% 0.02 340), oklch(34% 0.062 328));
  --sage: light-dark(oklch(45% 0.075 155), oklch(83% 0.08 155));
  --sage-soft: light-dark(oklch(96% 0.016 150), oklch(31% 0.035 165));
  --apricot: light-dark(oklch(49% 0.1 58), oklch(85% 0.085 70));
  --apricot-soft: light-dark(oklch(96% 0.028 75), oklch(33% 0.042 60));
  --brick: light-dark(oklch(49% 0.15 27), oklch(80% 0.1 28));
  --brick-soft: light-dark(oklch(95.5% 0.02 25), oklch(33% 0.06 10));
  --code-string: light-dark(oklch(44% 0.085 150), oklch(83% 0.09 150));
  --code-number: light-dark(oklch(48% 0.12 50), oklch(84% 0.095 70));
  --code-property: light-dark(oklch(42% 0.1 300), oklch(84% 0.07 300));
  --code-mark: light-dark(oklch(45% 0.025 330), oklch(78% 0.02 330));
  --sans: -apple-system, "Segoe UI", Roboto, system-ui, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --radius-s: 6px;
  --radius: 12px;
  display: block;
  box-sizing: border-box;
  min-width: 0;
  container-type: inline-size;
  background: var(--paper);
  color: var(--ink);
  font: 400 0.875rem / 1.5 var(--sans);
  text-align: start;
}

:host(:lang(zh)) {
  --sans:
    -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC",
    sans-serif;
}

:host([hidden]),
[hidden] {
  display: none !important;
}

*,
::before,
::after {
  box-sizing: border-box;
}

.panel {
  display: flex;
  flex-direction: column;
  height: 100%;
  min-height: 0;
}

.head {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.375rem 0.75rem;
  padding: 0.5rem 0.75rem;
  border-bottom: 1px solid var(--thread);
}

h2 {
  margin: 0;
  font: 650 0.9375rem / 1.5 ui-rounded, var(--sans);
}

[role="tablist"] {
  display: flex;
  gap: 0.25rem;
}

button,
input,
textarea {
  color: inherit;
  font: inherit;
}

button {
  min-height: 1.75rem;
  padding: 0.125rem 0.625rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius-s);
  background: var(--paper);
  cursor: pointer;
}

button:hover {
  background: var(--plum-soft);
}

button:disabled {
  opacity: 0.5;
  cursor: default;
}

[role="tab"] {
  border-color: transparent;
  background: none;
  color: var(--ink-soft);
}

[role="tab"][aria-selected="true"] {
  background: var(--plum-soft);
  color: var(--plum);
  font-weight: 600;
  box-shadow: inset 0 -2px var(--plum);
}

:focus-visible {
  outline: 2px solid var(--plum);
  outline-offset: 2px;
}

[role="tabpanel"]:focus-visible {
  outline-offset: -2px;
}

input[type="search"] {
  flex: 1 1 8rem;
  min-width: 0;
  max-width: 16rem;
  min-height: 1.75rem;
  margin-inline-start: auto;
  padding: 0.125rem 0.625rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius-s);
  background: var(--linen);
}

input::placeholder {
  color: var(--ink-soft);
  opacity: 1;
}

.close {
  min-width: 1.75rem;
  padding: 0;
  border-color: transparent;
  background: none;
  font-size: 1.25rem;
  line-height: 1;
}

.close::before {
  content: "×" / "";
}

.simulation {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem;
  margin: 0;
  padding: 0.375rem 0.75rem;
  border-inline-start: 3px solid var(--brick);
  background: var(--brick-soft);
  color: var(--brick);
}

.simulation button {
  color: var(--ink);
}

[role="tabpanel"] {
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: 0.75rem;
}

.status {
  display: flex;
  gap: 0.75rem;
  align-items: center;
  justify-content: space-between;
  padding: 0.375rem 0.75rem;
  border-top: 1px solid var(--thread);
  color: var(--ink-soft);
}

.status > p {
  margin: 0;
}

.status > button {
  flex: none;
}

.status:has(> p:empty) {
  padding: 0;
  border: 0;
}

.hint {
  margin: 0;
  color: var(--ink-soft);
}

.actions {
  display: flex;
  flex-wrap: wrap;
  gap: 0.375rem;
}

.backups {
  align-items: center;
  color: var(--ink-soft);
}

.backups button {
  color: var(--ink);
  font: 0.8125rem / 1.5 var(--mono);
  overflow-wrap: anywhere;
}

.inspector-entry > .actions,
.editor {
  padding: 0.5rem 0.75rem;
  border-top: 1px dashed var(--sage);
}

.editor {
  display: grid;
  gap: 0.5rem;
}

textarea {
  width: 100%;
  padding: 0.5rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius-s);
  background: var(--paper);
  font: 0.8125rem / 1.55 var(--mono);
  resize: vertical;
  tab-size: 2;
}

.problem {
  margin: 0;
  color: var(--brick);
}

.problem:empty {
  display: none;
}

@media (prefers-reduced-motion: no-preference) {
  .inspector-entry[data-changed] {
    animation: arrive 0.2s ease-out;
  }
}

@keyframes arrive {
  from {
    opacity: 0.4;
  }
}

/* The heading of the group says the same. */
.inspector-facts > :first-child {
  display: none;
}

@container (max-width: 479.98px) {
  h2 {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .head {
    gap: 0.375rem 0.5rem;
  }

  [role="tablist"] {
    gap: 0;
  }

  [role="tab"] {
    padding-inline: 0.5rem;
  }

  input[type="search"] {
    flex-basis: 4.5rem;
    max-width: none;
    padding-inline: 0.375rem;
  }
}

@container (min-width: 640px) {
  .inspector-group {
    grid-template-columns: auto minmax(0, 1fr);
    column-gap: 1.5rem;
    align-items: center;
  }

  .inspector-total {
    grid-template-columns: auto minmax(6rem, 1fr);
    align-items: center;
    column-gap: 0.75rem;
  }

  .inspector-group > ul {
    grid-column: 1 / -1;
  }

  .inspector-total progress {
    max-width: 12rem;
  }

  .inspector-group > ul {
    grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr));
    align-items: start;
  }
}
`;
