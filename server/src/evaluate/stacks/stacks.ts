import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { AppError, impossibleField, impossibleFields } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/page.ts';
import type { ModelConnection, ModelPrice, Models } from '../../models/models.ts';
import { requireOperation } from '../../platform/access/operations.ts';
import { requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import type { ResourceRow } from '../../platform/db/resource-rows.ts';
import type { Resource } from '../../platform/http/resource-routes.ts';
import { createResources, type ResourceOptions } from '../../platform/resources/resources.ts';
import {
  mergeStackFields,
  newStackFields,
  stackFromColumns,
  stackToColumns,
  toStack,
} from './stack-fields.ts';
import {
  STACK_API,
  type Stack,
  type StackPatch,
  type StackTrial,
  type StackTrialResult,
} from './stack-schemas.ts';
import { tryEndpoint } from './try-endpoint.ts';
import { tryStackModel } from './try-model.ts';

/** Throws 400 for a day that the calendar does not have. */
function requireDay(day: string): void {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (new Date(at).toISOString().slice(0, 10) === day) return;
  const detail = 'must be a day of the calendar, such as 2027-01-31';
  throw new AppError('invalid_request', `The address does not fit: /ends_before ${detail}.`, {
    errors: [{ pointer: '/ends_before', detail }],
  });
}

export type { Stack } from './stack-schemas.ts';

export interface StacksOptions extends ResourceOptions {
  /** Validates and calls endpoints. */
  models: Pick<Models, 'endpointProblems' | 'tryEndpoint' | 'tryModel' | 'resolve' | 'list'>;
  endOfModel: EndOfModel;
  /** The price in force of a model in a workspace; undefined if none is known. */
  priceOf(workspaceId: string, connection: ModelConnection): Promise<ModelPrice | undefined>;
  /** Which of these ids are sources of the workspace. */
  knownSources(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The announced end of a model, and a warning if it is soon; null if no end is known. */
export type EndOfModel = (
  provider: string,
  modelId: string,
) => { end: NonNullable<Stack['model_end']>; warning: string | null } | null;

export interface Stacks extends Resource<typeof STACK_API> {
  /** The stacks with these ids, by id, without data from the catalogue. Stacks of other workspaces are absent. */
  snapshot(actor: Actor, workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Stack>>;
  /**
   * Sends one item to the application or the model of a stack, or to an unsaved endpoint. Throws `forbidden` for an
   * agent, and 422 if nothing can be called; a failed call is a result.
   */
  try(actor: Actor, workspaceId: string, trial: StackTrial, signal: AbortSignal): Promise<StackTrialResult>;
}

const ROWS_AT_ONCE = 200;

/** Throws 422 for a response format `json_schema` without a schema. */
function requireSchema(format: Stack['model']['response_format'] | null): void {
  if (!format || (format.type === 'json_schema') === (format.schema !== undefined)) return;
  throw impossibleField(
    '/model/response_format/schema',
    format.schema === undefined
      ? 'json_schema requires a JSON Schema; json_object accepts JSON of any shape.'
      : 'Only json_schema accepts a schema; omit it, or set type to json_schema.',
  );
}

/** Stacks: candidates to compare, each a model with its frameworks and hardware. */
export function createStacks({
  models,
  endOfModel,
  priceOf,
  knownSources,
  ...options
}: StacksOptions): Stacks {
  const { db } = options;
  /** Adds the end date of its model from the catalogue. */
  function withEnd(stack: Stack): Stack {
    const { provider, model_id } = stack.model;
    const known = provider && model_id ? endOfModel(provider, model_id) : null;
    if (known === null) return stack;
    const { end, warning } = known;
    return { ...stack, model_end: end, ...(warning !== null && { warnings: [warning] }) };
  }

  /** A page of the stacks whose model ends before a day; other stacks are skipped. */
  async function listEnding(workspaceId: string, { limit, before }: PageRequest, day: string) {
    requireDay(day);
    const found: ResourceRow<'stacks'>[] = [];
    let after = before;
    while (found.length <= limit) {
      const rows = await stacks.rows.list(db, workspaceId, { limit: ROWS_AT_ONCE, before: after });
      const read = rows.slice(0, ROWS_AT_ONCE);
      found.push(...read.filter((row) => (withEnd(toStack(row)).model_end?.date ?? day) < day));
      after = read.at(-1)?.id ?? null;
      if (rows.length <= ROWS_AT_ONCE) break;
    }
    return found.slice(0, limit + 1);
  }

  /** Throws 422 for an endpoint that cannot be called; an unchanged endpoint is not checked again. */
  function requireEndpoint(endpoint: Stack['endpoint'] | null): void {
    const problems = endpoint ? models.endpointProblems(endpoint) : [];
    if (problems.length === 0) return;
    throw impossibleFields(
      'The endpoint cannot be called',
      problems.map(({ pointer, detail }) => ({ pointer: `/endpoint${pointer}`, detail })),
    );
  }

  /** Throws 422 for sources that are not in the workspace, and for an application, which does its own retrieval. */
  async function requireRetrieval(
    workspaceId: string,
    { retrieval, endpoint }: { retrieval?: Stack['retrieval'] | null; endpoint?: Stack['endpoint'] | null },
  ): Promise<void> {
    if (!retrieval) return;
    if (endpoint)
      throw impossibleField(
        '/retrieval',
        'The application at endpoint does its own retrieval; omit retrieval or endpoint.',
      );
    const { source_ids: ids = [] } = retrieval;
    const known = await knownSources(workspaceId, ids);
    const unknown = ids.flatMap((id, i) => (known.has(id.toLowerCase()) ? [] : [{ id, i }]));
    if (unknown.length === 0) return;
    throw impossibleFields(
      'The stack cannot retrieve from these sources',
      unknown.map(({ id, i }) => ({
        pointer: `/retrieval/source_ids/${i}`,
        detail: `there is no source ${id} in this workspace; omit source_ids to search all sources`,
      })),
    );
  }

  /** The stack of a test, or its unsaved endpoint. */
  async function triedOf(workspaceId: string, { stack_id, endpoint, model }: StackTrial) {
    if ((stack_id === undefined) === (endpoint === undefined))
      throw impossibleField('/stack_id', 'Send either stack_id, or an endpoint that is not saved yet.');
    if (endpoint !== undefined) return { endpoint, ...(model && { model }) };
    const stack = toStack(await stacks.rows.find(db, workspaceId, (stack_id as string).toLowerCase()));
    const { model: own, endpoint: saved } = stack;
    if (saved !== undefined) return { endpoint: saved, model: own };
    const { provider, model_id } = own;
    if (provider && model_id) return { model: { ...own, provider, model_id } };
    throw impossibleField(
      '/stack_id',
      `The stack "${stack.name}" is incomplete: to call it, set provider and model_id of its model, or an endpoint.`,
    );
  }

  const stacks = createResources(options, STACK_API, {
    namedBySeries: true,
    show: (row) => withEnd(toStack(row)),
    async change(before, patch: StackPatch) {
      requireEndpoint(patch.endpoint);
      requireSchema(patch.model.response_format);
      const fields = mergeStackFields(stackFromColumns(before), patch);
      if (patch.retrieval || (patch.endpoint && fields.retrieval))
        await requireRetrieval(before.workspace_id, fields);
      return stackToColumns(fields);
    },
  });

  return {
    ...stacks,

    async create(actor, workspaceId, input, alongside) {
      requireOperation(actor, workspaceId, 'createStack');
      requireEndpoint(input.endpoint);
      requireSchema(input.model.response_format);
      await requireRetrieval(workspaceId, input);
      const show = (row: ResourceRow<'stacks'>) => withEnd(toStack(row));
      return stacks.insert(workspaceId, stackToColumns(newStackFields(input)), { alongside, show });
    },

    async list(actor, workspaceId, { ends_before: day, ...query }) {
      if (day === undefined) return stacks.list(actor, workspaceId, query);
      return stacks.list(actor, workspaceId, query, (page) => listEnding(workspaceId, page, day));
    },

    async snapshot(actor, workspaceId, ids) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const rows = await stacks.rows.findMany(db, workspaceId, ids);
      return new Map(rows.map((row) => [row.id, toStack(row)]));
    },

    async try(actor, workspaceId, trial, signal) {
      requireOperation(actor, workspaceId, 'tryStack');
      await requireLiveWorkspace(db, workspaceId);
      const tried = await triedOf(workspaceId, trial);
      if (!('endpoint' in tried)) {
        const { provider, model_id } = tried.model;
        const price = await priceOf(workspaceId, models.resolve(provider, model_id));
        return tryStackModel({ models, price }, tried.model, trial, signal);
      }
      requireEndpoint(tried.endpoint);
      return tryEndpoint(models, tried, trial, signal);
    },
  };
}
