import { type TSchema, Type } from 'typebox';
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
        enum: ['built_in', 'operator'],
        description: 'Whether the fact is built in or from `CATALOG_FILE`.',
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

/** What the catalogue knows, each fact with source and date. */
export function catalogRoutes(app: App, { catalog }: { catalog: Catalog }): void {
  const get = (path: string, summary: string, schema: TSchema, answer: () => object) =>
    app.get(path, { schema: { tags: ['discovery'], summary, response: { 200: schema } } }, async () =>
      answer(),
    );
  const rows = <T extends keyof Facts>(name: T) => {
    const own = new Set((catalog.own[name] ?? []).map((row) => factKey(name, row)));
    return catalog.facts[name].map((row) => ({
      ...row,
      origin: own.has(factKey(name, row)) ? 'operator' : 'built_in',
    }));
  };
  get('/catalog/models', 'List catalogue models', MODELS, () => ({
    data: rows('models'),
  }));
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
