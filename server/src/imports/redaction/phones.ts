import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Found } from './kinds.ts';

/** What may be a telephone number: digits with the marks that stand between them. A library says whether it is one. */
const CANDIDATES = /(?<![\w.+/-])(?:\+|00)?[ ]?\(?\d(?:[ ().\u00a0/-]{0,2}\d){6,17}(?![\w-])/g;
const LEAST_MARKS = 2;

/**
 * Telephone numbers: with a country code anywhere, and those of `region` as they are written there. A number without any
 * mark between its digits is an order or an identifier far more often than a telephone, unless it begins with + or 0.
 */
export function findPhones(text: string, region: CountryCode): Found[] {
  const found: Found[] = [];
  for (const { 0: candidate, index } of text.matchAll(CANDIDATES)) {
    if (!isPhone(candidate, region)) continue;
    found.push({ kind: 'phone', start: index, end: index + candidate.length });
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

export const isRegion = (code: string): code is CountryCode => isSupportedCountry(code);
