import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { containsNegation } from '../../src/converse/agents/citations/negations.ts';
import { findSentences } from '../../src/converse/agents/citations/sentences.ts';
import { seededRandom } from '../../src/knowledge/search/lsa/seeded-random.ts';
import { chunkText } from '../../src/knowledge/sources/chunking/chunk-text.ts';

/** A quote of a chunk, or what pretends to be one, and how it was made. */
export interface TriedQuote {
  how: string;
  /** What is said with the quote; its numbers have to stand in the quote. */
  claim: string;
  quote: string;
  chunk: string;
}

interface Known {
  text: string;
  chunk: string;
}

type Make = (known: Known, random: Random) => Omit<TriedQuote, 'how'> | null;

interface Random {
  below(count: number): number;
  other(than: string): Known;
}

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));
const FOLDERS = ['assistant/seen/documents', 'support-assistant/documents'];

/** Sentences of the example documents with their chunks: at least six words of prose, each once in its chunk. */
function knownSentences(): Known[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(EXAMPLES + folder).map((file) => `${EXAMPLES}${folder}/${file}`),
  )
    .flatMap((file) => chunkText(readFileSync(file, 'utf8')))
    .flatMap(({ text }) =>
      findSentences(text)
        .filter(({ kind }) => kind === 'prose')
        .map(({ start, end }) => ({ text: text.slice(start, end), chunk: text })),
    )
    .filter(({ text, chunk: whole }) => text.split(/\s+/).length >= 6 && whole.split(text).length === 2);
}

/** Goes through the makers in turn, with sentences drawn by the seed, until there are `count` quotes. */
function make(makers: Readonly<Record<string, Make>>, count: number, seed: number): TriedQuote[] {
  const known = knownSentences();
  const next = seededRandom(seed);
  const below = (n: number) => Math.floor(next() * n);
  const draw = () => known[below(known.length)] as Known;
  const random: Random = {
    below,
    other: (than) => {
      for (;;) {
        const one = draw();
        if (one.chunk !== than) return one;
      }
    },
  };
  const names = Object.keys(makers);
  const made: TriedQuote[] = [];
  for (let turn = 0; made.length < count; turn++) {
    const how = names[turn % names.length] as string;
    for (let attempt = 0; attempt < 2000; attempt++) {
      const one = makers[how]?.(draw(), random);
      if (!one) continue;
      made.push({ how, ...one });
      break;
    }
  }
  return made;
}

const words = (text: string) => text.split(/\s+/);
const claimed = (quote: string, chunk: string) => ({ claim: quote, quote, chunk });
/** With one match of the pattern replaced; null where there is none or nothing changes. */
function replaceOne(
  text: string,
  pattern: RegExp,
  by: (found: string) => string,
  random: Random,
): string | null {
  const all = [...text.matchAll(pattern)];
  const one = all[random.below(all.length || 1)];
  if (!one) return null;
  const changed = text.slice(0, one.index) + by(one[0]) + text.slice(one.index + one[0].length);
  return changed === text ? null : changed;
}
const change =
  (pattern: RegExp, by: (found: string) => string): Make =>
  ({ text, chunk }, random) => {
    const quote = replaceOne(text, pattern, by, random);
    return quote === null ? null : claimed(quote, chunk);
  };

const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{
    a: 'а',
    e: 'е',
    o: 'о',
    p: 'р',
    c: 'с',
    x: 'х',
    i: 'і',
    A: 'Α',
    B: 'В',
    E: 'Ε',
    H: 'Н',
    K: 'K',
    M: 'М',
  },
  ...{ O: 'О', T: 'Т', s: 'ѕ', y: 'у', '1': 'l', '0': 'O', l: '1' },
};
const NEGATION = /\b(?:not|never|no|cannot|nobody|without|only if|nicht|kein|keine)\b ?/g;

