/*
 * How figures are written, for API texts, reports, command line and console alike: `94.4 %`, `$46,497`, `1,133`, `84
 * ms`. It imports nothing. Figures that are shown side by side are written by `formatTogether`, with the same number
 * of digits after the point, enough to tell them apart.
 */

/** Writes a figure of one unit; `none` for a missing figure. */
export interface Unit {
  (value: number | null | undefined, none?: string): string;
  readonly rule: Rule;
}

interface Rule {
  /** Factor applied to a value before it is written. */
  readonly scale: 1 | 100;
  /** Number of digits after the point for a figure of this size. */
  digits(value: number): number;
  /** Minimum digits after the point of a single figure, so that cells of a table have the same number. */
  readonly alone?: number;
  /** Maximum digits after the point beside a figure of this size, unless figures would then look equal. */
  most(largest: number): number;
  /** Values that no rounded value may look like, such as 0 and 100 %. */
  readonly ends: readonly number[];
  write(value: number, digits: number): string;
}

/** Differences beyond these digits are floating-point errors. */
const EXACT_DIGITS = 12;
const withAllDigits = (value: number) => Number(value.toPrecision(EXACT_DIGITS)) + 0;
const scaleValue = ({ scale }: Rule, value: number) => withAllDigits(scale * value);

function createUnit(none: string, rule: Rule): Unit {
  const write = (value: number | null | undefined, without = none) => {
    if (value === null || value === undefined) return without;
    const shown = scaleValue(rule, value);
    return rule.write(shown, Math.max(rule.alone ?? 0, rule.digits(shown)));
  };
  return Object.assign(write, { rule });
}

const formats = new Map<number, Intl.NumberFormat>();

/** A number with thousands separators. */
function formatPlain(value: number, digits: number): string {
  const known =
    formats.get(digits) ??
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, known);
  // Adding 0 turns −0 into 0, also if rounding produced it.
  return known.format(value).replace(/^-(?=[0.,]*$)/, '');
}

/** A double has no more significant digits. */
const MAX_DIGITS = 20;

/** How many digits a number has after its point. */
function countFractionDigits(value: number): number {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const digits = (mantissa.split('.')[1] ?? '').length - Number(exponent);
  return Math.min(MAX_DIGITS, Math.max(0, digits));
}

/** Digits after the point for `many` significant digits, without trailing zeros. */
const significantFractionDigits = (value: number, many: number) =>
  countFractionDigits(Number(value.toPrecision(many)));
/** Like `significantFractionDigits`, with trailing zeros kept. */
const countingAll = (value: number, many: number) =>
  value === 0 ? 0 : Math.min(MAX_DIGITS, Math.max(0, many - 1 - Math.floor(Math.log10(Math.abs(value)))));

/** A number, with four significant digits if it is no integer: `1,133`, `0.3125`. */
export const count: Unit = createUnit('none', {
  scale: 1,
  digits: (value) =>
    Math.abs(value) >= 1000 ? 0 : significantFractionDigits(value, Number.isInteger(value) ? 12 : 4),
  most: (largest) => countingAll(largest, 4),
  ends: [0],
  write: formatPlain,
});

/**
 * A share in percent with one digit after the point (none beside whole percentages), and more near 0 and 100 % to
 * differ from them: `94.4 %`, `0.05 %`, `99.95 %`.
 */
export const percent: Unit = createUnit('none', {
  scale: 100,
  digits(value) {
    const left = Math.min(Math.abs(value), Math.abs(withAllDigits(100 - value)));
    return Number.isInteger(value) ? 0 : left >= 0.1 ? 1 : significantFractionDigits(left, 1);
  },
  alone: 1,
  most: (largest) => Math.max(2, countingAll(largest, 3)),
  ends: [0, 100],
  write: (value, digits) => `${formatPlain(value, digits)} %`,
});

/** A share or a difference of shares in percentage points, without the unit: `-1.3`, `0.04`. */
export const points: Unit = createUnit('none', {
  scale: 100,
  digits: (value) => (Math.abs(value) >= 0.05 ? 1 : Math.max(1, significantFractionDigits(value, 1))),
  most: (largest) => Math.max(1, countingAll(largest, 2)),
  ends: [0],
  write: formatPlain,
});

