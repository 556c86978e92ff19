import type { Found } from './kinds.ts';
import { isInternational } from './phones.ts';

const SHORTEST_CARD = 13;
const LONGEST_CARD = 19;
/** Separators between groups of digits, at most three. */
const GAP = /^[ \t\u00a0\u2000-\u200a\u202f._/\u2010-\u2015-]{1,3}$/;
const LONGEST_GAP = 3;
/** Groups of at least this many digits belong together even if their separators differ. */
const LEAST_IN_GROUP = 4;
const LETTER = /\p{L}/u;

interface Group {
  digits: string;
  start: number;
  end: number;
}

/**
 * Finds card numbers: the prefix of a scheme, a valid length, and the check digit (ISO/IEC 7812, Luhn). They may be
 * written in groups and beside other numbers; a card begins and ends with a group. From each group, at most the
 * digits of a card are examined, so the time is linear in the length of the text.
 */
export function findCards(text: string): Found[] {
  const found: Found[] = [];
  const groups = groupsOf(text);
  for (let first = 0; first < groups.length; first++) {
    const card = cardFrom(text, groups, first);
    if (card !== null) found.push(card);
  }
  return found;
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  for (const { 0: digits, index: start } of text.matchAll(/\d+/g))
    groups.push({ digits, start, end: start + digits.length });
  return groups;
}

/** The longest card that begins with this group. */
function cardFrom(text: string, groups: readonly Group[], first: number): Found | null {
  const { start } = groups[first] as Group;
  if (LETTER.test(text.charAt(start - 1))) return null;
  let digits = '';
  let gap: string | null = null;
  let areShort = false;
  let areMixed = false;
  let card: Found | null = null;
  for (let last = first; last < groups.length; last++) {
    const group = groups[last] as Group;
    if (last > first) {
      const between = gapBefore(text, groups, last);
      if (between === null) break;
      areShort ||= (groups[last - 1] as Group).digits.length < LEAST_IN_GROUP;
      areMixed ||= gap !== null && gap !== between;
      gap = between;
    }
    digits += group.digits;
    if (digits.length > LONGEST_CARD) break;
    if ((areMixed && areShort) || !isCard(digits) || LETTER.test(text.charAt(group.end))) continue;
    const kind = last === first && isInternational(digits) ? 'phone' : 'card';
    card = { kind, start, end: group.end };
  }
  return card;
}

function gapBefore(text: string, groups: readonly Group[], at: number): string | null {
  const from = (groups[at - 1] as Group).end;
  const to = (groups[at] as Group).start;
  if (to - from > LONGEST_GAP) return null;
  const gap = text.slice(from, to);
  return GAP.test(gap) ? gap : null;
}

/** Schemes by their first digits and lengths (ISO/IEC 7812 ranges as published by the schemes). */
const SCHEMES =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,16}|35\d{14,17}|6(?:011|4[4-9]\d|5\d\d|2\d\d)\d{12,15}|(?:50|5[6-8]|6\d)\d{11,17})$/;

function isCard(digits: string): boolean {
  return digits.length >= SHORTEST_CARD && SCHEMES.test(digits) && luhn(digits);
}

/**
 * Whether a JSON number too large to be exact may be a card: parsing lost its last digits, and with them the check
 * digit.
 */
export function mayBeLongCard(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && SCHEMES.test(BigInt(value).toString());
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const counted = i % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
