import { SECRET_KEY_SHAPES } from '../../../knowledge/reading/text/key-shapes.ts';
import type { Found, RedactedKind } from './kinds.ts';
import { findNamedValues } from './named-values.ts';

/**
 * The group `value` of a match is redacted, or without such a group the whole match. Repetitions are bounded and
 * begin with a character that they do not contain, so that no text makes several matches examine the same range.
 */
interface Pattern {
  kind: RedactedKind;
  /** A string that every match contains. Most texts do not contain it and are not searched. */
  needs: string;
  regex: RegExp;
}

const PATTERNS: readonly Pattern[] = [
  {
    kind: 'url_password',
    needs: '://',
    regex: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,200}:[^\s/@"'<>]{1,200}@[^\s"'<>]{0,500}/dgi,
  },
  ...SECRET_KEY_SHAPES,
  {
    kind: 'access_token',
    needs: ' ',
    regex: /\b(?:Bearer|Basic|Token)[ ]{1,3}(?<value>(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{12,4000}={0,2})/dgi,
  },
  {
    kind: 'account_number',
    needs: '',
    regex:
      /\b(?:account|acct|konto|a\/c)[ .-]{0,2}(?:number|num|no|nr|nummer|#)?[ .:#=]{0,4}(?:is[ :]{1,2})?(?<value>\d(?:[ -]?\d){6,19})(?![\w-])/dgi,
  },
];

/** Finds the patterns of this file in a text. */
export function findPatterns(text: string): Found[] {
  const found = [...findPrivateKeys(text), ...findJwts(text), ...findEmails(text), ...findNamedValues(text)];
  for (const { kind, needs, regex } of PATTERNS) {
    if (needs !== '' && !text.includes(needs)) continue;
    for (const match of text.matchAll(regex)) {
      const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length];
      found.push({ kind, start, end });
    }
  }
  return found;
}

const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_ENDS = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y;

/** Finds PEM blocks. If the end is missing, the rest of the text is redacted. */
function findPrivateKeys(text: string): Found[] {
  const found: Found[] = [];
  for (let begin = KEY_BEGINS.exec(text); begin !== null; begin = KEY_BEGINS.exec(text)) {
    const dashes = text.indexOf('-----END ', KEY_BEGINS.lastIndex);
    KEY_ENDS.lastIndex = dashes;
    const end = dashes === -1 ? text.length : KEY_ENDS.test(text) ? KEY_ENDS.lastIndex : dashes;
    found.push({ kind: 'private_key', start: begin.index, end });
    KEY_BEGINS.lastIndex = end;
  }
  KEY_BEGINS.lastIndex = 0;
  return found;
}

const JWT_REST = /[\w-]+(?:\.[\w-]*)?/y;
const JWT_CHARACTER = /[\w-]/;
const SHORTEST_HEADER = 8;

/**
 * Finds signed tokens from the dot between their first two parts, so that each character is examined at most twice.
 */
function findJwts(text: string): Found[] {
  const found: Found[] = [];
  for (let dot = text.indexOf('.eyJ'); dot !== -1; dot = text.indexOf('.eyJ', dot + 4)) {
    let from = dot;
    while (from > 0 && JWT_CHARACTER.test(text.charAt(from - 1))) from--;
    const start = text.slice(from, dot).indexOf('eyJ') + from;
    if (start < from || dot - start < SHORTEST_HEADER) continue;
    JWT_REST.lastIndex = dot + 1;
    if (JWT_REST.test(text)) found.push({ kind: 'jwt', start, end: JWT_REST.lastIndex });
  }
  return found;
}

const LONGEST_LOCAL_PART = 64;
const LOCAL_PART = /[\p{L}\p{N}._%+'-]/u;
const DOMAIN = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/uy;

/** Finds e-mail addresses from their @; neither side extends beyond another @. */
function findEmails(text: string): Found[] {
  const found: Found[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    DOMAIN.lastIndex = at + 1;
    if (!DOMAIN.test(text)) continue;
    let start = at;
    while (start > 0 && at - start < LONGEST_LOCAL_PART && LOCAL_PART.test(text.charAt(start - 1))) start--;
    if (start < at) found.push({ kind: 'email', start, end: DOMAIN.lastIndex });
  }
  return found;
}
