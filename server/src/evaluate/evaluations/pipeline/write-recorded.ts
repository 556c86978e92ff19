import type { Database } from '../../../platform/db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../../platform/db/live-workspace.ts';
import { createAggregate } from '../results/aggregate.ts';
import { type EvaluationRow, insertEvaluation, revealEvaluation } from '../stores/evaluation-store.ts';
import { insertItems } from '../stores/item-store.ts';
import { type NewSample, type SampleEntry, writeSamples } from '../stores/sample-store.ts';
import { buildResults, type ResultsContext } from './build-results.ts';
import { completePlan } from './complete-plan.ts';
import type { DefinedEvaluation } from './define.ts';
import { type BatchAdditions, createItemBuffer } from './write-plan.ts';

const MOST_SAMPLES = 500;
const MOST_CHARACTERS = 1_000_000;

/**
 * Writes an evaluation whose samples already exist, with its results. It stays hidden until everything is written, as
 * in `writeNewEvaluation`. `samples` must return the same samples each time.
 */
export async function writeRecordedEvaluation(
  db: Database,
  draft: EvaluationRow,
  defined: DefinedEvaluation,
  samples: () => Iterable<NewSample>,
  { finish, abandon, ...known }: BatchAdditions & ResultsContext,
): Promise<EvaluationRow> {
  const { workspace_id: workspaceId, id, created_at: now } = draft;
  const { items, complete } = completePlan(defined);
  const waiting = createItemBuffer(draft);
  const first = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    insertEvaluation(batch, { ...draft, deleted_at: now });
  });
  requireCommitted(first, workspaceId);

  async function writeItems(): Promise<void> {
    const rows = waiting.take();
    requireCommitted(await db.write((batch) => insertItems(batch, rows)), workspaceId);
  }

  async function writeSome(entries: readonly SampleEntry[]): Promise<void> {
    const held = {
      workspaceId,
      id,
      fence: draft.fence,
      round: draft.round,
      cutOff: 0,
      status: 'completed',
    } as const;
    requireCommitted(await db.write((batch) => void writeSamples(batch, { held }, entries)), workspaceId);
  }

  async function writeAll(): Promise<EvaluationRow> {
    for await (const item of items()) {
      if (waiting.isFull()) await writeItems();
      waiting.add(item);
    }
    await writeItems();
    const { plan, warnings } = await complete();
    const { add, aggregate } = createAggregate(plan, id);
    let entries: SampleEntry[] = [];
    let characters = 0;
    for (const sample of samples()) {
      add({ ...sample, parts_head: null });
      entries.push({ kind: 'asked', sample });
      characters += (sample.answer?.length ?? 0) + (sample.reasoning?.length ?? 0);
      if (entries.length < MOST_SAMPLES && characters < MOST_CHARACTERS) continue;
      await writeSome(entries);
      entries = [];
      characters = 0;
    }
    await writeSome(entries);
    const results = await buildResults(plan, aggregate, { final: true, ...known });
    const row = {
      ...draft,
      plan_json: JSON.stringify(plan),
      warnings_json: JSON.stringify(warnings),
      results_json: JSON.stringify(results),
    };
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      revealEvaluation(batch, row);
      finish(batch, row);
    });
    requireCommitted(outcome, workspaceId);
    return row;
  }

  try {
    return await writeAll();
  } catch (error) {
    // If this cannot be written either, the next start cleans up.
    await db.write((batch) => abandon(batch, draft)).catch(() => {});
    throw error;
  }
}