const FABRICATIONS: Readonly<Record<string, Make>> = {
  'of another chunk': ({ text }, random) => {
    const { chunk } = random.other(text);
    return chunk.includes(text) ? null : claimed(text, chunk);
  },
  'with a changed number': change(/\d+/g, (digits) => String(Number(digits) + 1)),
  'with a digit less': change(/\d{2,}/g, (digits) => digits.slice(1)),
  'with a moved decimal point': change(/\d\.\d/g, (found) => found.replace('.', '')),
  'with a claim of another number': ({ text, chunk }, random) => {
    const claim = replaceOne(
      text,
      /(?<![\p{L}\d.,:])\d+(?![\d.,:])/gu,
      (digits) => String(Number(digits) * 10 + 7),
      random,
    );
    return claim === null ? null : { claim, quote: text, chunk };
  },
  'without its negation': change(NEGATION, () => ''),
  'from behind a negation on': ({ text, chunk }) => {
    const after = text
      .split(/\b(?:not|never|no|cannot|nicht|kein|keine)\b/)
      .at(-1)
      ?.trim();
    return after === undefined || after === text || words(after).length < 3 ? null : claimed(after, chunk);
  },
  'up to before a negation': ({ text, chunk }) => {
    const before = text.split(/\b(?:not|never|cannot|nicht|kein|keine)\b/)[0]?.trim();
    return before === undefined || before === text || words(before).length < 3
      ? null
      : claimed(before, chunk);
  },
  'with a negation put in': change(
    /\b(?:is|are|was|were|can|must|will|has|ist|wird) /g,
    (verb) => `${verb}not `,
  ),
  'joined of two sentences': ({ text, chunk }) => {
    const others = findSentences(chunk).map(({ start, end }) => chunk.slice(start, end));
    const at = others.indexOf(text);
    const later = others[at + 2];
    return later === undefined || !later.includes(' ') ? null : claimed(`${text} ${later}`, chunk);
  },
  'joined of two halves': ({ text, chunk }) => {
    const all = words(text);
    if (all.length < 9) return null;
    return claimed([...all.slice(0, 4), ...all.slice(-3)].join(' '), chunk);
  },
  'with an omission': ({ text, chunk }) => {
    const all = words(text);
    return all.length < 9 ? null : claimed([...all.slice(0, 4), '…', ...all.slice(-3)].join(' '), chunk);
  },
  'with look-alike letters': change(/[aeopcxiABEHKMOTsy]/g, (letter) => LOOKALIKES[letter] ?? letter),
  'with look-alike digits': change(/[01]/g, (digit) => LOOKALIKES[digit] ?? digit),
  'in another case': change(/\b\p{Ll}{4,}\b/gu, (word) => word.toUpperCase()),
  'with a word replaced': change(/\b[a-z]{5,}\b/g, () => 'approximately'),
  'with two words exchanged': ({ text, chunk }, random) => {
    const all = words(text);
    const at = random.below(all.length - 1);
    const [a = '', b = ''] = [all[at], all[at + 1]];
    if (a === b) return null;
    return claimed([...all.slice(0, at), b, a, ...all.slice(at + 2)].join(' '), chunk);
  },
  'with a word left out': ({ text, chunk }, random) => {
    const all = words(text);
    const at = 1 + random.below(all.length - 2);
    return all[at] === all[at - 1]
      ? null
      : claimed([...all.slice(0, at), ...all.slice(at + 1)].join(' '), chunk);
  },
  'cut inside of its first word': ({ text, chunk }) =>
    /^\p{L}{4}/u.test(text) ? claimed(text.slice(2), chunk) : null,
  'cut inside of its last word': ({ text, chunk }) =>
    /\p{L}{4}\.$/u.test(text) ? claimed(text.slice(0, -3), chunk) : null,
  'without its accents': change(/[äöüéèà]/g, (letter) => letter.normalize('NFD').charAt(0)),
  'with a raised digit': change(/(?<!\d)[23](?!\d)/g, (digit) => (digit === '2' ? '²' : '³')),
  'of marks alone': ({ chunk }) => claimed('…', chunk),
};

const widened = (text: string, by: string) => text.replaceAll(' ', by);

