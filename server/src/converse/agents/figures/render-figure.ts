import { count, formatExact, ms, percent, plural, usd } from '@touchstone/report/figures';

/** Fields with an interval beside them in `ci_low` and `ci_high`. */
const FIELDS_WITH_INTERVAL = /^(?:score|difference|value|delta|observed)$/;
/**
 * The unit of these fields depends on the metric in their object, as in `{metric: 'run/latency_p50_ms', delta: 12}`.
 */
const OF_A_METRIC = /^(?:value|delta|observed|limit)$/;
/** How a number is formatted, by the name of its field or metric. */
const FORMATS: readonly (readonly [name: RegExp, format: (value: number) => string])[] = [
  [/usd_per_million$/, (value) => `${usd(value)} per million tokens`],
  [/usd_per_hour$/, (value) => `${usd(value)} an hour`],
  [/(?:^|_)usd$/, usd],
  [/_ms$/, ms],
  [/_seconds$/, (value) => plural(value < 10 ? value : Math.round(value), 'second')],
  [/_rps$/, (value) => `${count(value)} requests a second`],
  [/_percent$/, (value) => `${count(value)} %`],
  [/^availability$/, (value) => formatExact(percent, value > 1 ? value / 100 : value)],
  [
    /^(?:score|difference|share|margin|success_rate|coverage)$|_share$/,
    (value) => (Math.abs(value) <= 1 ? percent(value) : count(value)),
  ],
];
const PLAIN_LINE = /^[^\p{Cc}]{1,200}$/u;

/**
 * Renders the value at a JSON Pointer of a tool's output (`/target_results/0/score`): a number with its unit and
 * interval, or a name unchanged. Null for a value that a sentence cannot contain.
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
  if (typeof value === 'string') return PLAIN_LINE.test(value) ? value : null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return null;
  const field = names.findLast((name) => !/^\d+$/.test(name)) ?? '';
  const format = formatOf(field, holder as Record<string, unknown>);
  return format(value) + intervalOf(field, holder, format);
}

function formatOf(field: string, { metric }: Record<string, unknown>): (value: number) => string {
  const isOfMetric = OF_A_METRIC.test(field) && typeof metric === 'string';
  const name = isOfMetric ? metric.slice(metric.lastIndexOf('/') + 1) : field;
  const known = FORMATS.find(([names]) => names.test(name))?.[1];
  if (known) return known;
  // Any other compared metric is a score from 0 to 1.
  return isOfMetric && field === 'delta' ? (value) => `${count(100 * value)} points` : count;
}

function intervalOf(field: string, holder: unknown, format: (value: number) => string): string {
  const { ci_low: low, ci_high: high } = holder as Record<string, unknown>;
  if (!FIELDS_WITH_INTERVAL.test(field) || typeof low !== 'number' || typeof high !== 'number') return '';
  return ` [${format(low)}, ${format(high)}]`;
}
