/** A text with `{{variables}}`, parsed once and filled for every item. */
export interface Template {
  /** The distinct names in it, in order of first occurrence. */
  variables: readonly string[];
  /** Fills the template in one pass, so values are not expanded again. Every variable needs a value. */
  fill(values: Readonly<Record<string, string>>): string;
  /** The length in UTF-16 units after filling, without filling it. */
  lengthWith(values: Readonly<Record<string, string>>): number;
}

const OPENING = /\{\{([^{}]*)\}\}/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

/** Parses a template; returns a text that describes the problem if it is invalid. */
export function parseTemplate(text: string): Template | string {
  const parts = text.split(OPENING);
  const literals = parts.filter((_, i) => i % 2 === 0);
  const names = parts.filter((_, i) => i % 2 === 1).map((name) => name.trim());
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined)
    return `"{{${bad.slice(0, 50)}}}" is not a variable: names consist of letters, digits, _ . and -.`;
  if (literals.some((literal) => literal.includes('{{')))
    return 'A "{{" is not closed by "}}" after one name.';
  const own = literals.reduce((sum, literal) => sum + literal.length, 0);
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return {
    variables: [...times.keys()],
    lengthWith: (values) =>
      [...times].reduce((sum, [name, count]) => sum + count * (values[name] ?? '').length, own),
    fill: (values) => literals.map((literal, i) => literal + (values[names[i] ?? ''] ?? '')).join(''),
  };
}
