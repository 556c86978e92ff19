import type { MeasuredBenchmark } from '../../../../measure/benchmarks/benchmarks.ts';
import type { PlannedWindows } from '../../../../measure/traffic/traffic.ts';
import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Load is sent in windows; an item is one window. */
export interface PlannedLoad extends PlannedOfKind<'load'> {
  windows: PlannedWindows;
}

/** Version of the load requests; incremented whenever the same definition could send other requests. */
export const LOAD_REQUESTS_VERSION = '3';

const SENT_LOAD_FACTS = {
  data_from:
    'your own items in the evaluation, if there are any; otherwise generated requests with the workload’s token counts. No two are the same',
  version: LOAD_REQUESTS_VERSION,
} as const;

/** Benchmarks of latency and load: they have metrics and requirements but no score. */
const BENCHMARKS: readonly MeasuredBenchmark[] = [
  {
    type: 'latency',
    title: 'Latency',
    measures: 'Time to first token, time per token and end to end, one request at a time.',
    does_not_measure: 'The latency under concurrent use; that is load.',
    size: 'num_samples requests for each target',
    ...SENT_LOAD_FACTS,
  },
  {
    type: 'load',
    title: 'Load',
    measures:
      'Latency, throughput and failures at a scenario’s peak rate and traffic profile, timed from the intended send.',
    does_not_measure: 'Behaviour over a day or a month: it runs for minutes, from one place.',
    size: 'num_samples requests for each target and scenario',
    subsets: [
      { name: 'capacity', description: 'searches the highest rate at which every latency limit holds' },
    ],
    ...SENT_LOAD_FACTS,
  },
  {
    type: 'availability',
    title: 'Availability',
    measures: 'The share of short requests that are answered, sent twice per second.',
    does_not_measure: 'The availability over a month, which takes a month to measure.',
    size: 'num_samples requests for each target',
    ...SENT_LOAD_FACTS,
    data_from: 'generated short requests; no two are the same',
  },
];

export const loadDescription: KindDescription<PlannedLoad> = {
  kind: 'load',
  benchmarks: BENCHMARKS,
  asks: 'targets',
  scored: false,
  margins: (type) => (type === 'availability' ? [] : ['latency_ratio']),
  needsScenario: (type) => type === 'load',
};