/** Percentage points with a plus sign if positive: `+1.3`. */
export const signedPoints: Unit = createUnit('none', {
  ...points.rule,
  write: (value, digits) => `${value > 0 ? '+' : ''}${formatPlain(value, digits)}`,
});

/**
 * An amount in US dollars, without cents from $1,000 on and with three significant digits below $1: `$46,497`,
 * `$3.47`, `$0.0312`.
 */
export const usd: Unit = createUnit('unknown', {
  scale: 1,
  digits(value) {
    const size = Math.abs(value);
    if (size >= 1000 || Number.isInteger(size)) return 0;
    return size >= 1 ? 2 : significantFractionDigits(size, 3);
  },
  most: (largest) => Math.max(2, countingAll(largest, 3)),
  ends: [0],
  // Dollars are written with two digits after the point, never with one.
  write: (value, digits) =>
    `${value < 0 ? '−' : ''}$${formatPlain(Math.abs(value), digits === 1 ? 2 : digits)}`,
});

/** Milliseconds, whole from 10 on: `84 ms`, `3,500 ms`, `2.31 ms`. */
export const ms: Unit = createUnit('none', {
  scale: 1,
  digits: (value) => (Math.abs(value) < 10 ? significantFractionDigits(value, 3) : 0),
  most: (largest) => countingAll(largest, 3),
  ends: [0],
  write: (value, digits) => `${formatPlain(value, digits)} ms`,
});

/** Seconds with three significant digits: `0.84 s`, `12.3 s`, `3,500 s`. */
export const seconds: Unit = createUnit('none', {
  ...ms.rule,
  digits: (value) => significantFractionDigits(value, 3),
  write: (value, digits) => `${formatPlain(value, digits)} s`,
});

/** A number that is not a share (κ, a correlation, a weighted score), with two digits after the point: `0.62`. */
export const decimal: Unit = createUnit('none', {
  scale: 1,
  digits: () => 2,
  most: () => 2,
  ends: [],
  write: formatPlain,
});

/** A score with three digits after the point, for scores that differ only slightly: `0.847`. */
export const score: Unit = createUnit('–', { ...decimal.rule, digits: () => 3, most: () => 3 });

/** A factor with three significant digits: `9.62 times`. */
export const times: Unit = createUnit('none', {
  scale: 1,
  digits: (value) => significantFractionDigits(value, 3),
  most: (largest) => countingAll(largest, 3),
  ends: [0, 1],
  write: (value, digits) => `${formatPlain(value, digits)} times`,
});

/** A figure with its interval: `90.0 % (87.1 % to 94.3 %)`; without an interval, the figure alone. */
export function formatWithRange(
  unit: Unit,
  value: number | null,
  low: number | null,
  high: number | null,
): string {
  if (value === null || low === null || high === null) return unit(value);
  const [said, least, most] = formatTogether(unit, [value, low, high]);
  return `${said} (${least} to ${most})`;
}

/** Both ends of an interval: `87.1 % to 94.3 %`; null without one. */
export function formatRange(unit: Unit, low: number | null, high: number | null): string | null {
  return low === null || high === null ? null : formatTogether(unit, [low, high]).join(' to ');
}

/**
 * Formats figures that stand side by side, in their order: with the same number of digits after the point, as many as
 * needed so that different figures look different, and none looks like 0 (or 100 %) unless it is. `exact` marks a
 * stated figure, such as a limit, which is written as by `formatExact`.
 */
export function formatTogether<const V extends readonly number[]>(
  unit: Unit,
  values: V,
  exact?: V[number],
): { -readonly [K in keyof V]: string } {
  return values.map(createFigureWriter(unit, values, exact)) as { -readonly [K in keyof V]: string };
}

/** Returns a function that writes each of these values as `formatTogether` does. */
export function createFigureWriter(
  { rule }: Unit,
  values: readonly number[],
  exact?: number,
): (value: number) => string {
  const shown = values.map((value) => scaleValue(rule, value));
  const largest = Math.max(...shown.map(Math.abs), 0);
  const most = Math.max(rule.most(largest), rule.digits(largest));
  const least = Math.max(
    exact === undefined ? 0 : statedDigits(rule, scaleValue(rule, exact)),
    ...shown.map((value) => Math.min(rule.digits(value), most)),
  );
  const digits = digitsApart(rule, shown, least);
  return (value) => rule.write(scaleValue(rule, value), digits);
}

