/** Colors and fonts are design tokens, which the page or the panel defines. */
export const INSPECTOR_STYLES: string = `.inspector {
  display: grid;
  gap: 1.25rem;
  font-size: 0.875rem;
}

.inspector :where(ul, h3, h4, p, pre) {
  margin: 0;
  padding: 0;
  list-style: none;
}

.inspector-group {
  display: grid;
  gap: 0.75rem;
  min-width: 0;
}

.inspector-storage {
  font-size: 1rem;
}

.inspector-total {
  display: grid;
  gap: 0.25rem;
  color: var(--ink-soft);
}

.inspector-total progress {
  appearance: none;
  width: 100%;
  height: 6px;
  border: 0;
  border-radius: 3px;
  overflow: hidden;
  background: var(--thread);
}

.inspector-total progress::-webkit-progress-bar {
  background: var(--thread);
}

.inspector-total progress::-webkit-progress-value {
  background: var(--sage);
}

.inspector-total progress::-moz-progress-bar {
  background: var(--sage);
}

.inspector-total progress[data-full]::-webkit-progress-value {
  background: var(--brick);
}

.inspector-total progress[data-full]::-moz-progress-bar {
  background: var(--brick);
}

.inspector-group > ul {
  display: grid;
  gap: 0.75rem;
}

.inspector-entry {
  min-width: 0;
  border: 1px dashed var(--sage);
  border-radius: var(--radius);
  background: var(--sage-soft);
  overflow: clip;
}

.inspector-entry[data-changed] {
  border-color: var(--apricot);
}

.inspector-key {
  padding: 0.5rem 0.75rem 0;
  font: 600 0.875rem / 1.5 var(--mono);
  overflow-wrap: anywhere;
}

.inspector-facts {
  display: flex;
  flex-wrap: wrap;
  column-gap: 1rem;
  margin: 0 0.75rem 0.5rem;
  overflow: clip;
  color: var(--ink-soft);
  font-size: 0.8125rem;
  font-variant-numeric: tabular-nums;
}

.inspector-facts li {
  position: relative;
}

/* In the gap, so that it is clipped at the start of a line. */
.inspector-facts li::before {
  content: "·" / "";
  position: absolute;
  inset-inline-start: -1rem;
  width: 1rem;
  color: var(--ink-soft);
  font-family: var(--mono);
  text-align: center;
}

.inspector-facts [data-protected="true"] {
  color: var(--sage);
  font-weight: 600;
}

.inspector-note {
  margin: 0 0.75rem 0.5rem;
  padding-inline-start: 0.5rem;
  border-inline-start: 3px solid var(--brick);
  color: var(--brick);
  font-size: 0.8125rem;
  overflow-wrap: anywhere;
}

.inspector-json {
  border-top: 1px dashed var(--sage);
  padding-block: 0.5rem;
  font: 0.8125rem / 1.55 var(--mono);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  tab-size: 2;
}

.inspector-json code {
  font: inherit;
}

/* Aligned with the key. */
.inspector-line {
  display: block;
  padding-inline: calc(0.75rem - 3px) 0.75rem;
  border-inline-start: 3px solid transparent;
  color: var(--code-mark);
  background: none;
}

mark.inspector-line {
  border-inline-start-color: var(--apricot);
  background: var(--apricot-soft);
}

.inspector-name {
  color: var(--code-property);
}

.inspector-text {
  color: var(--code-string);
}

.inspector-value {
  color: var(--code-number);
}

.inspector-cut {
  padding: 0 0.75rem 0.5rem;
  color: var(--ink-soft);
}

.inspector-said {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}

@media (forced-colors: active) {
  mark.inspector-line {
    border-inline-start-color: Highlight;
  }
}
`;
