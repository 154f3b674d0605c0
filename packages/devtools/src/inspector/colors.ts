import { element } from './element.ts';

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** One line of JSON with syntax highlighting, as text nodes and spans. */
export function colorLine(line: string): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const match of line.matchAll(TOKENS)) {
    const [whole, text = whole, colon = ''] = match;
    nodes.push(document.createTextNode(line.slice(end, match.index)));
    nodes.push(element('span', { class: classOf(match[1], colon) }, text));
    nodes.push(document.createTextNode(colon));
    end = match.index + whole.length;
  }
  nodes.push(document.createTextNode(line.slice(end)));
  return nodes;
}

function classOf(text: string | undefined, colon: string): string {
  if (colon) {
    return 'inspector-name';
  }
  return text ? 'inspector-text' : 'inspector-value';
}