function digitsApart(rule: Rule, shown: readonly number[], least: number): number {
  const different = new Set([...shown, ...rule.ends]);
  let digits = least;
  while (
    digits < MAX_DIGITS &&
    new Set([...different].map((value) => rule.write(value, digits))).size < different.size
  )
    digits += 1;
  return digits;
}

/**
 * Formats a stated figure, such as a limit, with exactly its own digits: `99.95 %`, `$15,760.50`. A quotient, such as
 * 100 per minute as a rate per second, is written like any other figure: `1.667`.
 */
export function formatExact({ rule }: Unit, value: number): string {
  const shown = scaleValue(rule, value);
  return rule.write(shown, statedDigits(rule, shown));
}

/** A number written by a person has fewer digits than a quotient that is not exact. */
function statedDigits(rule: Rule, shown: number): number {
  const isEven = shown === Number(shown.toPrecision(EXACT_DIGITS - 1));
  return isEven ? countFractionDigits(shown) : rule.digits(shown);
}

/** A p-value with `digits` digits after the point; `< 0.0001` for one that would print as 0. */
export function pValue(p: number, digits = 4): string {
  const least = 10 ** -digits;
  return p < least ? `< ${least.toFixed(digits)}` : p.toFixed(digits);
}

/** A share of so few cases that further digits mean nothing: `93 %`. */
export const formatWholePercent = (share: number): string => `${Math.round(100 * share)} %`;

/** A share estimated by simulation: `about 93 %`. */
export const aboutPercent = (share: number): string =>
  `${share > 0 && share < 1 ? 'about ' : ''}${formatWholePercent(share)}`;

/** A margin or another stated difference of shares: `5 points`, `1 point`. */
export function statedPoints(share: number): string {
  const said = formatExact(points, share);
  return `${said} ${said === '1' ? 'point' : 'points'}`;
}

/** A size: `812 bytes`, `64 kB`, `4.2 MB`. */
export function bytes(value: number): string {
  if (value < 1000) return plural(value, 'byte');
  return value < 999_500
    ? `${count(Math.round(value / 1000))} kB`
    : `${count(Math.round(value / 1e5) / 10)} MB`;
}

/** A number for narrow spaces such as an axis: `500`, `1.25K`, `10M`. */
export function compactNumber(value: number, digits = 3): string {
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: digits }).format(
    value,
  );
}

/** An amount for narrow spaces: `$0.05`, `$18K`, `$10M`. */
export const compactUsd = (value: number): string => (value < 1000 ? usd(value) : `$${compactNumber(value)}`);

/** Milliseconds for narrow spaces: `84 ms`, `1.2 s`. */
export const compactTime = (value: number): string =>
  value < 1000 ? `${count(value)} ms` : `${count(value / 1000)} s`;

/** A duration: `45 s`, `12 min`, `1 h 30 min`; `unknown` if it is unknown. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return 'unknown';
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** `1 item`, `2 items`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`; beyond `most`, the number of the others: `a, b and 2 more`. */
export function joinNames(names: readonly string[], most = names.length): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

/** A sentence as part of another one, without its full stop. */
export const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '');

/** Page ranges, such as `2, 5–7`; with ` …` if they cover fewer than `count` pages. */
export function formatPageRanges(ranges: readonly string[], count = 0): string {
  const named = ranges.reduce((sum, range) => {
    const [first = 0, last = first] = range.split('–').map(Number);
    return sum + last - first + 1;
  }, 0);
  return `${ranges.join(', ')}${named < count ? ' …' : ''}`;
}

/**
 * Two targets whose shares of scored questions differ by more than this are not compared; missing answers above this
 * are reported first.
 */
export const COVERAGE_GAP = 0.02;

/** States that no call to a target was answered, and why. */
export const notMeasuredSentence = (target: string, { reason }: { reason: string }): string =>
  `${target} was not measured: ${reason}.`;

/**
 * States that a target refused every call from some point on, and why; without questions of its own, its successful
 * calls are counted.
 */
export const stoppedSentence = (
  target: string,
  { units, answered, reason }: { units: number; answered: number; reason: string },
): string =>
  `${target} was stopped after ${units === 0 ? plural(answered, 'successful call') : `${count(answered)} of ${plural(units, 'response')}`}: ${reason}.`;
