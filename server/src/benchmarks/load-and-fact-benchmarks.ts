import type { BenchmarkInfo } from './benchmark.ts';

type Told = Pick<BenchmarkInfo, 'type' | 'title' | 'measures' | 'does_not_measure' | 'size'> &
  Partial<Pick<BenchmarkInfo, 'subsets'>>;

/** Of what is sent to measure speed; changes whenever the same definition could send other requests. */
export const SPEED_VERSION = '2';

function measured(told: Told): BenchmarkInfo {
  return {
    subsets: [],
    ...told,
    available: true,
    reason: null,
    licence: 'measured; no licence needed',
    data_from: 'requests of its own, drawn from the workload’s token counts; no two are the same',
    offline: true,
    differs_from_published: null,
    files: [],
    version: SPEED_VERSION,
    metric: null,
  };
}

function fromFacts(told: Omit<Told, 'size'>): BenchmarkInfo {
  return {
    ...measured({ ...told, size: 'nothing is asked' }),
    data_from: 'the catalogue of dated facts, your own catalogue file, and what load measured',
    version: '1',
  };
}

/** Benchmarks of how a target serves and what it takes to run it: they give metrics and requirements, and no score. */
export const LOAD_AND_FACT_BENCHMARKS: readonly BenchmarkInfo[] = [
  measured({
    type: 'latency',
    title: 'Latency',
    measures: 'Time to first token, time per token and end to end, one request at a time.',
    does_not_measure: 'What users see when others use the target too; that is load.',
    size: 'num_samples requests for each target',
  }),
  measured({
    type: 'load',
    title: 'Load',
    measures:
      'Latency, throughput and failures at a scenario’s peak rate and traffic profile, timed from the intended send.',
    does_not_measure: 'A day or a month: it runs for minutes, from one place.',
    size: 'num_samples requests for each target and scenario',
    subsets: [
      { name: 'capacity', description: 'searches the highest rate at which every latency limit holds' },
    ],
  }),
  measured({
    type: 'availability',
    title: 'Availability',
    measures: 'The share of short requests, two a second, that are answered.',
    does_not_measure: 'The availability of a month, which takes a month.',
    size: 'num_samples requests for each target',
  }),
  fromFacts({
    type: 'cost',
    title: 'Cost',
    measures: 'What a month of the scenario’s traffic costs, line by line, with every assumption.',
    does_not_measure: 'Discounts you negotiated, unless your catalogue file says them.',
  }),
  fromFacts({
    type: 'compliance',
    title: 'Compliance',
    measures:
      'Whether every part that sees prompts works in the scenario’s regions and holds its certificates.',
    does_not_measure: 'Whether a certificate covers your use; its scope is for your auditors to read.',
  }),
  fromFacts({
    type: 'lock_in',
    title: 'Lock-in',
    measures: 'How hard it is to leave: points for model, API, orchestration, telemetry, hardware and data.',
    does_not_measure: 'What the locked-in part gives you in return.',
  }),
];
