import { FILTERS } from './filters.ts';

/** A template says something that is not supported, or is broken. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem';
}

/** Characters of a filled template and of each value in it: a short template can ask for gigabytes. */
export const MOST_CHARACTERS = 4_000_000;

function bounded(value: unknown): unknown {
  if (sizeOf(value) > MOST_CHARACTERS) throw new TemplateProblem('what it makes is too long');
  return value;
}

const sizes = new WeakMap<object, number>();

/** About how many characters a value has when it is written: lists that hold one list twice write it twice. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  // One that holds itself has no end.
  sizes.set(value, Number.POSITIVE_INFINITY);
  const size = Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one) + 1, 1);
  sizes.set(value, size);
  return size;
}

/** A value of an expression by the variables that are in sight. */
export type Evaluate = (variables: ReadonlyMap<string, unknown>) => unknown;

const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<name>[A-Za-z_$][\w$]*)|(?<sign>===|!==|==|!=|<=|>=|\/\/|\*\*|[-+*/%~<>()[\]{},.:|]))/y;

type Token = { kind: 'number' | 'text' | 'name' | 'sign'; said: string };

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const text = source.trim();
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) throw new TemplateProblem(`"${text.slice(at, at + 20)}" cannot be read`);
    const [kind, said] = Object.entries(found.groups ?? {}).find(([, one]) => one !== undefined) ?? ['', ''];
    tokens.push({ kind: kind as Token['kind'], said: said as string });
  }
  return tokens;
}

const CONSTANTS: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
  null: null,
};

type Operation = (a: unknown, b: unknown) => unknown;
const number = (value: unknown) => Number(value);
/** By how tightly they bind, the loosest first. */
const OPERATIONS: readonly Readonly<Record<string, Operation>>[] = [
  {
    // Equality of nunjucks is that of JavaScript, where "1" == 1.
    // biome-ignore lint/suspicious/noDoubleEquals: the template asks for it
    '==': (a, b) => a == b,
    '===': (a, b) => a === b,
    // biome-ignore lint/suspicious/noDoubleEquals: the template asks for it
    '!=': (a, b) => a != b,
    '!==': (a, b) => a !== b,
    '<': (a, b) => (a as number) < (b as number),
    '>': (a, b) => (a as number) > (b as number),
    '<=': (a, b) => (a as number) <= (b as number),
    '>=': (a, b) => (a as number) >= (b as number),
  },
  { '~': (a, b) => `${shown(a)}${shown(b)}` },
  { '+': (a, b) => (a as string) + (b as string), '-': (a, b) => number(a) - number(b) },
  {
    '*': (a, b) => number(a) * number(b),
    '/': (a, b) => number(a) / number(b),
    '//': (a, b) => Math.floor(number(a) / number(b)),
    '%': (a, b) => number(a) % number(b),
  },
  { '**': (a, b) => number(a) ** number(b) },
];

