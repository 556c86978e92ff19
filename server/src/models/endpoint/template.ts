/**
 * A JSON value whose texts may contain `{{names}}`. A text that is only a name becomes its value, which may be any
 * JSON; within other words a value is written as text. A member whose only name has no value is omitted.
 */
export interface JsonTemplate {
  /** The names in it, without duplicates. */
  names: readonly string[];
  fill(lookUp: (name: string) => unknown): unknown;
}

export interface TemplateProblem {
  /** The JSON pointer within the template. */
  pointer: string;
  detail: string;
}

const OPENING = /\{\{([^{}]*)\}\}/g;
const MAX_DEPTH = 20;

/** `problemOf` returns what is wrong with a name, or null. */
export function parseTemplate(
  value: unknown,
  problemOf: (name: string) => string | null,
): { template: JsonTemplate } | { problems: TemplateProblem[] } {
  const problems: TemplateProblem[] = [];
  const names = new Set<string>();
  const fill = compile(value, '', 0, (pointer, text) => {
    const parts = text.split(OPENING).map((part, i) => (i % 2 === 0 ? part : part.trim()));
    const found = parts.filter((_, i) => i % 2 === 1);
    for (const name of found) {
      names.add(name);
      const detail = problemOf(name);
      if (detail !== null) problems.push({ pointer, detail });
    }
    if (parts.some((part, i) => i % 2 === 0 && part.includes('{{')))
      problems.push({ pointer, detail: 'a "{{" is not closed by "}}" around one name' });
    return parts;
  });
  if (typeof fill === 'string') problems.push({ pointer: '', detail: fill });
  return problems.length > 0 || typeof fill === 'string'
    ? { problems }
    : { template: { names: [...names], fill } };
}

type Fill = (lookUp: (name: string) => unknown) => unknown;

/** Returns a sentence if it is nested too deeply. */
function compile(
  value: unknown,
  pointer: string,
  depth: number,
  partsOf: (pointer: string, text: string) => string[],
): Fill | string {
  if (depth > MAX_DEPTH) return `a template is nested at most ${MAX_DEPTH} deep`;
  if (typeof value === 'string') return compileText(partsOf(pointer, value));
  if (typeof value !== 'object' || value === null) return () => value;
  const entries = Object.entries(value).map(([key, inner]) => {
    const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
    return [key, compile(inner as unknown, `${pointer}/${escaped}`, depth + 1, partsOf)] as const;
  });
  const deep = entries.find(([, fill]) => typeof fill === 'string');
  if (deep) return deep[1] as string;
  const fills = entries as unknown as (readonly [string, Fill])[];
  if (Array.isArray(value)) {
    return (lookUp) => fills.map(([, fill]) => fill(lookUp)).filter((filled) => filled !== undefined);
  }
  return (lookUp) =>
    Object.fromEntries(
      fills.map(([key, fill]) => [key, fill(lookUp)] as const).filter(([, filled]) => filled !== undefined),
    );
}

function compileText(parts: readonly string[]): Fill {
  const [only = ''] = parts;
  if (parts.length === 1) return () => only;
  if (parts.length === 3 && parts[0] === '' && parts[2] === '') return (lookUp) => lookUp(parts[1] as string);
  return (lookUp) => parts.map((part, i) => (i % 2 === 0 ? part : asText(lookUp(part)))).join('');
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
