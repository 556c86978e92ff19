import { type Evaluate, MOST_CHARACTERS, parseExpression, shown, TemplateProblem } from './expression.ts';

/** Turns of the loops of a template. */
const MOST_TURNS = 100_000;

type Variables = Map<string, unknown>;
interface Output {
  parts: string[];
  characters: number;
  turns: number;
}
type Write = (variables: Variables, output: Output) => void;

/**
 * Fills a template of nunjucks: `{{ … }}` as `parseExpression` reads it, `if`, `for`, `set`, `raw` and comments, with `-`
 * for white space. Nothing of this process can be reached. What has no value is empty. Throws `TemplateProblem` for
 * anything else, named.
 */
export function renderTemplate(template: string, variables: Readonly<Record<string, unknown>>): string {
  if (!/\{[{%#]/.test(template)) return template;
  const output: Output = { parts: [], characters: 0, turns: 0 };
  try {
    parseTemplate(template)(new Map(Object.entries(variables)), output);
  } catch (error) {
    // Of a text that is too long for the engine, and of tags within each other that are too deep for its stack.
    if (error instanceof RangeError)
      throw new TemplateProblem('it makes too long a text or is nested too deeply');
    throw error;
  }
  return output.parts.join('');
}

function parseTemplate(template: string): Write {
  const pieces = piecesOf(template);
  const { write } = parseUntil(pieces, []);
  if (pieces.at < pieces.all.length)
    throw new TemplateProblem(`{% ${pieces.all[pieces.at]?.said} %} has no beginning`);
  return write;
}

type Piece = { kind: 'text' | 'value' | 'tag'; said: string };
interface Pieces {
  all: Piece[];
  at: number;
}

const MARK = /\{\{(-?)([\s\S]*?)(-?)\}\}|\{%(-?)\s*([\s\S]*?)\s*(-?)%\}|\{#(-?)[\s\S]*?(-?)#\}/g;
const RAW = /^\{%-?\s*(raw|verbatim)\s*-?%\}([\s\S]*?)\{%-?\s*end\1\s*-?%\}/;

function piecesOf(template: string): Pieces {
  const all: Piece[] = [];
  let from = 0;
  let trimsNext = false;
  const addText = (text: string, trimsEnd: boolean) => {
    if (/\{[{%#]/.test(text)) throw new TemplateProblem('a {{, {% or {# is not closed');
    const start = trimsNext ? text.trimStart() : text;
    all.push({ kind: 'text', said: trimsEnd ? start.trimEnd() : start });
  };
  for (;;) {
    MARK.lastIndex = from;
    const found = MARK.exec(template);
    if (found === null) break;
    const [whole, valueBefore, value, valueAfter, tagBefore, tag, tagAfter, noteBefore, noteAfter] = found;
    addText(template.slice(from, found.index), (valueBefore || tagBefore || noteBefore) === '-');
    const raw = RAW.exec(template.slice(found.index));
    if (raw !== null) {
      trimsNext = false;
      all.push({ kind: 'text', said: raw[2] ?? '' });
      from = found.index + raw[0].length;
      continue;
    }
    if (value !== undefined) all.push({ kind: 'value', said: value });
    else if (tag !== undefined) all.push({ kind: 'tag', said: tag });
    trimsNext = (valueAfter || tagAfter || noteAfter) === '-';
    from = found.index + whole.length;
  }
  addText(template.slice(from), false);
  return { all, at: 0 };
}

function append(output: Output, text: string): void {
  output.characters += text.length;
  if (output.characters > MOST_CHARACTERS) throw new TemplateProblem('what it makes is too long');
  output.parts.push(text);
}

/** Everything before one of these tags, which is taken too; its words are given back. */
function parseUntil(pieces: Pieces, ends: readonly string[]): { write: Write; end: string } {
  const writes: Write[] = [];
  const write: Write = (variables, output) => {
    for (const one of writes) one(variables, output);
  };
  for (let piece = pieces.all[pieces.at]; piece !== undefined; piece = pieces.all[pieces.at]) {
    const { kind, said } = piece;
    if (kind === 'tag' && ends.some((end) => said === end || said.startsWith(`${end} `))) {
      pieces.at += 1;
      return { write, end: said };
    }
    if (kind === 'tag' && /^(?:end\w+|else|elif|elseif)\b/.test(said)) return { write, end: '' };
    pieces.at += 1;
    if (kind === 'text') writes.push((_, output) => append(output, said));
    else if (kind === 'value') {
      const value = parseExpression(said);
      writes.push((variables, output) => append(output, shown(value(variables))));
    } else writes.push(parseTag(said, pieces));
  }
  if (ends.length > 0) throw new TemplateProblem(`{% ${ends.at(-1)} %} is missing`);
  return { write, end: '' };
}

function parseTag(said: string, pieces: Pieces): Write {
  const [, name = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(said) ?? [];
  if (name === 'if') return parseIf(rest, pieces);
  if (name === 'for') return parseFor(rest, pieces);
  if (name === 'set') {
    const [, variable, expression] = /^([A-Za-z_]\w*)\s*=(?!=)\s*([\s\S]+)$/.exec(rest) ?? [];
    if (variable === undefined || expression === undefined)
      throw new TemplateProblem(`{% ${said} %} is not supported`);
    const value = parseExpression(expression);
    return (variables) => void variables.set(variable, value(variables));
  }
  throw new TemplateProblem(`{% ${name} %} is not supported`);
}

function parseIf(condition: string, pieces: Pieces): Write {
  const branches: { holds: Evaluate; write: Write }[] = [];
  let holds = parseExpression(condition);
  for (;;) {
    const { write, end } = parseUntil(pieces, ['elif', 'elseif', 'else', 'endif']);
    branches.push({ holds, write });
    if (end === 'endif') break;
    const [, other] = /^(?:elif|elseif)\s+([\s\S]+)$/.exec(end) ?? [];
    holds = other === undefined ? () => true : parseExpression(other);
  }
  return (variables, output) => branches.find((one) => one.holds(variables))?.write(variables, output);
}

function parseFor(head: string, pieces: Pieces): Write {
  const [, names = '', source] = /^([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)?)\s+in\s+([\s\S]+)$/.exec(head) ?? [];
  if (source === undefined) throw new TemplateProblem(`{% for ${head} %} is not supported`);
  const [name = '', second] = names.split(/\s*,\s*/);
  const all = parseExpression(source);
  const body = parseUntil(pieces, ['else', 'endfor']);
  const otherwise = body.end === 'endfor' ? null : parseUntil(pieces, ['endfor']).write;
  return (variables, output) => {
    const value = all(variables);
    const entries = entriesOf(value);
    if (entries.length === 0) return otherwise?.(variables, output);
    for (const [i, [key, one]] of entries.entries()) {
      output.turns += 1;
      if (output.turns > MOST_TURNS) throw new TemplateProblem('its loops have too many turns');
      const inner = new Map(variables);
      const isList = Array.isArray(value);
      if (second === undefined) inner.set(name, isList ? one : key);
      else {
        inner.set(name, isList ? (one as unknown[])?.[0] : key);
        inner.set(second, isList ? (one as unknown[])?.[1] : one);
      }
      const { length } = entries;
      const loop = { index: i + 1, index0: i, first: i === 0, last: i === length - 1, length };
      body.write(inner.set('loop', { ...loop, revindex: length - i, revindex0: length - i - 1 }), output);
    }
  };
}

function entriesOf(value: unknown): [key: unknown, value: unknown][] {
  if (Array.isArray(value)) return value.map((one, i) => [i, one]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
