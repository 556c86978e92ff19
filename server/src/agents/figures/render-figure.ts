import { count, ms, percent, usd } from '../../kernel/figures.ts';

/** Of these the interval stands beside them, as `ci_low` and `ci_high`. */
const ESTIMATED = /^(?:score|difference|value)$/;
/** What a number is, by the name of its field. */
const FORMATS: readonly (readonly [name: RegExp, format: (value: number) => string])[] = [
  [/(?:^|_)usd$/, usd],
  [/_ms$/, ms],
  [
    /^(?:score|difference|share|margin)$|_share$/,
    (value) => (Math.abs(value) <= 1 ? percent(value) : count(value)),
  ],
];
const WORDS = /^[^\p{Cc}]{1,200}$/u;

/**
 * What stands at a JSON pointer of a tool's output (`/target_results/0/score`), written for people: a number with its
 * unit and with the interval that stands beside it, a name as it is. Null where nothing stands there that a sentence can
 * hold.
 */
export function renderFigure(output: unknown, pointer: string): string | null {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (!pointer.startsWith('/') || names.length === 0) return null;
  let holder: unknown = null;
  let value = output;
  for (const name of names) {
    if (
      value === null ||
      typeof value !== 'object' ||
      !Object.prototype.propertyIsEnumerable.call(value, name)
    )
      return null;
    holder = value;
    value = (value as Record<string, unknown>)[name];
  }
  if (typeof value === 'string') return WORDS.test(value) ? value : null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return null;
  const field = names.findLast((name) => !/^\d+$/.test(name)) ?? '';
  const format = FORMATS.find(([name]) => name.test(field))?.[1] ?? count;
  return format(value) + intervalOf(field, holder, format);
}

function intervalOf(field: string, holder: unknown, format: (value: number) => string): string {
  const { ci_low: low, ci_high: high } = holder as Record<string, unknown>;
  if (!ESTIMATED.test(field) || typeof low !== 'number' || typeof high !== 'number') return '';
  return ` [${format(low)}, ${format(high)}]`;
}
