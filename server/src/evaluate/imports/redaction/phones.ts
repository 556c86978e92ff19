import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Found } from './kinds.ts';

/** What may be a telephone number: digits with the marks that stand between them. A library says whether it is one. */
const CANDIDATES = /(?<![\w.+/-])(?:\+|00)?[ ]?\(?\d(?:[ ().\u00a0/-]{0,2}\d){6,17}(?![\w-])/g;
const LEAST_MARKS = 2;

const WORDS = '(?:tele)?phone|mobile|cell|tel|fax|whats_?app|msisdn|telefon|handy';
const NUMBER = '[ _-]?(?:numbers?|no|nr|nummer)';
/** Digits after such a word need no mark between them. */
const NAMED = new RegExp(
  `(?<![a-z])(?:${WORDS})(?:${NUMBER})?["'\\\\]{0,8}[ ]?[:=]?[ ]?["'\\\\]{0,8}(\\d{7,15})(?!\\d)`,
  'dgi',
);
const NAMES = new RegExp(`(?:^|[ ._-])(?:${WORDS})(?:${NUMBER})?$`, 'i');

/** Whether a value under such a name is a telephone number also without a mark between its digits. */
export const namesPhone = (name: string): boolean => NAMES.test(name);

/**
 * Telephone numbers: with a country code anywhere, and those of `region` as they are written there. A number without any
 * mark between its digits is an order or an identifier far more often than a telephone, unless it begins with + or 0 or
 * stands after a word that says it.
 */
export function findPhones(text: string, region: CountryCode): Found[] {
  const found: Found[] = [];
  for (const { 0: candidate, index } of text.matchAll(CANDIDATES)) {
    if (!isPhone(candidate, region)) continue;
    found.push({ kind: 'phone', start: index, end: index + candidate.length });
  }
  for (const { 1: digits = '', indices } of text.matchAll(NAMED)) {
    const [start, end] = indices?.[1] ?? [0, 0];
    if (isBarePhone(digits, region)) found.push({ kind: 'phone', start, end });
  }
  return found;
}

function isPhone(candidate: string, region: CountryCode): boolean {
  const international = candidate.replace(/^00/, '+');
  if (international.startsWith('+')) return parsePhoneNumberFromString(international)?.isPossible() ?? false;
  const marks = candidate.match(/[ ().\u00a0/-]+/g)?.length ?? 0;
  if (!candidate.startsWith('0') && marks < LEAST_MARKS) return false;
  // 2026-01-03 is possible as a number of some countries, and a date.
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}/.test(candidate) || /^\d{1,2}[./]\d{1,2}[./]\d{4}/.test(candidate))
    return false;
  return parsePhoneNumberFromString(candidate, region)?.isValid() ?? false;
}

/** Whether digits are a telephone number of that region, or one with its country code without a +. */
export function isBarePhone(digits: string, region: CountryCode): boolean {
  return isInternational(digits) || (parsePhoneNumberFromString(digits, region)?.isValid() ?? false);
}

export function isInternational(digits: string): boolean {
  return parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false;
}

export const isRegion = (code: string): code is CountryCode => isSupportedCountry(code);
