import { type TSchema, Type } from 'typebox';
import {
  type Facts,
  FrameworkFact,
  GpuFact,
  GpuInstanceFact,
  ModelFact,
  ProviderFact,
} from '../../models/catalog/catalog.ts';
import type { Models } from '../../models/models.ts';
import { Provider, toProvider } from '../../models/provider-schemas.ts';
import type { OperationId } from '../../platform/access/operations.ts';
import { Count, Warnings } from '../../platform/http/schemas.ts';
import { Limit, rowLimit } from './list-input.ts';
import { rowsMatchingWords, SearchWords } from './matching.ts';
import { defineTool, Input, type Tool } from './tool.ts';

const found = <T extends TSchema>(row: T) =>
  Type.Object({
    data: Type.Array(row),
    total: Type.Integer({
      minimum: 0,
      description: 'Number of matching rows; `data` has the first of them.',
    }),
    warnings: Warnings,
  });

const CATALOG_NOTE =
  'Each fact has its source and the date of that source (as_of). An absent fact is unknown: report it as unknown and never invent it.';

/** Tools for the catalogue and the callable models, equal for all workspaces except for the prices of models. */
export function catalogTools({
  facts,
  factsAt,
  models,
}: {
  facts: Facts;
  factsAt(workspaceId: string): Promise<Facts>;
  models: Pick<Models, 'list'>;
}): Tool[] {
  const lookUp = <T>(spec: {
    name: string;
    operation: OperationId;
    title: string;
    description: string;
    row: TSchema;
    /** The rows of a workspace, or those of all. */
    rows: readonly T[] | ((workspaceId: string) => Promise<readonly T[]>);
    textsOf: (row: T) => readonly (string | undefined)[];
  }): Tool =>
    defineTool({
      name: spec.name,
      operations: [spec.operation],
      title: spec.title,
      description: `${spec.description} ${CATALOG_NOTE}`,
      effect: 'read',
      ...(typeof spec.rows !== 'function' && { inWorkspace: false }),
      input: Input({ words: SearchWords, limit: Limit }),
      output: found(spec.row),
      async run(_actor, workspaceId, { words, limit }) {
        const rows = typeof spec.rows === 'function' ? await spec.rows(workspaceId) : spec.rows;
        const all = rowsMatchingWords(rows, words, spec.textsOf);
        return { data: all.slice(0, rowLimit(limit)), total: all.length };
      },
    });

  return [
    lookUp({
      name: 'find_models',
      operation: 'listCatalogModels',
      title: 'Look up models',
      description:
        'Models by provider with prices per million tokens (those set for the workspace first), context length, licences of open weights and other providers.',
      row: ModelFact,
      rows: async (workspaceId) => (await factsAt(workspaceId)).models,
      textsOf: ({ provider, model_id, base_model, kind, weights }) => [
        provider,
        model_id,
        base_model,
        kind,
        weights?.open ? 'open weights' : undefined,
        weights?.licence,
      ],
    }),
    lookUp({
      name: 'find_gpu_instances',
      operation: 'listCatalogHardware',
      title: 'Look up GPU instances',
      description: 'Cloud instance types with their GPUs and hourly on-demand prices by region.',
      row: GpuInstanceFact,
      rows: facts.gpu_instances,
      textsOf: ({ cloud_provider, instance_type, gpu, gpu_variant, prices }) => [
        cloud_provider,
        instance_type,
        gpu,
        gpu_variant,
        ...prices.map(({ region }) => region),
      ],
    }),
    lookUp({
      name: 'find_gpus',
      operation: 'listCatalogHardware',
      title: 'Look up GPUs',
      description: 'GPUs and accelerators with memory, bandwidth and power.',
      row: GpuFact,
      rows: facts.gpus,
      textsOf: ({ gpu, name, vendor, kind }) => [gpu, name, vendor, kind],
    }),
    lookUp({
      name: 'find_frameworks',
      operation: 'listCatalogFrameworks',
      title: 'Look up frameworks',
      description:
        'Frameworks for orchestration, observability, tracing and logging, with their licences and self-hosting options.',
      row: FrameworkFact,
      rows: facts.frameworks,
      textsOf: ({ id, name, roles, licence, licence_class }) => [id, name, ...roles, licence, licence_class],
    }),
    lookUp({
      name: 'find_providers',
      operation: 'listCatalogProviders',
      title: 'Look up providers',
      description:
        'Providers of models, GPUs and software with their regions and certificates. Count a certificate as held only if its status is listed, available or gated_report.',
      row: ProviderFact,
      rows: facts.providers,
      textsOf: ({ id, name, also_called = [], kinds, certificates, regions }) => [
        id,
        name,
        ...also_called,
        ...kinds,
        ...certificates.map((each) => each.name),
        ...(regions?.names ?? []),
      ],
    }),
    defineTool({
      name: 'list_providers',
      operations: ['listProviders'],
      title: 'List configured providers',
      description:
        'Returns the model providers that this service can call, with their models: the values for model.provider and model.model_id of a stack or target. A model that is only in the catalogue (find_models) cannot be called until its provider is configured.',
      effect: 'read',
      inWorkspace: false,
      input: Input({ words: SearchWords }),
      output: Type.Object({ data: Type.Array(Provider), total: Count, warnings: Warnings }),
      async run(_actor, _workspace, { words }) {
        const all = rowsMatchingWords(models.list(), words, (provider) => [
          provider.name,
          provider.kind,
          ...provider.models.map(({ id }) => id),
        ]);
        return { data: all.map(toProvider), total: all.length };
      },
    }),
  ];
}
