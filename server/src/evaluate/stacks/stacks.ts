import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, impossible, impossibleFields } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageRequest, toPage } from '../../kernel/page.ts';
import type { Models } from '../../models/models.ts';
import { requirePermission } from '../../platform/access/operations.ts';
import type { Alongside, Database } from '../../platform/db/db.ts';
import { requireCommitted, requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import { type Revised, revise } from '../../platform/db/revise.ts';
import { requireUnusedBySeries } from '../../platform/db/series-use.ts';
import type { Tell, WorkspaceEvent } from '../../platform/events/events.ts';
import { fromColumns, fromRow, mergeFields, newFields, toColumns, toStack } from './stack-fields.ts';
import type { NewStack, Stack, StackPatch, StackTrial, StackTrialResult } from './stack-schemas.ts';
import { type StackRow, stackRows } from './stack-store.ts';
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

export interface StacksOptions {
  db: Database;
  clock: Clock;
  tell: Tell;
  /** What knows and asks endpoints. */
  models: Pick<Models, 'endpointProblems' | 'tryEndpoint' | 'tryModel' | 'resolve' | 'list'>;
  endOfModel: EndOfModel;
  /** Which of these ids are sources of the workspace. */
  knownSources(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** When a model ends, and a sentence where that is soon; null where no end is known. */
export type EndOfModel = (
  provider: string,
  modelId: string,
) => { end: NonNullable<Stack['model_end']>; warning: string | null } | null;

export interface StackQuery {
  limit?: number;
  cursor?: string;
  /** Only stacks whose model is known to end before this day: `2027-01-01`. */
  ends_before?: string;
}

export interface Stacks {
  create(actor: Actor, workspaceId: string, input: NewStack, alongside: Alongside<Stack>): Promise<Stack>;
  list(actor: Actor, workspaceId: string, query: StackQuery): Promise<Page<Stack>>;
  get(actor: Actor, workspaceId: string, id: string): Promise<Revised<Stack>>;
  /** The stacks with these ids, by id. One that is not in this workspace is absent. */
  snapshot(actor: Actor, workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Stack>>;
  patch(
    actor: Actor,
    workspaceId: string,
    id: string,
    patch: StackPatch,
    expected: readonly number[] | null,
  ): Promise<Revised<Stack>>;
  remove(actor: Actor, workspaceId: string, id: string, expected: readonly number[] | null): Promise<void>;
  /**
   * Sends one item to the application or the model of a stack, or to an endpoint that is not saved. Throws `forbidden` for
   * an agent, and 422 where nothing can be asked; that it fails is a result.
   */
  try(actor: Actor, workspaceId: string, trial: StackTrial, signal: AbortSignal): Promise<StackTrialResult>;
}

const ROWS_AT_ONCE = 200;

/** Throws 422 for a format of which only the name is stated. */
function requireSchema(format: Stack['model']['response_format'] | null): void {
  if (!format || (format.type === 'json_schema') === (format.schema !== undefined)) return;
  throw impossible(
    '/model/response_format/schema',
    format.schema === undefined
      ? 'With json_schema a JSON Schema is needed; json_object takes JSON of any shape.'
      : 'Only json_schema takes a schema; leave it out, or make type json_schema.',
  );
}

/** Stacks: candidates to compare, each a model with its frameworks and hardware. */
export function createStacks({ db, clock, tell, models, endOfModel, knownSources }: StacksOptions): Stacks {
  /** With what the catalogue knows of its model's end. */
  function withEnd(stack: Stack): Stack {
    const { provider, model_id } = stack.model;
    const known = provider && model_id ? endOfModel(provider, model_id) : null;
    if (known === null) return stack;
    const { end, warning } = known;
    return { ...stack, model_end: end, ...(warning !== null && { warnings: [warning] }) };
  }

  /** The same page of those whose model ends before a day; what it leaves out is read over. */
  async function listEnding(workspaceId: string, { limit, before }: PageRequest, day: string) {
    const found: StackRow[] = [];
    let after = before;
    while (found.length <= limit) {
      const rows = await stackRows.list(db, workspaceId, { limit: ROWS_AT_ONCE, before: after });
      const read = rows.slice(0, ROWS_AT_ONCE);
      found.push(...read.filter((row) => (withEnd(fromRow(row)).model_end?.date ?? day) < day));
      after = read.at(-1)?.id ?? null;
      if (rows.length <= ROWS_AT_ONCE) break;
    }
    return found.slice(0, limit + 1);
  }

  /** Throws 422 for an endpoint that could not be asked; one that was kept before is not looked at again. */
  function requireEndpoint(endpoint: Stack['endpoint'] | null): void {
    const problems = endpoint ? models.endpointProblems(endpoint) : [];
    if (problems.length === 0) return;
    throw impossibleFields(
      'The endpoint cannot be asked',
      problems.map(({ pointer, detail }) => ({ pointer: `/endpoint${pointer}`, detail })),
    );
  }

  /** Throws 422 for sources that are not in the workspace, and for an application, which retrieves by itself. */
  async function requireRetrieval(
    workspaceId: string,
    { retrieval, endpoint }: { retrieval?: Stack['retrieval'] | null; endpoint?: Stack['endpoint'] | null },
  ): Promise<void> {
    if (!retrieval) return;
    if (endpoint)
      throw impossible(
        '/retrieval',
        'The application at endpoint retrieves by itself; leave retrieval out, or the endpoint.',
      );
    const { source_ids: ids = [] } = retrieval;
    const known = await knownSources(workspaceId, ids);
    const unknown = ids.flatMap((id, i) => (known.has(id.toLowerCase()) ? [] : [{ id, i }]));
    if (unknown.length === 0) return;
    throw impossibleFields(
      'The stack cannot retrieve from these sources',
      unknown.map(({ id, i }) => ({
        pointer: `/retrieval/source_ids/${i}`,
        detail: `there is no source ${id} in this workspace; leave source_ids out to search all of them`,
      })),
    );
  }

  /** What a trial names, with its endpoint. */
  async function triedOf(workspaceId: string, { stack_id, endpoint, model }: StackTrial) {
    if ((stack_id === undefined) === (endpoint === undefined))
      throw impossible('/stack_id', 'Send either stack_id, or an endpoint that is not saved yet.');
    if (endpoint !== undefined) return { endpoint, ...(model && { model }) };
    const stack = fromRow(await stackRows.find(db, workspaceId, (stack_id as string).toLowerCase()));
    const { model: own, endpoint: saved } = stack;
    if (saved !== undefined) return { endpoint: saved, model: own };
    const { provider, model_id } = own;
    if (provider && model_id) return { model: { ...own, provider, model_id } };
    throw impossible(
      '/stack_id',
      `The stack "${stack.name}" is a draft: its model needs provider and model_id to be asked, or it needs an endpoint.`,
    );
  }

  return {
    async create(actor, workspaceId, input, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      requireEndpoint(input.endpoint);
      requireSchema(input.model.response_format);
      await requireRetrieval(workspaceId, input);
      const fields = newFields(input);
      const now = clock.now();
      const metadata = { id: newId(now), created_at: now, updated_at: now };
      const stack = withEnd(toStack(fields, metadata));
      const outcome = await db.write((batch) => {
        stackRows.insert(batch, {
          ...toColumns(fields),
          ...metadata,
          workspace_id: workspaceId,
          revision: 1,
        });
        alongside(batch, stack);
        tell(batch, workspaceId, updated(stack.id));
      });
      requireCommitted(outcome, workspaceId);
      return stack;
    },

    async list(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      if (query.ends_before !== undefined) requireDay(query.ends_before);
      const rows =
        query.ends_before === undefined
          ? await stackRows.list(db, workspaceId, page)
          : await listEnding(workspaceId, page, query.ends_before);
      return toPage(rows, page, (row) => withEnd(fromRow(row)), warnings);
    },

    async get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await stackRows.find(db, workspaceId, id);
      return { resource: withEnd(fromRow(row)), revision: row.revision };
    },

    async snapshot(actor, workspaceId, ids) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const rows = await stackRows.findMany(db, workspaceId, ids);
      return new Map(rows.map((row) => [row.id, fromRow(row)]));
    },

    async patch(actor, workspaceId, id, patch, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnusedBySeries(db, actor, workspaceId, [id]);
      const { before, set } = await revise(db, {
        workspaceId,
        async read() {
          const row = await stackRows.find(db, workspaceId, id);
          requireEndpoint(patch.endpoint);
          requireSchema(patch.model.response_format);
          const { retrieval, endpoint } = mergeFields(fromColumns(row), patch);
          if (patch.retrieval || (patch.endpoint && retrieval))
            await requireRetrieval(workspaceId, { retrieval, endpoint });
          return row;
        },
        expected,
        write(batch, before) {
          const fields = mergeFields(fromColumns(before), patch);
          const set = { ...toColumns(fields), updated_at: clock.now() };
          stackRows.update(batch, before, set);
          tell(batch, workspaceId, updated(id));
          return { before, set };
        },
      });
      return { resource: withEnd(fromRow({ ...before, ...set })), revision: before.revision + 1 };
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnusedBySeries(db, actor, workspaceId, [id]);
      await revise(db, {
        workspaceId,
        read: () => stackRows.find(db, workspaceId, id),
        expected,
        write(batch, row) {
          stackRows.remove(batch, row);
          tell(batch, workspaceId, { type: 'stack.deleted', id, data: {} });
        },
      });
    },

    async try(actor, workspaceId, trial, signal) {
      requireWorkspace(actor, workspaceId, 'editor');
      requirePermission(actor, 'tryStack');
      await requireLiveWorkspace(db, workspaceId);
      const tried = await triedOf(workspaceId, trial);
      if (!('endpoint' in tried)) return tryStackModel(models, tried.model, trial, signal);
      requireEndpoint(tried.endpoint);
      return tryEndpoint(models, tried, trial, signal);
    },
  };
}

const updated = (id: string): WorkspaceEvent => ({ type: 'stack.updated', id, data: {} });
