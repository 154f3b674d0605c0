import type { HoverText } from '../../../../contracts/records.gen';

function create(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) {
    element.className = className;
  }
  return element;
}

/** The highlighted signature, and the comment in its language. */
export function renderText({ tokens, comment }: HoverText, language: string): HTMLElement[] {
  const code = document.createElement('code');
  for (let i = 0; i < tokens.length; i += 2) {
    code.append(create('span', tokens[i] ?? '', tokens[i + 1]));
  }
  if (comment.length === 0) {
    return [code];
  }
  const prose = document.createElement('p');
  prose.lang = language;
  prose.append(...comment.map((part, i) => (i % 2 === 0 ? part : create('code', part))));
  return [code, prose];
}

/** The plain text for screen readers. */
export const speakText = ({ tokens, comment }: HoverText): string =>
  [tokens.filter((_, i) => i % 2 === 0), comment].map((parts) => parts.join('')).join('\n');
