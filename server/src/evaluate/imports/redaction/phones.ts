import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Found } from './kinds.ts';

/** A possible telephone number: digits with separators. A library decides whether it is one. */
const CANDIDATES = /(?<![\w.+/-])(?:\+|00)?[ ]?\(?\d(?:[ ().\u00a0/-]{0,2}\d){6,17}(?![\w-])/g;
const LEAST_MARKS = 2;

const WORDS = '(?:tele)?phone|mobile|cell|tel|fax|whats_?app|msisdn|telefon|handy';
const NUMBER = '[ _-]?(?:numbers?|no|nr|nummer)';
/** After such a word, digits need no separators. */
const PHONE_NAME = new RegExp(
  `(?<![a-z])(?:${WORDS})(?:${NUMBER})?["'\\\\]{0,8}[ ]?[:=]?[ ]?["'\\\\]{0,8}(\\d{7,15})(?!\\d)`,
  'dgi',
);
const NAMES = new RegExp(`(?:^|[ ._-])(?:${WORDS})(?:${NUMBER})?$`, 'i');

/** Whether a value with such a name is a telephone number even without separators. */
export const namesPhone = (name: string): boolean => NAMES.test(name);

/**
 * Finds telephone numbers: with a country code anywhere, and those of `region` in its national form. A number without
 * separators is usually an order or identifier, so it counts only if it begins with + or 0 or follows a word for
 * telephone.
 */
export function findPhones(text: string, region: CountryCode): Found[] {
  const found: Found[] = [];
  for (const { 0: candidate, index } of text.matchAll(CANDIDATES)) {
    if (!isPhone(candidate, region)) continue;
    found.push({ kind: 'phone', start: index, end: index + candidate.length });
  }
  for (const { 1: digits = '', indices } of text.matchAll(PHONE_NAME)) {
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
  // A date such as 2026-01-03 could also be a number of some country.
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
