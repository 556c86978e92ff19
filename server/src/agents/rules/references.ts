import type { Turn } from '../answer.ts';
import { namedIn, wordsOf } from './names-in-text.ts';

/** Several things that were spoken of before: all of them, `count` where a number is said, or some by their places. */
export interface Reference {
  words: string;
  places: readonly number[] | 'all';
  count: number | null;
}

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
};
const ORDINALS: Readonly<Record<string, number>> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  last: -1,
  erste: 0,
  ersten: 0,
  zweite: 1,
  zweiten: 1,
  dritte: 2,
  dritten: 2,
  letzte: -1,
  letzten: -1,
};
/** A small number in digits or words. */
export const SMALL_NUMBER = String.raw`(?:\d{1,2}|${Object.keys(NUMBERS).join('|')})`;
/** What candidates are called. */
export const CANDIDATES = '(?:stacks?|candidates?|models?|options?|ones?|kandidaten|modelle?)';
const ORDINAL = Object.keys(ORDINALS).join('|');
const word = (source: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, 'iu');
const OF_THEM = String.raw`(?:\s+of\s+(?:them|those|these))?(?:\s+${CANDIDATES})?`;

const FIRST_OF = word(String.raw`(?:(?:the|die)\s+)?(?:first|ersten)\s+(?<n>${SMALL_NUMBER})${OF_THEM}`);
const SOME = word(
  String.raw`(?:the|den|die|das|der)\s+(?<some>(?:${ORDINAL})(?:(?:\s*,\s*|\s+(?:and|und)\s+)(?:(?:the|den|die|das|der)\s+)?(?:${ORDINAL}))*)${OF_THEM}`,
);
const BOTH = word(String.raw`both${OF_THEM}|beiden?(?:\s+${CANDIDATES})?`);
const COUNTED = word(
  String.raw`(?:all|those|these|the|alle|die|diese)(?:\s+(?:the|those|these))?\s+(?<n>${SMALL_NUMBER})${OF_THEM}`,
);
const ALL = word(
  String.raw`(?:all|those|these|alle|diese)(?:\s+of\s+(?:them|those|these)|\s+${CANDIDATES})?|them(?:\s+all)?|(?:all\s+)?the\s+(?:stacks|candidates|models)|sie|die\s+(?:stacks|kandidaten|modelle)`,
);

/** The number of a digit or a word; null for anything else. */
export function smallNumber(written: string | undefined): number | null {
  if (written === undefined) return null;
  return NUMBERS[written.toLowerCase()] ?? (/^\d+$/.test(written) ? Number(written) : null);
}

/** What a text refers to of what was spoken of before (*those three*, *the second one*), and the text without it. */
export function takeReference(text: string): { reference: Reference | null; rest: string } {
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [words] = match;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + words.length)}`;
    return { reference: { words, ...read(match.groups ?? {}) }, rest };
  }
  return { reference: null, rest: text };
}

type Groups = Readonly<Record<string, string | undefined>>;
const PATTERNS: readonly (readonly [RegExp, (groups: Groups) => Omit<Reference, 'words'>])[] = [
  [FIRST_OF, ({ n }) => ({ places: Array.from({ length: smallNumber(n) ?? 0 }, (_, i) => i), count: null })],
  [SOME, ({ some = '' }) => ({ places: placesIn(some), count: null })],
  [BOTH, () => ({ places: 'all', count: 2 })],
  [COUNTED, ({ n }) => ({ places: 'all', count: smallNumber(n) })],
  [ALL, () => ({ places: 'all', count: null })],
];

const placesIn = (some: string) =>
  (some.toLowerCase().match(new RegExp(ORDINAL, 'g')) ?? []).map((name) => ORDINALS[name] as number);

/** Those of `rows` that are meant; null where the reference does not fit them. */
export function referredTo<T>({ places, count }: Reference, rows: readonly T[]): T[] | null {
  if (places === 'all') return count === null || count === rows.length ? [...rows] : null;
  const found = places.map((place) => rows.at(place));
  return found.some((row) => row === undefined) ? null : [...new Set(found as T[])];
}

type Row = { id: string; name: string };

/**
 * The rows that the newest message which speaks of any made, or named in a person's words or in a proposal, in its order.
 * Other answers may hold the words of a source, which refer to nothing.
 */
export function lastMentioned<T extends Row>(
  before: readonly Turn[],
  rows: readonly T[],
  kind: 'stack' | 'scenario',
): T[] {
  for (const { role, agent, content, made } of before.toReversed()) {
    const ids = made.filter((one) => one.kind === kind).map(({ id }) => id);
    const drafted = rows
      .filter(({ id }) => ids.includes(id))
      .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    const isProposal = role === 'assistant' && agent === 'stack-proposer';
    const names =
      role === 'user' || isProposal
        ? inOrder(
            content,
            namedIn(content, rows, ({ name }) => name),
          )
        : [];
    // A proposal names what it made, and beside it candidates that there were.
    const mentioned =
      isProposal && names.length > drafted.length ? names : drafted.length > 0 ? drafted : names;
    if (mentioned.length > 0) return ids.length > 0 ? mentioned : newestOfEachName(mentioned);
  }
  return [];
}

/** Of rows with one name the newest; ids are in the order of time. */
function newestOfEachName<T extends Row>(rows: readonly T[]): T[] {
  const newest = new Map(
    rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => [row.name.trim().toLowerCase(), row]),
  );
  return rows.filter((row) => newest.get(row.name.trim().toLowerCase()) === row);
}

function inOrder<T extends Row>(content: string, rows: readonly T[]): T[] {
  const text = content.replaceAll('\\', '');
  const at = ({ name }: Row) => text.search(wordsOf(name.trim()));
  return rows.toSorted((a, b) => at(a) - at(b));
}
