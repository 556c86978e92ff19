import type { Schemas } from '@touchstone/client';
import { ms, percent } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import { ratioSentence } from './migration.ts';
import { NO_WORSE_OUTCOMES } from './no-worse.ts';
import type { Cell, Section } from './section.ts';
import { shareCell } from './structured.ts';

type Results = Schemas['Results'];
type NoWorse = NonNullable<Results['no_worse']>;

/**
 * The baseline and its candidates in one table: quality, structured output, latency, cost, and the returned model. It
 * shows how endpoints of one model differ: providers, quantizations, engines.
 */
export function sideBySideSections(results: Results): Section[] {
  const { no_worse } = results;
  if (no_worse?.served === undefined) return [];
  const labels = [no_worse.baseline, ...no_worse.candidates.map(({ target_label }) => target_label)];
  return [
    {
      about: 'quality',
      title: `Side by side with ${no_worse.baseline}`,
      head: [
        'Target',
        'Outcome',
        'Valid structured output',
        'p50',
        'p95',
        'Cost per response',
        'Model reported',
      ],
      rows: labels.map((label) => [
        label,
        outcome(no_worse, label),
        valid(results, label),
        latency(results, label, 'p50'),
        latency(results, label, 'p95'),
        cost(no_worse, label),
        servedBy(no_worse, label),
      ]),
      sentences: [
        'Latency is measured under load if load was sent, else by the latency benchmark, else on the questions. Cost per response is relative to the baseline, with the interval from token usage. The model is the name that responses reported, if any.',
      ],
    },
  ];
}

function outcome({ candidates, baseline }: NoWorse, label: string): string {
  if (label === baseline) return 'baseline';
  const found = candidates.find(({ target_label }) => target_label === label)?.outcome;
  return found === undefined ? '' : NO_WORSE_OUTCOMES[found];
}

function valid({ structured = [] }: Results, label: string): Cell {
  const own = structured.filter(({ target_label, answers }) => target_label === label && answers > 0);
  if (own.length === 0) return null;
  return own.flatMap((one) => cellWith(one.condition, shareCell(one.valid)));
}

const cellWith = (name: string, cell: Cell): string[] =>
  cell === null
    ? []
    : [`${name.replaceAll('_', ' ')}: ${Array.isArray(cell) ? cell.join(' ') : String(cell)}`];

function latency({ target_results }: Results, label: string, percentile: 'p50' | 'p95'): Cell {
  const { metrics = {} } = target_results.find(({ target_label }) => target_label === label) ?? {};
  const underLoad = Object.entries(metrics)
    .filter(([name]) => name.startsWith('load/') && name.endsWith(`/latency_${percentile}_ms`))
    .map(([name, value]) => `${ms(value)}, ${name.split('/').slice(1, -1).join('/')}`);
  if (underLoad.length > 0) return underLoad;
  // A separate latency measurement is preferred to the latency of calls that ran beside others.
  const own = metrics[`latency/latency_${percentile}_ms`] ?? metrics[`run/latency_${percentile}_ms`];
  return own === undefined ? null : ms(own);
}

function cost({ baseline, costs = [] }: NoWorse, label: string): Cell {
  if (label === baseline) return costs.length === 0 ? null : '1';
  const own = costs.filter(({ target_label }) => target_label === label);
  if (own.length === 0) return null;
  return own.map((one) =>
    own.length === 1 ? ratioSentence(one) : `${ratioSentence(one)}, ${benchmarkName(one.benchmark)}`,
  );
}

function servedBy({ served = [] }: NoWorse, label: string): Cell {
  const found = served.find(({ target_label }) => target_label === label);
  if (found === undefined) return null;
  const said = [found.models, found.routes, found.fingerprints].flatMap((names) => {
    const all = Object.values(names).reduce((sum, one) => sum + one, 0);
    return Object.entries(names)
      .filter(([name]) => name !== '')
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_NAMES)
      .map(([name, n]) => (n === all ? name : `${name} (${percent(n / all)})`));
  });
  return said.length === 0 ? null : said;
}

const MAX_NAMES = 3;
