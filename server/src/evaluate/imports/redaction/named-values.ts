import type { Found } from './kinds.ts';
import { isDescription, isSecretValue, PREFIXES, SECRET_NAMES, type SecretName } from './names.ts';

// Finds values after the names of secrets: `password = "a b c"`, `"api_keys": ["…"]`, `--token x`,
// `<secret>x</secret>`. Each search continues after the previous value, and no value is examined beyond a limit, so
// the time is linear in the length of the text.

const LONGEST_QUOTED = 2000;
const LONGEST_LIST = 8000;

const NAMES = SECRET_NAMES.map((named) => ({
  named,
  regex: new RegExp(
    `${PREFIXES}(?:${named.name})(?<plural>s?)(?=[^\\p{L}\\p{N}])\\\\{0,7}["'\`]?[ \\t]{0,3}(?<sign>:=|=>|[:=>]|[ ]is[ :]|[ ](?![=:]))`,
    'giu',
  ),
}));

export function findNamedValues(text: string): Found[] {
  const found: Found[] = [];
  const lower = text.toLowerCase();
  for (const { named, regex } of NAMES) {
    if (!named.holds.some((word) => lower.includes(word))) continue;
    regex.lastIndex = 0;
    for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
      if (!isName(text, match)) continue;
      const value = besideName(text, match, named);
      for (const [start, end] of value.found) found.push({ kind: named.kind, start, end });
      regex.lastIndex = Math.max(regex.lastIndex, value.end);
    }
  }
  return found;
}

const LETTER = /\p{L}/u;

/**
 * Whether a match is a name: not part of another word (`bypassword`), and followed by a fitting separator: a space
 * after `--password`, `>` in a tag.
 */
function isName(text: string, { 0: match, index, groups }: RegExpExecArray): boolean {
  const before = text.charAt(index - 1);
  const isHump = /^\p{Lu}\p{Ll}/u.test(match);
  if (LETTER.test(before) && !isHump) return false;
  if (groups?.sign === ' ') return /(?:^|\s)--[\w-]*$/.test(text.slice(Math.max(0, index - 40), index));
  return groups?.sign !== '>' || /[<:_-]/.test(before);
}

const IN_TAG = /[^<\n]{1,2000}/y;

function besideName(text: string, { 0: match, index, groups }: RegExpExecArray, named: SecretName): Value {
  const from = index + match.length;
  if (groups?.sign === '>') {
    const end = skip(text, from, IN_TAG);
    return { found: end > from && isSecretValue(named, text.slice(from, end)) ? [[from, end]] : [], end };
  }
  // `API key is …` or `secrets: …` may be a sentence; then only values that are unlike words are redacted.
  const isSentence =
    groups?.plural !== '' || groups.sign?.startsWith(' is') === true || /\w \w|authorization/i.test(match);
  return valueFrom(text, skip(text, from, SPACES), named, isSentence);
}

interface Value {
  found: [start: number, end: number][];
  /** Where the search continues. */
  end: number;
}

