import { Type } from 'typebox';
import type { App } from '../http/app-type.ts';
import { Nullable } from '../http/schemas.ts';
import { BenchmarkList, toBenchmark } from './benchmark-schemas.ts';
import type { Benchmarks } from './benchmarks.ts';

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
    async () => ({ data: benchmarks.list().map(toBenchmark) }),
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
