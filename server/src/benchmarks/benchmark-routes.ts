import { Type } from 'typebox';
import type { App } from '../http/app-type.ts';
import { Nullable } from '../http/schemas.ts';
import type { Benchmarks } from './benchmarks.ts';

const BenchmarkList = Type.Object({
  data: Type.Array(
    Type.Object(
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
        subsets: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
        subset_is_source: Type.Boolean({ description: 'subset names a source of the workspace.' }),
      },
      { title: 'Benchmark' },
    ),
  ),
});

const Fetched = Type.Object({
  files: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        address: Type.String({ description: 'Where it was fetched from.' }),
        bytes: Type.Integer(),
        sha256: Type.String(),
        verified: Nullable(
          Type.Boolean({ description: 'True, or null where no hash is known to compare it with.' }),
        ),
      },
      { title: 'FetchedFile' },
    ),
  ),
});

export function benchmarkRoutes(app: App, { benchmarks }: { benchmarks: Benchmarks }): void {
  app.get(
    '/benchmarks',
    {
      config: { role: 'viewer' },
      schema: { tags: ['discovery'], summary: 'List benchmarks', response: { 200: BenchmarkList } },
    },
    async () => ({
      data: benchmarks.list().map(({ subsets, ...info }) => ({
        ...info,
        subsets: subsets === 'source' ? [] : subsets,
        subset_is_source: subsets === 'source',
      })),
    }),
  );

  app.post(
    '/benchmarks/:benchmark_type/fetch',
    {
      config: { role: 'admin' },
      schema: {
        tags: ['discovery'],
        summary: 'Fetch the files of a public benchmark from where they are published',
        params: Type.Object({ benchmark_type: Type.String({ maxLength: 100 }) }),
        response: { 200: Fetched },
      },
    },
    async (request) => {
      const { benchmark_type: type } = request.params;
      return { files: await benchmarks.fetch(request.actor, type, request.signal) };
    },
  );
}
