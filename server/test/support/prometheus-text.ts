import assert from 'node:assert/strict';

export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface PrometheusText {
  /** Name of a metric → its type. */
  types: ReadonlyMap<string, string>;
  samples: readonly Sample[];
  /** The sum of the samples of this name with these labels; null where there is none. */
  sum(name: string, labels?: Record<string, string>): number | null;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABELS = /^(?:([a-zA-Z_]\w*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$))*$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\[\\"n])*)"/g;

/**
 * Reads the text format 0.0.4 and throws where it is not kept: a sample without a type, two samples of one series, a
 * histogram whose buckets fall or whose last one is not its count.
 */
export function readPrometheusText(text: string): PrometheusText {
  assert.ok(text.endsWith('\n'));
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('# HELP '))) {
    const [, typed, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (typed !== undefined) {
      assert.ok(!types.has(typed), `${typed} has two types`);
      types.set(typed, type as string);
      continue;
    }
    const [, name = '', inside = '', number = ''] = LINE.exec(line) ?? assert.fail(`no sample: ${line}`);
    assert.match(inside, LABELS, line);
    const labels = Object.fromEntries([...inside.matchAll(LABEL)].map(([, key, value]) => [key, value]));
    const series = `${name} ${JSON.stringify(Object.entries(labels).sort())}`;
    assert.ok(!seen.has(series), `twice: ${line}`);
    seen.add(series);
    assert.ok(types.has(name) || types.has(familyOf(name)), `no type: ${line}`);
    const value = Number(number.replace(/^([+-]?)Inf$/, '$1Infinity'));
    assert.ok(!Number.isNaN(value), line);
    samples.push({ name, labels: labels as Record<string, string>, value });
  }
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, samples);
  return {
    types,
    samples,
    sum(name, labels = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
      );
      return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

const familyOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const of = (suffix: string) => samples.filter((sample) => sample.name === `${name}_${suffix}`);
  const without = ({ le: _, ...labels }: Sample['labels']) => JSON.stringify(Object.entries(labels).sort());
  const counts = new Map(of('count').map(({ labels, value }) => [without(labels), value]));
  const buckets = Map.groupBy(of('bucket'), ({ labels }) => without(labels));
  assert.deepEqual([...buckets.keys()].sort(), [...counts.keys()].sort(), name);
  for (const [labels, some] of buckets) {
    const values = some.map(({ value }) => value);
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
      `${name} ${labels}`,
    );
    assert.equal(values.at(-1), counts.get(labels), `${name} ${labels}`);
    assert.equal(some.at(-1)?.labels.le, '+Inf');
  }
}
