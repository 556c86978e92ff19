import { Type } from 'typebox';
import type { App } from '../../platform/http/app-type.ts';
import { Nullable } from '../../platform/http/schemas.ts';
import { BenchmarkList } from './benchmark-schemas.ts';
import type { Benchmarks } from './benchmarks.ts';

const Fetched = Type.Object({
  files: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        address: Type.String({ description: 'The address that the file was downloaded from.' }),
        bytes: Type.Integer(),
        sha256: Type.String(),
        verified: Nullable(
          Type.Boolean({ description: 'True if the hash matches; null if no hash is known.' }),
        ),
      },
      { title: 'FetchedFile' },
    ),
  ),
});

interface BenchmarkRoutes {
  benchmarks: Benchmarks;
  /** Number of processes that can currently send load together; null if there can be only one. */
  generators: () => Promise<number | null>;
}

export function benchmarkRoutes(app: App, { benchmarks, generators }: BenchmarkRoutes): void {
  app.get(
    '/benchmarks',
    {
      schema: { tags: ['discovery'], summary: 'List benchmarks', response: { 200: BenchmarkList } },
    },
    async () => {
      const together = (await generators()) ?? 1;
      return {
        data: benchmarks
          .list()
          .map((info) => (info.type === 'load' && together > 1 ? { ...info, generators: together } : info)),
      };
    },
  );

  app.post(
    '/benchmarks/:benchmark_type/fetch',
    {
      // The function requires an admin; an agent's key, which never is one, requests an approval.
      schema: {
        tags: ['discovery'],
        summary: 'Download the files of a public benchmark',
        description:
          'Requires an admin. A request with an agent’s key waits in a workspace for an admin’s approval.',
        params: Type.Object({ benchmark_type: Type.String({ maxLength: 100 }) }),
        querystring: Type.Object(
          {
            workspace_id: Type.Optional(
              Type.String({
                format: 'uuid',
                maxLength: 100,
                description:
                  'The workspace for the approval of an agent’s request. Not needed if the key has only one workspace.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: Fetched },
      },
    },
    async (request) => {
      const { benchmark_type: type } = request.params;
      return { files: await benchmarks.fetch(request.actor, type, request.signal) };
    },
  );
}
