import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import type { Alongside, Database } from '../../platform/db/db.ts';
import { requireCommitted } from '../../platform/db/live-workspace.ts';
import { type Revised, revise } from '../../platform/db/revise.ts';
import { requireUnusedBySeries } from '../../platform/db/series-use.ts';
import type { Tell, WorkspaceEvent } from '../../platform/events/events.ts';
import {
  fromColumns,
  fromRow,
  mergeFields,
  newFields,
  requireLatencyOrder,
  toColumns,
  toScenario,
} from './scenario-fields.ts';
import { type NameableBenchmark, requireQuality } from './scenario-quality.ts';
import type { NewScenario, Scenario, ScenarioPatch } from './scenario-schemas.ts';
import { scenarioRows } from './scenario-store.ts';

export type { Scenario } from './scenario-schemas.ts';

export interface ScenariosOptions {
  db: Database;
  clock: Clock;
  tell: Tell;
  /** What a minimum quality may name. */
  benchmarks: () => readonly NameableBenchmark[];
}

export interface Scenarios {
  create(
    actor: Actor,
    workspaceId: string,
    input: NewScenario,
    alongside: Alongside<Scenario>,
  ): Promise<Scenario>;
  list(
    actor: Actor,
    workspaceId: string,
    query: { limit?: number; cursor?: string },
  ): Promise<Page<Scenario>>;
  get(actor: Actor, workspaceId: string, id: string): Promise<Revised<Scenario>>;
  /** The scenarios with these ids, by id. One that is not in this workspace is absent. */
  snapshot(actor: Actor, workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Scenario>>;
  patch(
    actor: Actor,
    workspaceId: string,
    id: string,
    patch: ScenarioPatch,
    expected: readonly number[] | null,
  ): Promise<Revised<Scenario>>;
  remove(actor: Actor, workspaceId: string, id: string, expected: readonly number[] | null): Promise<void>;
}

/** Scenarios: a workload and the requirements that a stack for it must meet. */
export function createScenarios({ db, clock, tell, benchmarks }: ScenariosOptions): Scenarios {
  return {
    async create(actor, workspaceId, input, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      const fields = newFields(input);
      requireLatencyOrder(fields);
      requireQuality(fields.quality, benchmarks());
      const now = clock.now();
      const metadata = { id: newId(now), created_at: now, updated_at: now };
      const scenario = toScenario(fields, metadata);
      const outcome = await db.write((batch) => {
        scenarioRows.insert(batch, {
          ...toColumns(fields),
          ...metadata,
          workspace_id: workspaceId,
          revision: 1,
        });
        alongside(batch, scenario);
        tell(batch, workspaceId, updated(scenario.id));
      });
      requireCommitted(outcome, workspaceId);
      return scenario;
    },

    async list(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      return toPage(await scenarioRows.list(db, workspaceId, page), page, fromRow, warnings);
    },

    async get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await scenarioRows.find(db, workspaceId, id);
      return { resource: fromRow(row), revision: row.revision };
    },

    async snapshot(actor, workspaceId, ids) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const rows = await scenarioRows.findMany(db, workspaceId, ids);
      return new Map(rows.map((row) => [row.id, fromRow(row)]));
    },

    async patch(actor, workspaceId, id, patch, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnusedBySeries(db, actor, workspaceId, [id]);
      const { before, set } = await revise(db, {
        workspaceId,
        read: () => scenarioRows.find(db, workspaceId, id),
        expected,
        write(batch, before) {
          const fields = mergeFields(fromColumns(before), patch);
          requireLatencyOrder(fields);
          // What was accepted stays: a later version may know other benchmarks.
          if (patch.quality != null) requireQuality(patch.quality, benchmarks());
          const set = { ...toColumns(fields), updated_at: clock.now() };
          scenarioRows.update(batch, before, set);
          tell(batch, workspaceId, updated(id));
          return { before, set };
        },
      });
      return { resource: fromRow({ ...before, ...set }), revision: before.revision + 1 };
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnusedBySeries(db, actor, workspaceId, [id]);
      await revise(db, {
        workspaceId,
        read: () => scenarioRows.find(db, workspaceId, id),
        expected,
        write(batch, row) {
          scenarioRows.remove(batch, row);
          tell(batch, workspaceId, { type: 'scenario.deleted', id, data: {} });
        },
      });
    },
  };
}

const updated = (id: string): WorkspaceEvent => ({ type: 'scenario.updated', id, data: {} });
