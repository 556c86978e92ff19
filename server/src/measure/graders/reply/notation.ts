import { formatRational } from '../../../kernel/rational.ts';
import { LANGUAGES } from '../languages/languages.ts';
import { readNumbers } from './numbers.ts';

/** The words for each month, January first, in all languages. */
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  LANGUAGES.flatMap(({ months = '' }) => months.split(' ')[month] || []).join('|'),
);
const MONTH = `(?:${MONTHS.join('|')})(?!\\p{L})`;
const CLOCK = `(?:${LANGUAGES.flatMap(({ clock }) => clock ?? []).join('|')})(?!\\p{L})`;
/** Not inside a word or number, and not part of more digits with separators. */
const BEGINS = '(?<![\\p{L}\\d]|\\d[.,:/-])';
const FINISHES = '(?!\\d|[.,:/-]\\d)';

type Parts = Readonly<Record<string, string | undefined>>;

const DATES = [
  `(?<y>\\d{4})(?<mark>[-/.])(?<m>\\d{1,2})\\k<mark>(?<d>\\d{1,2})(?:t(?=\\d\\d:)|${FINISHES})`,
  `(?<d>\\d{1,2})\\. ?(?<m>\\d{1,2})\\. ?(?<y>\\d{4})${FINISHES}`,
  `(?<one>\\d{1,2})(?<mark>[/-])(?<other>\\d{1,2})\\k<mark>(?<y>\\d{4})${FINISHES}`,
  `(?<d>\\d{1,2})(?:\\.|st|nd|rd|th)?[ -]?(?:of )?(?<name>${MONTH})\\.?,?[ -]?(?<y>\\d{4})${FINISHES}`,
  `(?<name>${MONTH})\\.? ?(?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})${FINISHES}`,
].map((pattern) => new RegExp(BEGINS + pattern, 'giu'));

const TIME = new RegExp(
  `${BEGINS}(?<h>\\d{1,2})(?:(?<mark>[:.])(?<min>\\d{2})(?::(?<s>\\d{2}))?)?(?!\\d|[.,:]\\d)(?: ?(?<half>[ap])\\.? ?m(?!\\p{L})\\.?)?(?<clock> ?${CLOCK})?`,
  'giu',
);
const SEPARATED = new RegExp(`${BEGINS}\\d+(?:[.,]\\d+)+${FINISHES}`, 'gu');

/**
 * A plain text with its dates as `2026-08-31`, its times of day as `09:00`, and numbers that have a separator with a
 * decimal point. `1.500` is read with the given decimal mark; an ambiguous date such as `3/4/2026` stays unchanged.
 */
export function inOneNotation(plain: string, mark: 'point' | 'comma'): string {
  if (!/\d/.test(plain)) return plain;
  return DATES.reduce((text, pattern) => text.replace(pattern, rewritten(isoDate)), plain)
    .replace(TIME, rewritten(timeOfDay))
    .replace(SEPARATED, (digits) => {
      const value = readNumbers(digits).tokens[0]?.readings[mark];
      return value == null ? digits : formatRational(value);
    });
}

/** For `replace`: the value from a match's named groups, otherwise the match itself. */
const rewritten =
  (write: (parts: Parts, match: string) => string | null) =>
  (match: string, ...rest: readonly unknown[]): string =>
    write(rest.at(-1) as Parts, match) ?? match;

function isoDate({ y, m, d, name, one, other }: Parts, match: string): string | null {
  const [day, month] =
    one !== undefined
      ? dayAndMonth(Number(one), Number(other))
      : [Number(d), name === undefined ? Number(m) : monthNamed(name)];
  if (!isWithin(day, 1, 31) || !isWithin(month, 1, 12)) return null;
  return `${y}-${twoDigits(month)}-${twoDigits(day)}${/t$/i.test(match) ? ' ' : ''}`;
}

const monthNamed = (name: string): number =>
  1 + MONTHS.findIndex((words) => new RegExp(`^(?:${words})$`, 'iu').test(name));

/** The month among two numbers of a date; not a number if each may be the month. */
function dayAndMonth(one: number, other: number): [day: number, month: number] {
  if (other > 12) return [other, one];
  return one > 12 || one === other ? [one, other] : [Number.NaN, Number.NaN];
}

function timeOfDay({ h, mark, min = '00', s = '00', half, clock }: Parts): string | null {
  const isTime = mark === ':' || half !== undefined || clock !== undefined;
  const hour = Number(h);
  if (!isTime || !isWithin(hour, 0, half === undefined ? 24 : 12) || Number(min) > 59) return null;
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${twoDigits(ofDay)}:${min}${s === '00' ? '' : `:${s}`}`;
}

const isWithin = (number: number, least: number, most: number) => number >= least && number <= most;

const twoDigits = (number: number): string => String(number).padStart(2, '0');
