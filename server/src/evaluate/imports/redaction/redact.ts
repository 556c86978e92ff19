import type { CountryCode } from 'libphonenumber-js';
import { findCards, mayBeLongCard } from './cards.ts';
import { findIbans } from './ibans.ts';
import { type Found, REDACTED, type RedactedKind } from './kinds.ts';
import { isDescription, isSecretValue, type SecretName, secretNameOfField } from './names.ts';
import { toAsciiForms } from './narrow.ts';
import { findPatterns } from './patterns.ts';
import { findPhones, isBarePhone, namesPhone } from './phones.ts';
import { findSecrets } from './secrets.ts';

/** Number of redactions by kind. */
export type Findings = Partial<Record<RedactedKind, number>>;

export type Redactor = ReturnType<typeof createRedactor>;

const BORDER = '\n\n\u0000\n\n';
/**
 * Redacts secrets and personal data in JSON values. Telephone numbers without a country code are read as those of
 * `region`.
 */
export function createRedactor(region: CountryCode) {
  return {
    /**
     * Returns the values with each finding in texts and names replaced by its kind in brackets, such as `[email]`.
     */
    async redact<T>(values: readonly T[]): Promise<{ values: T[]; found: Findings }> {
      const texts = new Set<string>();
      for (const value of values) collect(value, texts);
      const found: Findings = {};
      const replaced = await redactTexts([...texts], region);
      const put = <T>(value: T): T => replace(value, replaced, found, region) as T;
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

/**
 * Whether a number may be a card or account number. Times in microseconds have 16 digits too, but rarely a valid
 * check digit.
 */
const mayHide = (value: number) => Number.isInteger(value) && Math.abs(value) >= 1e11;

interface Redacted {
  text: string;
  kinds: readonly RedactedKind[];
}

async function redactTexts(given: readonly string[], region: CountryCode): Promise<Map<string, Redacted>> {
  const texts = given.map(toAsciiForms);
  const secrets = await secretsOf(texts);
  const changed = new Map<string, Redacted>();
  for (const [i, text] of texts.entries()) {
    const found = [...(secrets.get(i) ?? []), ...findPatterns(text)];
    if (/\d{2}/.test(text)) found.push(...findIbans(text), ...findCards(text), ...findPhones(text, region));
    if (found.length > 0) changed.set(given[i] ?? '', cut(given[i] ?? '', merge(found)));
  }
  return changed;
}

/** Secrets by text. A finding that crosses the border of two texts is searched again in each of them alone. */
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
      const one = { kind, start: start - from, end: end - from };
      const before = of.get(first);
      if (before) before.push(one);
      else of.set(first, [one]);
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

/** Merges overlapping ranges; the kind that comes first in the list wins. */
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

function replace(
  value: unknown,
  replaced: ReadonlyMap<string, Redacted>,
  found: Findings,
  region: CountryCode,
): unknown {
  const note = (kind: RedactedKind): string => {
    found[kind] = (found[kind] ?? 0) + 1;
    return `[${kind}]`;
  };
  const put = (text: string): string => {
    const redacted = replaced.get(text);
    redacted?.kinds.forEach(note);
    return redacted?.text ?? text;
  };
  function inside(given: unknown): unknown {
    if (typeof given === 'string') return put(given);
    if (typeof given === 'number') {
      if (mayBeLongCard(given)) return note('card');
      return mayHide(given) && replaced.has(String(given)) ? put(String(given)) : given;
    }
    if (Array.isArray(given)) return given.map(inside);
    if (typeof given !== 'object' || given === null) return given;
    return fields(given, (name, each) => {
      const named = secretNameOfField(name === 'value' ? namedBy(given) : name);
      if (named !== null) return hidden(each, named);
      return namesPhone(name) && isDigits(each) && isBarePhone(String(each), region)
        ? note('phone')
        : inside(each);
    });
  }
  /** Redacts all texts and numbers below the name of a secret, at any depth. */
  function hidden(given: unknown, named: SecretName): unknown {
    if (typeof given === 'string') return isSecretValue(named, given) ? note(named.kind) : put(given);
    if (typeof given === 'number') {
      const digits = String(given);
      return digits.length >= named.least && isSecretValue(named, digits) ? note(named.kind) : inside(given);
    }
    if (Array.isArray(given)) return given.map((each) => hidden(each, named));
    if (typeof given !== 'object' || given === null) return given;
    return fields(given, (name, each) => (isDescription(name) ? inside(each) : hidden(each, named)));
  }
  function fields(given: object, into: (name: string, each: unknown) => unknown): unknown {
    return Object.fromEntries(Object.entries(given).map(([name, each]) => [put(name), into(name, each)]));
  }
  return inside(value);
}

/** The name of `value` in `{"name": "password", "value": "…"}`, as in forms and headers. */
function namedBy({ name, key }: { name?: unknown; key?: unknown }): string {
  return String(name ?? key ?? '');
}

const isDigits = (value: unknown) => /^\d{7,15}$/.test(String(value));
