import { isDeepStrictEqual } from 'node:util';
import { allPages, answer, type Client, type Schemas, TouchstoneError } from '@touchstone/client';
import { benchmarkFacts } from '@touchstone/client/benchmarks';
import { findWorkspace } from '../../service/named-service.ts';
import type { OpenService } from '../../service/service.ts';
import { addText, waitUntilReady } from '../../service/text-source.ts';
import { UsageError } from '../../terminal/arguments.ts';
import { explainClientError } from '../../terminal/explain-client-error.ts';
import type { EvalDefinition, StoredIds } from './definition.ts';
import { createStoredParts, type StoredParts } from './stored-parts.ts';

/** The workspace of an evaluation and the ids of its stored parts. */
export interface PreparedWorkspace extends StoredIds {
  readonly workspaceId: string;
  /** Parts that this run added to the workspace. */
  readonly storedParts: StoredParts;
}

interface PrepareOptions {
  workspace: string | undefined;
  signal: AbortSignal;
}

/**
 * Finds or creates the workspace and stores the file's datasets (as sources), stacks and scenarios. If one of them is
 * refused, those stored before are removed.
 */
export async function prepareWorkspace(
  service: Pick<OpenService, 'client' | 'clientAfterStop'>,
  definition: EvalDefinition,
  options: PrepareOptions,
): Promise<PreparedWorkspace> {
  const storedParts = createStoredParts(service);
  try {
    return await storeDefinition(service.client, definition, { ...options, storedParts });
  } catch (error) {
    await storedParts.remove();
    throw error;
  }
}

async function storeDefinition(
  client: Client,
  definition: EvalDefinition,
  { workspace, signal, storedParts }: PrepareOptions & { storedParts: StoredParts },
): Promise<PreparedWorkspace> {
  const wanted = workspace ?? definition.workspace;
  const workspaceId =
    wanted === undefined
      ? await createWorkspace(client, definition.name, storedParts)
      : await findWorkspace(client, wanted);
  const place: Place = { client, workspaceId, storedParts };
  const sourceIds = new Map<string, string>();
  for (const { name, content } of definition.datasets) {
    const stored = storeDataset(place, { title: name, content }, signal);
    sourceIds.set(name, await namePartInError(`The dataset "${name}"`, stored));
  }
  const stackIds = new Map<string, string>();
  for (const body of definition.stacks ?? [])
    stackIds.set(body.name, await namePartInError(`The stack "${body.name}"`, storeStack(place, body)));
  const scenarioIds = new Map<string, string>();
  for (const body of definition.scenarios ?? []) {
    const stored = storeScenario(place, withSources(body, sourceIds));
    scenarioIds.set(body.name, await namePartInError(`The scenario "${body.name}"`, stored));
  }
  return { workspaceId, stackIds, scenarioIds, sourceIds, storedParts };
}

/** The workspace of the file's parts. */
interface Place {
  client: Client;
  workspaceId: string;
  storedParts: StoredParts;
}

/** Names the part of the file in the error message if the service refuses it. */
async function namePartInError<T>(part: string, stored: Promise<T>): Promise<T> {
  try {
    return await stored;
  } catch (error) {
    if (!(error instanceof TouchstoneError && error.errors.length > 0)) throw error;
    throw new UsageError(`${part}: ${explainClientError(error)}`);
  }
}

async function createWorkspace(client: Client, name: string, storedParts: StoredParts): Promise<string> {
  const { id } = await answer(client.POST('/workspaces', { body: { name } }));
  storedParts.addWorkspace(id, name);
  return id;
}

/** Stores a dataset; the same text is stored only once in a workspace. */
async function storeDataset(
  { client, workspaceId, storedParts }: Place,
  text: { title: string; content: string },
  signal: AbortSignal,
): Promise<string> {
  const source = await addText(client, workspaceId, text);
  if (source.duplicate_of == null) {
    storedParts.addSource(workspaceId, source.id, text.title);
    return (await waitUntilReady({ client, signal }, workspaceId, source)).id;
  }
  const path = { workspace_id: workspaceId, source_id: source.id };
  await client.DELETE('/workspaces/{workspace_id}/sources/{source_id}', { params: { path } });
  return source.duplicate_of;
}

/** Stores a stack, or reuses one with the same name, model, framework and hardware. */
async function storeStack(
  { client, workspaceId, storedParts }: Place,
  body: object & { name: string },
): Promise<string> {
  const path = { workspace_id: workspaceId };
  const pages = allPages((query) =>
    answer(client.GET('/workspaces/{workspace_id}/stacks', { params: { path, query } })),
  );
  for await (const { id, name, model, framework, hardware } of pages) {
    if (name === body.name && isDeepStrictEqual({ model, framework, hardware }, partsOf(body))) return id;
  }
  const stack = body as Schemas['NewStack'];
  const { id } = await answer(
    client.POST('/workspaces/{workspace_id}/stacks', { params: { path }, body: stack }),
  );
  storedParts.addStack(workspaceId, id, body.name);
  return id;
}

/** Replaces dataset names in minimum scores by source ids, because the same text may exist under another title. */
function withSources<B extends { name: string; quality?: unknown }>(
  body: B,
  sourceIds: ReadonlyMap<string, string>,
): B {
  const { quality } = body as { quality?: Partial<Schemas['QualityMinimum']>[] };
  if (!Array.isArray(quality)) return body;
  const named = quality.map((one) => {
    const subset =
      benchmarkFacts(one?.benchmark ?? '')?.needs.source === 'one'
        ? inSource(one?.subset ?? '', sourceIds)
        : undefined;
    return subset === undefined ? one : { ...one, subset };
  });
  return { ...body, quality: named };
}

/** The id of a dataset's source, followed by the condition in the name, if any. */
function inSource(subset: string, sourceIds: ReadonlyMap<string, string>): string | undefined {
  const whole = sourceIds.get(subset);
  if (whole !== undefined) return whole;
  const slash = subset.lastIndexOf('/');
  const id = slash < 0 ? undefined : sourceIds.get(subset.slice(0, slash));
  return id === undefined ? undefined : id + subset.slice(slash);
}

/** Stores a scenario, or reuses one with the same name and requirements. */
async function storeScenario(
  { client, workspaceId, storedParts }: Place,
  body: object & { name: string },
): Promise<string> {
  const path = { workspace_id: workspaceId };
  const pages = allPages((query) =>
    answer(client.GET('/workspaces/{workspace_id}/scenarios', { params: { path, query } })),
  );
  for await (const scenario of pages) {
    if (scenario.name === body.name && isDeepStrictEqual(demandsOf(scenario), demandsOf(body)))
      return scenario.id;
  }
  const scenario = body as Schemas['NewScenario'];
  const { id } = await answer(
    client.POST('/workspaces/{workspace_id}/scenarios', { params: { path }, body: scenario }),
  );
  storedParts.addScenario(workspaceId, id, body.name);
  return id;
}

/** The requirements of a scenario in stored form. */
function demandsOf(scenario: Partial<Schemas['Scenario']>) {
  const { workload_type, traffic_profile = null, vendor_lock_in_tolerance = null } = scenario;
  const { slo_requirements = {}, budget = {}, compliance = {}, quality = [] } = scenario;
  const limits = { slo_requirements, budget, compliance, quality };
  return { workload_type, traffic_profile, vendor_lock_in_tolerance, ...limits };
}

function partsOf(body: Partial<Schemas['Stack']>) {
  return { model: body.model ?? {}, framework: body.framework ?? {}, hardware: body.hardware ?? {} };
}
