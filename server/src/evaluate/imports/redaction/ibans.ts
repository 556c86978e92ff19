import type { Found } from './kinds.ts';

/** Number of characters of an IBAN by country, from the IBAN registry (ISO 13616) of SWIFT. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  RU: 33,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
  YE: 30,
};
const IBAN_BEGINS = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ \t\u00a0._/-]?[A-Za-z0-9])/g;
const MOST_IBAN_TEXT = 64;

/** Finds account numbers by the check digits of ISO 13616: the remainder modulo 97 is 1. */
export function findIbans(text: string): Found[] {
  const found: Found[] = [];
  for (const begin of text.matchAll(IBAN_BEGINS)) {
    const length = IBAN_LENGTHS[begin[0].slice(0, 2).toUpperCase()];
    if (length === undefined) continue;
    const iban = taken(text.slice(begin.index, begin.index + MOST_IBAN_TEXT), length);
    if (iban !== null && remainder97(iban.characters) === 1)
      found.push({ kind: 'account_number', start: begin.index, end: begin.index + iban.end });
  }
  return found;
}

/** The next `length` letters and digits, with single spaces, dots or similar between them. */
function taken(text: string, length: number): { characters: string; end: number } | null {
  let characters = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (/[A-Za-z0-9]/.test(character)) characters += character;
    else if (!/[ \t\u00a0._/-]/.test(character) || /[^A-Za-z0-9]/.test(text.charAt(at - 1))) return null;
    if (characters.length < length) continue;
    return /[A-Za-z0-9]/.test(text.charAt(at + 1))
      ? null
      : { characters: characters.toUpperCase(), end: at + 1 };
  }
  return null;
}

function remainder97(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
