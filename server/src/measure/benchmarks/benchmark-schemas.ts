import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../../platform/http/schemas.ts';

const Named = Type.Object(
  { name: Type.String(), label: Type.String({ description: 'The display name.' }) },
  { title: 'NamedPart' },
);

/** Fields that are the same in every service of a version; `npm run generate` copies them into the client. */
export const BenchmarkFacts = {
  name: Type.String({ description: 'The display name in results.' }),
  kind: Nullable(
    Type.String({
      description:
        'The kind of measurement, such as `answers`, `tasks` or `load`; null if the benchmark is not implemented yet.',
    }),
  ),
  scored: Type.Boolean({ description: 'Whether the benchmark has scores, which are compared.' }),
  counts: Nullable(
    OneOf(['items', 'requests'], 'The objects that `num_samples` counts; null if no requests are made.'),
  ),
  in_batches: Type.Boolean({
    description: 'Whether it can be used with `delivery: batch`.',
  }),
  needs: Type.Object({
    scenario: Type.Boolean({
      description: 'Whether an evaluation that uses this benchmark needs a scenario.',
    }),
    source: OneOf(
      ['none', 'one', 'many'],
      'Whether its items come from no source, from the source that `subset` names, or from all sources of the workspace.',
    ),
  }),
  margins: Type.Array(
    Type.Object({
      name: Type.String(),
      default: Nullable(Type.Number({ description: 'The margin that the preset `equivalence` uses.' })),
    }),
    { description: 'The measures in `methodology.no_worse_margins` that it supports.' },
  ),
  conditions: Type.Array(Named, {
    description:
      'The conditions under which its items are sent. Each has its own score, `<benchmark>/<condition>`.',
  }),
  condition_in_subset: Type.Boolean({
    description: 'Whether `subset` may end in `/<condition>` to select one condition.',
  }),
  further_metrics: Type.Array(Named, {
    description: 'Metrics with scores in addition to `metric`, as `<benchmark>/<metric>`.',
  }),
};

export const Benchmark = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    available: Type.Boolean(),
    reason: Nullable(Type.String({ description: 'Why the benchmark is not available.' })),
    measures: Type.String(),
    does_not_measure: Nullable(Type.String()),
    licence: Type.String(),
    size: Nullable(Type.String()),
    data_from: Nullable(Type.String()),
    offline: Nullable(
      Type.Boolean({
        description: 'Whether the benchmark can run now without network access other than to the models.',
      }),
    ),
    differs_from_published: Nullable(
      Type.String({ description: 'Why scores may differ from published ones.' }),
    ),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        address: Type.String(),
        sha256: Nullable(
          Type.String({ description: 'SHA-256 of the file. If known, other files are refused.' }),
        ),
        optional: Type.Boolean({ description: 'Whether only some subsets need the file.' }),
      }),
      { description: 'The files in BENCHMARK_DATA_DIR/<type>/.' },
    ),
    version: Nullable(Type.String()),
    metric: Nullable(Type.Object({ name: Type.String(), chance_level: Nullable(Type.Number()) })),
    smoke_test: Type.Boolean({
      description:
        'Whether a short program without a model scores near 1 on the items without `subset`. A high score then shows only that the target is called and its responses are read, not that it does your work well.',
    }),
    subsets: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        smoke_test: Type.Boolean({ description: 'Whether the items of this subset are a smoke test.' }),
      }),
    ),
    subset_is_source: Type.Boolean({ description: 'Whether `subset` names a source of the workspace.' }),
    ...BenchmarkFacts,
    generators: Type.Optional(
      Type.Integer({
        description:
          'For load: the number of processes that can currently send it, see `generators` of an evaluation. Absent if only one can.',
      }),
    ),
  },
  { title: 'Benchmark' },
);

export const BenchmarkList = Type.Object({ data: Type.Array(Benchmark) });

/** A benchmark in the form of `GET /benchmarks`; unknown fields of a planned one are null. */
export type BenchmarkInfo = Static<typeof Benchmark>;
