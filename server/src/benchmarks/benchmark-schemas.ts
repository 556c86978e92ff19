import { Type } from 'typebox';
import { Nullable } from '../http/schemas.ts';
import type { BenchmarkInfo } from './benchmark.ts';

export const Benchmark = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    available: Type.Boolean(),
    reason: Nullable(Type.String({ description: 'Why it is not available.' })),
    measures: Type.String(),
    does_not_measure: Nullable(Type.String()),
    licence: Type.String(),
    size: Nullable(Type.String()),
    data_from: Nullable(Type.String()),
    offline: Nullable(
      Type.Boolean({ description: 'It runs now without a network, apart from the models it asks.' }),
    ),
    differs_from_published: Nullable(
      Type.String({ description: 'Why a score may differ from one that was published.' }),
    ),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        address: Type.String(),
        sha256: Nullable(Type.String({ description: 'Where it is known, another file is refused.' })),
        optional: Type.Boolean({ description: 'Only some subsets need it.' }),
      }),
      { description: 'What lies in BENCHMARK_DATA_DIR/<type>/.' },
    ),
    version: Nullable(Type.String()),
    metric: Nullable(Type.Object({ name: Type.String(), chance_level: Nullable(Type.Number()) })),
    smoke_test: Type.Boolean({
      description:
        'Whether a short program without a model scores near 1 on the items that are asked without `subset`. A high score then shows that the target is asked and its responses are read, not that it does your work well.',
    }),
    subsets: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        smoke_test: Type.Boolean({ description: 'The same for the items of this subset.' }),
      }),
    ),
    subset_is_source: Type.Boolean({ description: 'subset names a source of the workspace.' }),
    generators: Type.Optional(
      Type.Integer({
        description:
          'Of load: how many processes can send it together now, by `generators` of an evaluation; absent where only one can.',
      }),
    ),
  },
  { title: 'Benchmark' },
);

export const BenchmarkList = Type.Object({ data: Type.Array(Benchmark) });

/** A benchmark as it is shown; where its subsets are the sources of the workspace, it lists none. */
export function toBenchmark({ subsets, ...info }: BenchmarkInfo) {
  return { ...info, subsets: subsets === 'source' ? [] : subsets, subset_is_source: subsets === 'source' };
}
