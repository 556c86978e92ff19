/** A text with `{{variables}}`, taken apart once and filled for every item. */
export interface Template {
  /** The names in it, each once, in the order they first stand. */
  variables: readonly string[];
  /** Fills it in one pass: what stands in a value is never filled again. Every variable must have one. */
  fill(values: Readonly<Record<string, string>>): string;
}

const OPENING = /\{\{([^{}]*)\}\}/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

/** Takes a template apart; a text says what is wrong with it. */
export function parseTemplate(text: string): Template | string {
  const parts = text.split(OPENING);
  const literals = parts.filter((_, i) => i % 2 === 0);
  const names = parts.filter((_, i) => i % 2 === 1).map((name) => name.trim());
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined)
    return `"{{${bad.slice(0, 50)}}}" is no variable: a name has letters, digits, _ . and -.`;
  if (literals.some((literal) => literal.includes('{{')))
    return 'A "{{" is not closed by "}}" around one name.';
  return {
    variables: [...new Set(names)],
    fill: (values) => literals.map((literal, i) => literal + (values[names[i] ?? ''] ?? '')).join(''),
  };
}
