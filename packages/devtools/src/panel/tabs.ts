import { element } from '../inspector/element.ts';

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly content: HTMLElement;
}

interface Tabs {
  readonly list: HTMLElement;
  readonly panels: readonly HTMLElement[];
}

/** Tabs as the ARIA patterns describe them: arrow keys select one, Tab leads to its content. */
export function createTabs<Name extends string>(
  label: string,
  tabs: readonly Tab<Name>[],
  selected: Name,
  onSelect: (name: Name) => void,
): Tabs {
  const buttons = tabs.map(renderTab);
  const panels = tabs.map(renderPanel);
  const select = (chosen: Name): void =>
    tabs.forEach(({ name }, index) => {
      const [button, panel] = [buttons[index] as HTMLElement, panels[index] as HTMLElement];
      button.setAttribute('aria-selected', `${name === chosen}`);
      button.tabIndex = name === chosen ? 0 : -1;
      panel.hidden = name !== chosen;
    });
  const choose = (index: number): void => {
    const { name } = tabs[index] as Tab<Name>;
    select(name);
    onSelect(name);
    buttons[index]?.focus();
  };
  buttons.forEach((button, index) => {
    button.addEventListener('click', () => choose(index));
  });
  const list = element('div', { role: 'tablist', 'aria-label': label }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const target = neighborOf(event.key, buttons.indexOf(event.target as never), buttons.length);
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  });
  select(selected);
  return { list, panels };
}

function renderTab({ name, label }: Tab<string>): HTMLElement {
  const attributes = { type: 'button', role: 'tab', id: name, 'aria-controls': `${name}-view` };
  return element('button', attributes, label);
}

function renderPanel({ name, content }: Tab<string>): HTMLElement {
  const attributes = { role: 'tabpanel', id: `${name}-view`, 'aria-labelledby': name };
  return element('div', { ...attributes, tabindex: '0' }, content);
}

function neighborOf(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
