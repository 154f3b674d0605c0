/** The timeline and the tools. */
export const VIEW_STYLES: string = `
.timeline-view {
  display: grid;
  gap: 0.75rem;
  justify-items: start;
}

.timeline {
  width: 100%;
  margin: 0;
  padding: 0;
  list-style: none;
}

.timeline > li {
  border-bottom: 1px solid var(--thread);
}

summary {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.125rem 0.75rem;
  padding: 0.3125rem 0.25rem 0.3125rem 1.75rem;
  cursor: pointer;
}

summary::before {
  content: "▸" / "";
  width: 0.75rem;
  margin-inline-start: -1.5rem;
  color: var(--ink-soft);
}

details[open] > summary::before {
  content: "▾" / "";
}

summary::-webkit-details-marker {
  display: none;
}

time {
  color: var(--ink-soft);
  font: 0.8125rem / 1.5 var(--mono);
}

.change-key {
  font: 600 0.8125rem / 1.5 var(--mono);
  overflow-wrap: anywhere;
}

.change-origin {
  padding: 0 0.5rem;
  border-radius: 1rem;
  background: var(--sage-soft);
  color: var(--sage);
  font-size: 0.8125rem;
}

.change-origin[data-origin="raw"] {
  background: var(--brick-soft);
  color: var(--brick);
}

.change-origin[data-origin="tab"] {
  background: var(--plum-soft);
  color: var(--plum);
}

.change-origin[data-origin="devtools"] {
  background: var(--apricot-soft);
  color: var(--apricot);
}

.change-caller {
  color: var(--ink-soft);
  font: 0.8125rem / 1.5 var(--mono);
  overflow-wrap: anywhere;
}

.timeline details > :not(summary) {
  margin: 0 0 0.5rem 1.5rem;
}

.timeline details > .hint {
  margin-bottom: 0.125rem;
}

.diff,
.stack {
  padding: 0.5rem 0.75rem;
  border-radius: var(--radius-s);
  background: var(--linen);
  font: 0.8125rem / 1.55 var(--mono);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

.diff > * {
  display: block;
  text-decoration: none;
}

ins {
  color: var(--sage);
}

del {
  color: var(--brick);
}

.tools {
  display: grid;
  gap: 1.25rem;
  align-items: start;
}

fieldset {
  display: grid;
  gap: 0.625rem;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
}

legend {
  margin-bottom: 0.375rem;
  padding: 0;
  font-weight: 600;
}

.choice {
  display: flex;
  align-items: baseline;
  gap: 0.5rem;
}

.choice > span {
  display: grid;
}

input[type="radio"] {
  flex: none;
  accent-color: var(--plum);
}

@container (min-width: 640px) {
  .tools {
    grid-template-columns: 1fr 1fr;
    column-gap: 2rem;
  }
}
`;
