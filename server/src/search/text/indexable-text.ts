/**
 * How text is prepared for FTS5, the same for documents, queries and highlights: NFKC (full-width letters,
 * ligatures of PDFs), and scripts without spaces cut into words by `Intl.Segmenter`, because `unicode61` takes
 * a whole run of Chinese for one token, of which no query finds a part.
 */

/**
 * Put between two words that stand together in the original: FTS5 takes a control character for a separator,
 * and no text that was prepared here contains one of these three.
 */
const GLUE = '\u0003';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters that are reserved.
const RESERVED = /[\0-\u0003]/g;

const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆]/u;
const UNSPACED_RUNS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆\p{M}]+/gu;
/** Plain words: what FTS5's unicode61 makes tokens of, near enough to ask whether there is any. */
const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Words joined by the marks that names, versions and paths are written with. */
const NAMES = /[\p{L}\p{N}]+(?:[._/:@-]+[\p{L}\p{N}]+)*/gu;
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}._/:@-]+/gu;
const INNER_EDGE = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|[\p{Lu}\p{Ll}]\p{N}|\p{N}[\p{Lu}\p{Ll}]/u;
// Longer "names" are hashes, keys and base64: splitting them only adds noise.
const MAX_NAME_UNITS = 80;

let segmenter: Intl.Segmenter | undefined;

function segment(run: string): string[] {
  // Made on first use and kept: importing this file does nothing.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), (part) => part.segment);
}

/** A text as it is given to FTS5, words of unspaced scripts set apart. */
export function toIndexable(text: string): string {
  const plain = text.toWellFormed().normalize('NFKC').replace(RESERVED, ' ');
  if (!UNSPACED.test(plain)) return plain;
  return plain.replace(UNSPACED_RUNS, (run) => ` ${segment(run).join(' ')} `);
}

/** The words of a text in order, as written (NFKC), words of unspaced scripts set apart. */
export function wordsOf(text: string): string[] {
  return toIndexable(text).match(WORDS) ?? [];
}

/**
 * The parts of a name that its writing marks: `getUserById` → get User By Id, `HTTPServer2` → HTTP Server 2,
 * `v1.2.3` → v 1 2 3. Empty for a plain word, and for names such as `snake_case` whose parts FTS5 finds itself.
 */
export function partsOfName(name: string): string[] {
  if (name.length > MAX_NAME_UNITS || !INNER_EDGE.test(name)) return [];
  return name.match(PARTS) ?? [];
}

/** What goes into the `identifiers` column: the parts of every name in the text that FTS5 would keep whole. */
export function identifierParts(text: string): string {
  const found = new Set<string>();
  for (const [name] of text.matchAll(NAMES)) {
    const parts = partsOfName(name);
    if (parts.length > 1) found.add(parts.join(' '));
  }
  return [...found].join(' ');
}

/** A prepared text with the way back: unit `i` comes from `[origins[i], ends[i])`; null = from `[i, i + 1)`. */
export interface TracedText {
  text: string;
  from: { origins: number[]; ends: number[] } | null;
}

/** `toIndexable`, knowing where every code unit came from; `splitNames` also sets the parts of names apart. */
export function traceIndexable(original: string, splitNames: boolean): TracedText {
  const base = traceNormalized(original);
  const cuts = cutsOf(base.text, splitNames);
  if (cuts.size === 0) return base;
  const traced: string[] = [];
  const origins: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < base.text.length; at++) {
    const origin = base.from?.origins[at] ?? at;
    const end = base.from?.ends[at] ?? at + 1;
    for (const unit of cuts.has(at) ? [GLUE, base.text.charAt(at)] : [base.text.charAt(at)]) {
      traced.push(unit);
      origins.push(origin);
      ends.push(end);
    }
  }
  return { text: traced.join(''), from: { origins, ends } };
}

/** Composition reaches over a character and the marks after it, so those are normalised together. */
function traceNormalized(original: string): TracedText {
  const plain = original.toWellFormed().replace(RESERVED, ' ');
  if (plain.normalize('NFKC') === plain) return { text: plain, from: null };
  const origins: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (const { 0: cluster, index } of plain.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
    const normal = cluster.normalize('NFKC');
    text += normal;
    for (let unit = 0; unit < normal.length; unit++) {
      origins.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { text, from: { origins, ends } };
}

/** Positions in front of which a separator goes. */
function cutsOf(plain: string, splitNames: boolean): Set<number> {
  const cuts = new Set<number>();
  const cutAround = (start: number, parts: readonly string[]) => {
    let at = start;
    for (const part of parts) {
      at = plain.indexOf(part, at);
      cuts.add(at);
      at += part.length;
      cuts.add(at);
    }
  };
  if (UNSPACED.test(plain))
    for (const run of plain.matchAll(UNSPACED_RUNS)) cutAround(run.index, segment(run[0]));
  if (splitNames) for (const name of plain.matchAll(NAMES)) cutAround(name.index, partsOfName(name[0]));
  return cuts;
}
