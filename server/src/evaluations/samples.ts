import type { Database } from '../db/db.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { clampLimit, type Page } from '../kernel/page.ts';
import type { Sample, SampleQuery } from './evaluation-schemas.ts';
import { type EvaluationHead, readPlan } from './evaluation-store.ts';
import { createItemReader } from './item-reader.ts';
import type { Plan } from './plan.ts';
import { toSample } from './present.ts';
import { readSamples, type SampleFilter } from './sample-store.ts';

const OUTCOMES = ['scored', 'failed', 'unscored', 'right', 'wrong'];
/** A filter that nothing can match. */
const NOTHING = -1;

/** A page of samples in the order of the plan: the samples of one item stand together, target by target. */
export async function listSamples(
  db: Database,
  row: EvaluationHead,
  query: SampleQuery,
): Promise<Page<Sample>> {
  const plan = await readPlan(db, row);
  if (plan === null) throw notFound('evaluation', row.id);
  const of = { workspaceId: row.workspace_id, id: row.id };
  const warnings: string[] = [];
  const limit = clampLimit(query.limit, warnings);
  const filter = toFilter(plan, query, warnings);
  const rows = await readSamples(db, of, filter, afterCursor(query.cursor), limit);
  const itemOf = createItemReader(db, of);
  const shown = rows.slice(0, limit);
  const data: Sample[] = [];
  for (const sample of shown) data.push(toSample(sample, plan, await itemOf(sample.benchmark, sample.item)));
  const last = shown.at(-1);
  return {
    data,
    next_cursor: rows.length > limit && last ? toCursor(last.unit) : null,
    ...(warnings.length > 0 && { warnings }),
  };
}

function toFilter(plan: Plan, query: SampleQuery, warnings: string[]): SampleFilter {
  const index = (kind: string, names: string[], wanted: string | undefined): number | null => {
    if (wanted === undefined) return null;
    const at = names.indexOf(wanted);
    if (at === NOTHING) warnings.push(`No ${kind} here is called "${wanted}"; known: ${names.join(', ')}.`);
    return at;
  };
  const outcome = query.outcome ?? null;
  if (outcome !== null && !OUTCOMES.includes(outcome)) {
    warnings.push(`No sample has the outcome "${outcome}"; known: ${OUTCOMES.join(', ')}.`);
  }
  return {
    target: index(
      'target',
      plan.targets.map(({ label }) => label),
      query.target,
    ),
    benchmark: index(
      'benchmark',
      plan.benchmarks.map(({ key }) => key),
      query.benchmark,
    ),
    outcome,
    disagreeAmong: query.disagree ? plan.targets.length : null,
  };
}

function toCursor(unit: number): string {
  return Buffer.from(`u${unit}`).toString('base64url');
}

function afterCursor(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  const match = /^u(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match || toCursor(Number(match[1])) !== cursor) {
    throw new AppError(
      'invalid_cursor',
      'Pass the next_cursor of an earlier answer, unchanged, or leave cursor out.',
      {
        errors: [{ pointer: '/cursor', detail: 'not a cursor of this service' }],
      },
    );
  }
  return Number(match[1]);
}
