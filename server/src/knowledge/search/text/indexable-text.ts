/**
 * Prepares text for FTS5, in the same way for documents, queries and highlights: NFKC (full-width letters, ligatures of
 * PDFs), and scripts without spaces split into words by `Intl.Segmenter`. Otherwise `unicode61` makes one token of a
 * whole run of Chinese, and no query finds a part of it.
 */

/**
 * Inserted between two words that are not separated in the original. FTS5 treats a control character as a separator,
 * and prepared text contains none of the reserved ones.
 */
const SEPARATOR = '\u0003';
/** A private-use word that occurs in no text or query, so that no phrase matches across it. */
export const BOUNDARY_WORD = '\uf8f0';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the reserved characters.
const RESERVED = /[\0-\u0003\uf8f0]/g;

const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆]/u;
const UNSPACED_RUNS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆\p{M}]+/gu;
/** Plain words: nearly the tokens of FTS5's unicode61, close enough to check whether there are any. */
const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Words joined by the marks used in names, versions and paths. */
const NAMES = /[\p{L}\p{N}]+(?:[._/:@-]+[\p{L}\p{N}]+)*/gu;
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}._/:@-]+/gu;
const INNER_EDGE = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|[\p{Lu}\p{Ll}]\p{N}|\p{N}[\p{Lu}\p{Ll}]/u;
// Longer "names" are hashes, keys and base64; splitting them only adds noise.
const MAX_NAME_UNITS = 80;

let segmenter: Intl.Segmenter | undefined;

function segment(run: string): string[] {
  // Created on first use and cached, because importing a module does nothing.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), (part) => part.segment);
}

/** The text that FTS5 receives: normalised, with spaces between the words of unspaced scripts. */
export function toIndexableText(text: string): string {
  const plain = text.toWellFormed().normalize('NFKC').replace(RESERVED, ' ');
  if (!UNSPACED.test(plain)) return plain;
  return plain.replace(UNSPACED_RUNS, (run) => ` ${segment(run).join(' ')} `);
}

/** The words of a text in order, as written (NFKC); those of unspaced scripts one by one. */
export function splitWords(text: string): string[] {
  return toIndexableText(text).match(WORDS) ?? [];
}

/**
 * The parts of a name, by case, digits and punctuation: `getUserById` → get User By Id, `HTTPServer2` → HTTP Server 2,
 * `v1.2.3` → v 1 2 3. Empty for a plain word, and for names such as `snake_case` whose parts FTS5 finds itself.
 */
export function splitName(name: string): string[] {
  if (name.length > MAX_NAME_UNITS || !INNER_EDGE.test(name)) return [];
  return name.match(PARTS) ?? [];
}

/** The text of the `identifiers` column: the parts of every name that FTS5 would index as a whole. */
export function identifierParts(text: string): string {
  const found = new Set<string>();
  for (const [name] of text.matchAll(NAMES)) {
    const parts = splitName(name);
    if (parts.length > 1) found.add(parts.join(' '));
  }
  return [...found].join(' ');
}

/** A prepared text with a map to the original: unit `i` comes from `[origins[i], ends[i])`; null: from `[i, i + 1)`. */
export interface TracedText {
  text: string;
  from: { origins: number[]; ends: number[] } | null;
}

/** `toIndexableText` with a map to the original; `splitNames` also separates the parts of names. */
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
    for (const unit of cuts.has(at) ? [SEPARATOR, base.text.charAt(at)] : [base.text.charAt(at)]) {
      traced.push(unit);
      origins.push(origin);
      ends.push(end);
    }
  }
  return { text: traced.join(''), from: { origins, ends } };
}

/** NFKC can compose a character with the marks after it, so these are normalised together. */
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

/** The positions where a separator is inserted. */
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
  if (splitNames) for (const name of plain.matchAll(NAMES)) cutAround(name.index, splitName(name[0]));
  return cuts;
}
