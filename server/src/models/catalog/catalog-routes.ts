import { type TSchema, Type } from 'typebox';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../platform/http/app-type.ts';
import type { Catalog } from './catalog.ts';
import { factKey } from './facts/merge.ts';
import {
  type Facts,
  FrameworkFact,
  GpuFact,
  GpuInstanceFact,
  ModelFact,
  ProviderFact,
  RegionFact,
} from './facts/schemas.ts';

const Listed = (row: TSchema) =>
  Type.Unsafe<object>({
    ...row,
    properties: {
      ...(row as unknown as { properties: object }).properties,
      origin: {
        type: 'string',
        enum: ['built_in', 'operator', 'set'],
        description:
          'Whether the fact is built in or from `CATALOG_FILE`. `set`: only its price is known, because it was set.',
      },
    },
  });
const table = (row: TSchema) => Type.Object({ data: Type.Array(Listed(row)) });

const MODELS = table(ModelFact);
const FRAMEWORKS = table(FrameworkFact);
const PROVIDERS = Type.Object({
  data: Type.Array(Listed(ProviderFact)),
  regions: Type.Array(Listed(RegionFact)),
});
const HARDWARE = Type.Object({
  data: Type.Array(Listed(GpuInstanceFact)),
  gpus: Type.Array(Listed(GpuFact)),
});

const ModelQuery = Type.Object(
  {
    workspace_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'With the prices that were set for this workspace. Default: only those set for all workspaces.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Routes of the catalogue: each fact with its source and date. */
export function catalogRoutes(
  app: App,
  {
    catalog,
    prices,
  }: { catalog: Catalog; prices: { facts(actor: Actor, workspaceId: string | null): Promise<Facts> } },
): void {
  const get = (path: string, summary: string, schema: TSchema, answer: () => object) =>
    app.get(path, { schema: { tags: ['discovery'], summary, response: { 200: schema } } }, async () =>
      answer(),
    );
  const rows = <T extends keyof Facts>(name: T, facts = catalog.facts) => {
    const keys = (known: readonly Facts[T][number][] = []) => new Set(known.map((row) => factKey(name, row)));
    const [own, all] = [keys(catalog.own[name]), keys(catalog.facts[name])];
    const originOf = (key: string) => (own.has(key) ? 'operator' : all.has(key) ? 'built_in' : 'set');
    return facts[name].map((row) => ({ ...row, origin: originOf(factKey(name, row)) }));
  };
  app.get(
    '/catalog/models',
    {
      schema: {
        tags: ['discovery'],
        summary: 'List catalogue models',
        querystring: ModelQuery,
        response: { 200: MODELS },
      },
    },
    async ({ actor, query }) => ({
      data: rows('models', await prices.facts(actor, query.workspace_id ?? null)),
    }),
  );
  get('/catalog/hardware', 'List GPUs and GPU instances', HARDWARE, () => ({
    data: rows('gpu_instances'),
    gpus: rows('gpus'),
  }));
  get('/catalog/frameworks', 'List frameworks', FRAMEWORKS, () => ({
    data: rows('frameworks'),
  }));
  get('/catalog/providers', 'List catalogue providers', PROVIDERS, () => ({
    data: rows('providers'),
    regions: rows('regions'),
  }));
}
