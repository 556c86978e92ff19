import type { CountryCode } from 'libphonenumber-js';
import { type Found, REDACTED, type RedactedKind } from './kinds.ts';
import { findCards, findIbans } from './numbers.ts';
import { findPatterns } from './patterns.ts';
import { findPhones } from './phones.ts';
import { findSecrets } from './secrets.ts';

/** How often each kind was found. */
export type Findings = Partial<Record<RedactedKind, number>>;

export interface Redactor {
  /** The values with what was found in their texts and names replaced by its kind in brackets, such as `[email]`. */
  redact<T>(values: readonly T[]): Promise<{ values: T[]; found: Findings }>;
}

const BORDER = '\n\n\u0000\n\n';
/** A text under such a name goes whatever it looks like. */
const NAMES =
  /^(?:.*[._-])?(?:authorization|api[_-]?key|x-api-key|password|passwd|secret|cookie|set-cookie|(?:access|auth|refresh|id|session)[_-]?token|client[_-]?secret|private[_-]?key)$/i;

/** Takes secrets and personal data out of JSON values. Numbers without a country code are read as those of `region`. */
export function createRedactor(region: CountryCode): Redactor {
  return {
    async redact(values) {
      const texts = new Set<string>();
      for (const value of values) collect(value, texts);
      const found: Findings = {};
      const replaced = await redactTexts([...texts], region);
      const put = <T>(value: T): T => replace(value, replaced, found) as T;
      return { values: values.map(put), found };
    },
  };
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'number') {
    if (mayHide(value)) into.add(String(value));
  } else if (Array.isArray(value)) for (const each of value) collect(each, into);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      into.add(name);
      collect(each, into);
    }
  }
}

/** A card or an account as a number; times in microseconds have 16 digits too, and no check digit of a card by rule. */
const mayHide = (value: number) => Number.isInteger(value) && Math.abs(value) >= 1e11;

interface Redacted {
  text: string;
  kinds: readonly RedactedKind[];
}

async function redactTexts(texts: readonly string[], region: CountryCode): Promise<Map<string, Redacted>> {
  const secrets = await secretsOf(texts);
  const changed = new Map<string, Redacted>();
  for (const [i, text] of texts.entries()) {
    const found = [...(secrets.get(i) ?? []), ...findPatterns(text)];
    if (/\d{2}/.test(text)) found.push(...findIbans(text), ...findCards(text), ...findPhones(text, region));
    if (found.length > 0) changed.set(text, cut(text, merge(found)));
  }
  return changed;
}

/** Secrets by text. What is found across a border of texts is looked for again in each of them alone. */
async function secretsOf(texts: readonly string[]): Promise<Map<number, Found[]>> {
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + BORDER.length;
  }
  const of = new Map<number, Found[]>();
  const again = new Set<number>();
  const all = await findSecrets(texts.join(BORDER));
  for (const { kind, start, end } of all) {
    const first = lastAtOrBefore(starts, start);
    const from = starts[first] ?? 0;
    if (end <= from + (texts[first]?.length ?? 0)) {
      of.set(first, [...(of.get(first) ?? []), { kind, start: start - from, end: end - from }]);
    } else for (let i = first; i < texts.length && (starts[i] ?? 0) < end; i++) again.add(i);
  }
  for (const i of again) of.set(i, await findSecrets(texts[i] ?? ''));
  return of;
}

function lastAtOrBefore(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Stretches that overlap are one, of the kind that stands first in the list. */
function merge(found: readonly Found[]): Found[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Found[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (!last || next.start >= last.end) merged.push({ ...next });
    else {
      last.end = Math.max(last.end, next.end);
      if (REDACTED.indexOf(next.kind) < REDACTED.indexOf(last.kind)) last.kind = next.kind;
    }
  }
  return merged;
}

function cut(text: string, found: readonly Found[]): Redacted {
  let made = '';
  let at = 0;
  for (const { kind, start, end } of found) {
    made += `${text.slice(at, start)}[${kind}]`;
    at = end;
  }
  return { text: made + text.slice(at), kinds: found.map(({ kind }) => kind) };
}

function replace(value: unknown, replaced: ReadonlyMap<string, Redacted>, found: Findings): unknown {
  const put = (text: string): string => {
    const redacted = replaced.get(text);
    for (const kind of redacted?.kinds ?? []) found[kind] = (found[kind] ?? 0) + 1;
    return redacted?.text ?? text;
  };
  function inside(given: unknown): unknown {
    if (typeof given === 'string') return put(given);
    if (typeof given === 'number')
      return mayHide(given) && replaced.has(String(given)) ? put(String(given)) : given;
    if (Array.isArray(given)) return given.map(inside);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, each]) => {
        if (typeof each !== 'string' || each === '' || !NAMES.test(name)) return [put(name), inside(each)];
        const kind = /pass/i.test(name) ? 'password' : /key|secret/i.test(name) ? 'api_key' : 'access_token';
        found[kind] = (found[kind] ?? 0) + 1;
        return [put(name), `[${kind}]`];
      }),
    );
  }
  return inside(value);
}