/** A value as a template writes it. */
export function shown(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/**
 * An expression of nunjucks: variables with fields, constants, lists, comparisons, arithmetic, `and`, `or`, `not`, `in`,
 * `a if b else c`, and known filters. Nothing can be called. Throws `TemplateProblem`.
 */
export function parseExpression(source: string): Evaluate {
  const tokens = tokensOf(source);
  let at = 0;
  const next = (): Token | undefined => tokens[at];
  const take = (said: string): boolean => {
    if (next()?.said !== said || next()?.kind === 'text') return false;
    at += 1;
    return true;
  };
  const need = (said: string) => {
    if (!take(said)) throw new TemplateProblem(`"${said}" is missing in "${source.trim()}"`);
  };

  function inlineIf(): Evaluate {
    const value = or();
    if (!take('if')) return value;
    const condition = or();
    const other = take('else') ? inlineIf() : () => undefined;
    return (variables) => (condition(variables) ? value(variables) : other(variables));
  }
  function or(): Evaluate {
    let left = and();
    while (take('or')) {
      const [a, b] = [left, and()];
      left = (variables) => a(variables) || b(variables);
    }
    return left;
  }
  function and(): Evaluate {
    let left = not();
    while (take('and')) {
      const [a, b] = [left, not()];
      left = (variables) => a(variables) && b(variables);
    }
    return left;
  }
  function not(): Evaluate {
    if (!take('not')) return contained();
    const value = not();
    return (variables) => !value(variables);
  }
  function contained(): Evaluate {
    const left = operation(0);
    const isDenied = next()?.said === 'not' && tokens[at + 1]?.said === 'in';
    if (isDenied) at += 1;
    if (!take('in')) return left;
    const right = operation(0);
    return (variables) => isIn(left(variables), right(variables)) !== isDenied;
  }
  function operation(level: number): Evaluate {
    const operations = OPERATIONS[level];
    if (operations === undefined) return filtered();
    let left = operation(level + 1);
    for (let token = next(); token?.kind === 'sign'; token = next()) {
      const apply = Object.hasOwn(operations, token.said) ? operations[token.said] : undefined;
      if (apply === undefined) break;
      at += 1;
      const [a, b] = [left, operation(level + 1)];
      left = (variables) => bounded(apply(a(variables), b(variables)));
    }
    return left;
  }
  function filtered(): Evaluate {
    let value = take('-') ? negative(filtered()) : primary();
    while (take('|')) value = filter(value);
    return value;
  }
  const negative =
    (value: Evaluate): Evaluate =>
    (variables) =>
      -number(value(variables));
  function filter(value: Evaluate): Evaluate {
    const name = next()?.said ?? '';
    const apply = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    if (apply === undefined) throw new TemplateProblem(`the filter "${name}" is not supported`);
    at += 1;
    const given = take('(') ? list(')') : [];
    return (variables) => bounded(apply(value(variables), ...given.map((one) => one(variables))));
  }
  function list(end: string): Evaluate[] {
    const values: Evaluate[] = [];
    while (!take(end)) {
      if (next()?.kind === 'name' && tokens[at + 1]?.said === '=')
        throw new TemplateProblem('named arguments are not supported');
      values.push(inlineIf());
      if (!take(',') && next()?.said !== end) need(end);
    }
    return values;
  }
  function primary(): Evaluate {
    const token = next();
    if (token === undefined) throw new TemplateProblem(`"${source.trim()}" ends too early`);
    at += 1;
    if (token.kind === 'number') return () => Number(token.said);
    if (token.kind === 'text') return () => unquoted(token.said);
    if (token.said === '(') {
      const value = inlineIf();
      need(')');
      return fields(value);
    }
    if (token.said === '[') {
      const values = list(']');
      return fields((variables) => bounded(values.map((one) => one(variables))));
    }
    if (token.kind !== 'name')
      throw new TemplateProblem(`"${token.said}" is not expected in "${source.trim()}"`);
    if (Object.hasOwn(CONSTANTS, token.said)) return () => CONSTANTS[token.said];
    if (token.said === 'env') throw new TemplateProblem('variables of the environment are not read');
    return fields((variables) => variables.get(token.said));
  }
  function fields(start: Evaluate): Evaluate {
    let value = start;
    for (;;) {
      const inner = value;
      if (take('.')) {
        const name = next()?.said ?? '';
        at += 1;
        value = (variables) => fieldOf(inner(variables), name);
      } else if (take('[')) {
        const key = inlineIf();
        need(']');
        value = (variables) => fieldOf(inner(variables), key(variables));
      } else if (next()?.said === '(') throw new TemplateProblem('calling a function is not supported');
      else return value;
    }
  }

  const value = inlineIf();
  const left = next();
  if (left !== undefined) throw new TemplateProblem(`"${left.said}" is not expected in "${source.trim()}"`);
  return value;
}

/** Only what a value has itself, so that nothing leads to a constructor. */
function fieldOf(value: unknown, key: unknown): unknown {
  if (typeof value === 'string') return key === 'length' ? value.length : value[Number(key)];
  if (Array.isArray(value)) return key === 'length' ? value.length : value[Number(key)];
  if (typeof value !== 'object' || value === null) return undefined;
  const name = String(key);
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function isIn(value: unknown, all: unknown): boolean {
  if (typeof all === 'string') return all.includes(String(value));
  if (Array.isArray(all)) return all.includes(value);
  return typeof all === 'object' && all !== null && Object.hasOwn(all, String(value));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const unquoted = (quoted: string): string =>
  quoted.slice(1, -1).replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
