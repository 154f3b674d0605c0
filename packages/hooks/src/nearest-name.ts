function pairsOf(name: string): string[] {
  return Array.from(name.slice(1), (letter, i) => `${name[i]}${letter}`.toLowerCase());
}

/** Similarity of two names from 0 to 1: Dice's coefficient of their letter pairs. */
function similarity(one: string, other: string): number {
  const [some, others] = [pairsOf(one), pairsOf(other)];
  const shared = some.filter((pair) => others.includes(pair));
  return (2 * shared.length) / (some.length + others.length);
}

/** Returns the most similar name, or undefined if none is similar. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const score = (known: string) => similarity(name, known);
  const [best] = [...names].sort((a, b) => score(b) - score(a));
  return best && score(best) > 0.2 ? best : undefined;
}