const HONEST: Readonly<Record<string, Make>> = {
  'as it stands': ({ text, chunk }) => claimed(text, chunk),
  'with line breaks': ({ text, chunk }) => claimed(widened(text, '\n'), chunk),
  'with no-break spaces': ({ text, chunk }) => claimed(widened(text, '\u00a0'), chunk),
  'with tabs and runs of spaces': ({ text, chunk }) => claimed(`  ${widened(text, ' \t ')} \r\n`, chunk),
  'of a wrapped text': ({ text, chunk }) =>
    claimed(text, chunk.replaceAll(' ', ' \n  ').replaceAll('|', '/')),
  'with curly quotes': ({ text, chunk }) =>
    claimed(text.replaceAll("'", '’').replace(/"([^"]*)"/g, '“$1”'), chunk),
  'of a text with curly quotes': ({ text, chunk }) =>
    claimed(text, chunk.replaceAll("'", '’').replace(/"([^"]*)"/g, '„$1“')),
  'with other dashes': ({ text, chunk }) =>
    text.includes('-') ? claimed(text.replaceAll('-', '‑'), chunk) : null,
  'of a text with other dashes': ({ text, chunk }) =>
    text.includes('-') ? claimed(text, chunk.replaceAll('-', '–')) : null,
  'of a PDF with ligatures': ({ text, chunk }) => {
    const set = chunk
      .replaceAll('ffi', 'ﬃ')
      .replaceAll('fi', 'ﬁ')
      .replaceAll('fl', 'ﬂ')
      .replaceAll('ff', 'ﬀ');
    return set === chunk ? null : claimed(text, set);
  },
  'of a PDF with hyphens at the ends of lines': ({ text, chunk }) => {
    const set = chunk.replace(/\b(\p{Ll}{3})(\p{Ll}{3,})\b/gu, '$1-\n$2');
    return text.includes('-') ? null : claimed(text, set);
  },
  'copied with a hyphen at the end of a line': ({ text, chunk }, random) => {
    const quote = replaceOne(
      text,
      /\b\p{Ll}{7,}\b/gu,
      (word) => `${word.slice(0, 4)}-\n${word.slice(4)}`,
      random,
    );
    return quote === null ? null : claimed(quote, chunk);
  },
  'of a PDF with soft hyphens': ({ text, chunk }) =>
    claimed(text, chunk.replace(/(\p{Ll}{3})(?=\p{Ll}{3})/gu, '$1\u00ad')),
  'with zero-width spaces': ({ text, chunk }) => claimed(widened(text, ' \u200b'), chunk),
  'of two neighbouring sentences': ({ text, chunk }) => {
    const all = findSentences(chunk);
    const at = all.findIndex(({ start, end }) => chunk.slice(start, end) === text);
    const [first, next] = [all[at], all[at + 1]];
    return first && next && next.kind === 'prose' ? claimed(chunk.slice(first.start, next.end), chunk) : null;
  },
  'without its full stop': ({ text, chunk }) =>
    text.endsWith('.') ? claimed(text.slice(0, -1), chunk) : null,
  'in part, where nothing is negated': ({ text, chunk }) => {
    if (containsNegation(text)) return null;
    const part = words(text)
      .slice(0, 5)
      .join(' ')
      .replace(/[-–(“"'’]+$/, '');
    return words(part).length < 5 || /\d$/.test(part) ? null : claimed(part, chunk);
  },
  'with its thousands grouped otherwise in the claim': ({ text, chunk }, random) => {
    const claim = replaceOne(text, /\d,\d{3}(?!\d)/g, (digits) => digits.replace(',', ''), random);
    return claim === null ? null : { claim, quote: text, chunk };
  },
  'with its percent sign moved in the claim': ({ text, chunk }, random) => {
    const claim = replaceOne(text, /\d %|\d percent/g, (share) => `${share.charAt(0)}%`, random);
    return claim === null ? null : { claim, quote: text, chunk };
  },
};

export const fabricatedQuotes = (count: number, seed: number) => make(FABRICATIONS, count, seed);
export const honestQuotes = (count: number, seed: number) => make(HONEST, count, seed);