const SPACES = /[ \t]{0,8}(?:\r?\n[ \t]{0,20}(?=["'[{]|- ))?/y;
const OPENING = /(\\{0,7})(["'`])/y;
const BULLET = /-[ ]{1,4}/y;
const NEXT_BULLET = /[ \t]{0,4}\r?\n[ \t]{0,20}(?=- )/y;

function valueFrom(text: string, at: number, named: SecretName, isSentence: boolean): Value {
  if (text.startsWith('- ', at)) return bullets(text, at, named);
  const first = text.charAt(at);
  if (first === '[' || first === '{') return bracketed(text, at, named);
  const quoted = quotedFrom(text, at);
  if (quoted !== null) {
    const isHidden = isSecretValue(named, text.slice(quoted.start, quoted.end));
    return { found: isHidden ? [[quoted.start, quoted.end]] : [], end: quoted.after };
  }
  return wordFrom(text, skip(text, at, OPENING), named, isSentence);
}

/** The items of a YAML list. */
function bullets(text: string, from: number, named: SecretName): Value {
  const all: Value = { found: [], end: from };
  for (let at = from; text.startsWith('- ', at); ) {
    const begin = skip(text, at, BULLET);
    const one = quotedFrom(text, begin);
    const { found, end } = one
      ? { found: [[one.start, one.end]] as Value['found'], end: one.after }
      : wordFrom(text, begin, named, true);
    all.found.push(...found);
    all.end = Math.max(end, begin);
    at = skip(text, all.end, NEXT_BULLET);
    if (at === all.end) break;
  }
  return all;
}

/** The texts and numbers in a list or object, without its field names. */
function bracketed(text: string, from: number, named: SecretName): Value {
  const found: Value['found'] = [];
  const last = Math.min(text.length, from + LONGEST_LIST);
  let depth = 0;
  let field = '';
  for (let at = from; at < last; ) {
    const character = text.charAt(at);
    if (character === '[' || character === '{') depth++;
    if ((character === ']' || character === '}') && --depth === 0) return { found, end: at + 1 };
    const quoted = quotedFrom(text, at);
    const word = quoted ?? bareWord(text, at);
    if (word === null) at++;
    else {
      const value = text.slice(word.start, word.end);
      if (isFieldName(text, word.after)) field = value;
      else if (
        !isDescription(field) &&
        (quoted !== null || UNUSUAL.test(value)) &&
        isSecretValue(named, value)
      )
        found.push([word.start, word.end]);
      at = word.after;
    }
  }
  return { found, end: last };
}

/** An unquoted word of a list that may be a key or a long number. */
const UNUSUAL = /\d{3}|\d\p{L}|\p{L}\d/u;
const FIELD = /[ \t]{0,4}:/y;
const isFieldName = (text: string, at: number) => skip(text, at, FIELD) !== at;

interface Stretch {
  start: number;
  end: number;
  /** The position after the value and its quote. */
  after: number;
}

const BARE = /[^\s"'`,:;[\]{}\\]+/y;

function bareWord(text: string, at: number): Stretch | null {
  const end = skip(text, at, BARE);
  return end === at ? null : { start: at, end, after: end };
}

/** Quoted text on one line; quotes in it are escaped, in JSON within JSON by several backslashes. */
function quotedFrom(text: string, at: number): Stretch | null {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) return null;
  const { 1: slashes = '', 2: quote = '' } = opening;
  const start = at + opening[0].length;
  const last = Math.min(text.length, start + LONGEST_QUOTED);
  for (let end = start; end < last; end++) {
    const character = text.charAt(end);
    if (character === '\n') return null;
    if (character !== quote) continue;
    const before = slashesBefore(text, end, start);
    const more = before - slashes.length;
    if (more >= 0 && (more / (slashes.length + 1)) % 2 === 0)
      return { start, end: end - slashes.length, after: end + 1 };
  }
  return null;
}

function slashesBefore(text: string, at: number, from: number): number {
  let count = 0;
  while (at - 1 - count >= from && text.charAt(at - 1 - count) === '\\') count++;
  return count;
}

const WORD = /(?:[^\s"'`,;&<>\\]|\\{1,4}(?!["'`\\])){1,4000}/y;
const SCHEME = /(?:bearer|basic|digest|token|apikey|negotiate)[ ]{1,3}/iy;
const COOKIES = /[^\n\r"'\\]{3,4000}/y;
/** Values that hide nothing. */
const NOTHING = /^(?:true|false|null|none|nil|undefined|yes|no)$/i;

/** An unquoted word: what follows its first space may not belong to it. */
function wordFrom(text: string, at: number, named: SecretName, isSentence: boolean): Value {
  const start = named.kind === 'access_token' ? skip(text, at, SCHEME) : at;
  const end = skip(text, start, isCookie(text, at) ? COOKIES : WORD);
  const word = text.slice(start, end).replace(/[.)\]}]{1,9}$/, '');
  const isTaken =
    word.length >= named.least &&
    (!isSentence || /[\d!@#$%^*]|\p{Ll}\p{Lu}/u.test(word)) &&
    !/^[[{(]|^<\w/.test(word) &&
    !NOTHING.test(word) &&
    isSecretValue(named, word);
  return { found: isTaken ? [[start, start + word.length]] : [], end };
}

/** `Cookie: a=b; c=d` extends to the end of its line. */
const isCookie = (text: string, at: number) =>
  /cookie["'\\]{0,8}[ ]{0,3}[:=]\s*$/i.test(text.slice(Math.max(0, at - 20), at)) &&
  text.slice(at, at + 60).includes('=');

/** The position after the match of a sticky expression; unchanged without a match. */
function skip(text: string, at: number, regex: RegExp): number {
  regex.lastIndex = at;
  return regex.test(text) ? regex.lastIndex : at;
}
