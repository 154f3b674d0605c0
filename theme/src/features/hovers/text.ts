import type { HoverText } from '../../../../contracts/records.gen';
import { withBase } from '../../router/resolve-path';

function create(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) {
    element.className = className;
  }
  return element;
}

/** Facts about the page that shows a card. */
export interface CardContext {
  /** The language of comments. */
  readonly language: string;
  /** The path of the site on its host. */
  readonly base: string;
  /** The label of the link to the reference; undefined until the strings are loaded. */
  readonly label: string | undefined;
}

/** The highlighted signature, the comment in its language, and the link to the reference. */
export function renderText(text: HoverText, { language, base, label }: CardContext): HTMLElement[] {
  const link = label && text.reference ? [createLink(base, text.reference, label)] : [];
  return [...renderSignature(text, language), ...link];
}

function createLink(base: string, reference: string, label: string): HTMLElement {
  const link = create('a', label) as HTMLAnchorElement;
  link.href = withBase(reference, base);
  return link;
}

function renderSignature({ tokens, comment }: HoverText, language: string): HTMLElement[] {
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
