/** The filters of nunjucks that need nothing but their values. */
export const FILTERS: Readonly<Record<string, (value: unknown, ...given: unknown[]) => unknown>> = {
  abs: (value) => Math.abs(Number(value)),
  capitalize: (value) => capitalized(text(value).toLowerCase()),
  d: byDefault,
  default: byDefault,
  dump: (value, spaces) => JSON.stringify(value, null, typeof spaces === 'number' ? spaces : undefined),
  first: (value) => list(value)[0],
  float: (value, fallback = 0) => orElse(Number.parseFloat(text(value)), fallback),
  indent: (value, width = 4, isFirst = false) =>
    text(value)
      .split('\n')
      .map((line, i) =>
        i === 0 && isFirst !== true ? line : `${' '.repeat(Math.min(100, Number(width)))}${line}`,
      )
      .join('\n'),
  int: (value, fallback = 0) => orElse(Number.parseInt(text(value), 10), fallback),
  join: (value, between = '', field) =>
    list(value)
      .map((one) => text(field === undefined ? one : own(one, field)))
      .join(text(between)),
  last: (value) => list(value).at(-1),
  length: lengthOf,
  list: (value) => list(value),
  lower: (value) => text(value).toLowerCase(),
  nl2br: (value) => text(value).replace(/\r\n|\n/g, '<br />\n'),
  replace: (value, from, to) => text(value).replaceAll(text(from), text(to)),
  reverse: (value) =>
    typeof value === 'string' ? Array.from(value).reverse().join('') : list(value).toReversed(),
  round: (value, digits = 0) => Math.round(Number(value) * 10 ** Number(digits)) / 10 ** Number(digits),
  safe: (value) => value,
  sort: (value) => list(value).toSorted((a, b) => ((a as string) < (b as string) ? -1 : 1)),
  string: (value) => text(value),
  sum: (value) => list(value).reduce<number>((sum, one) => sum + Number(one), 0),
  title: (value) =>
    text(value)
      .split(' ')
      .map((word) => capitalized(word.toLowerCase()))
      .join(' '),
  trim: (value) => text(value).trim(),
  upper: (value) => text(value).toUpperCase(),
  wordcount: (value) => text(value).match(/\w+/g)?.length ?? null,
};

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? Array.from(value) : [];
const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const orElse = (value: number, fallback: unknown) => (Number.isNaN(value) ? fallback : value);

function byDefault(value: unknown, fallback: unknown, isLoose?: unknown): unknown {
  return value === undefined || (isLoose === true && !value) ? fallback : value;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

const own = (value: unknown, field: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, String(field))
    ? (value as Record<string, unknown>)[String(field)]
    : undefined;
