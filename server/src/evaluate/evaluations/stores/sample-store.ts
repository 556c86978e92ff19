import { sql } from 'kysely';
import { contentFilterNote, type FailureNote } from '../../../models/models.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { lockShared, workspaceIsLive } from '../../../platform/db/live-workspace.ts';
import { preparedInserts, preparedUpdates, type RowValues } from '../../../platform/db/row-sets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { EVALUATION_FENCED, type EvaluationClaim, updateHeldEvaluation } from './evaluation-store.ts';
import { insertJudgements, type Judgement } from './judgement-store.ts';
import { type LaneClaim, type LaneTally, updateLane } from './lane-store.ts';
import { insertTurns, type NewTurn } from './turn-store.ts';

export type SampleRow = Row<'evaluation_samples'>;
/** A row to be written; the class of its outcome is in the column `verdict`. */
export type NewSample = Omit<SampleRow, 'workspace_id' | 'evaluation_id' | 'round' | 'verdict'> &
  GradedColumns;

/** Columns that grading adds to a row. */
export const GRADED_COLUMNS = [
  'state',
  'score',
  'extraction',
  'extracted',
  'reason',
  'message',
  'verdict',
  'scores_json',
  'grading_cost',
  'reference_grade',
  'details_json',
  'graded_by_json',
] as const;
export type GradedColumns = Pick<SampleRow, Exclude<(typeof GRADED_COLUMNS)[number], 'verdict'>> & {
  /**
   * right, wrong, compared, failed, unscored, measured or interrupted; null while the response waits for its grade.
   */
  outcome: SampleRow['verdict'];
};

/** Column values until the response is graded. */
export const UNGRADED_VALUES: GradedColumns = {
  state: 'answered',
  score: null,
  extraction: null,
  extracted: null,
  reason: null,
  message: null,
  outcome: null,
  scores_json: null,
  grading_cost: null,
  reference_grade: null,
  details_json: null,
  graded_by_json: null,
};

const KEY = ['workspace_id', 'evaluation_id', 'unit'] as const;
const ASKED_COLUMNS = [
  'target',
  'benchmark',
  'item',
  'epoch',
  'answer',
  'reasoning',
  'finish_reason',
  'answer_parts_json',
  'returned_model',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cost',
  'latency_ms',
  'attempts',
  'created_at',
  'round',
  'request_key',
  'answer_of',
  'failure_json',
] as const;

/**
 * An existing row is kept, because a committed response is never replaced. Only a failure of an earlier round is
 * replaced by its retry, and interrupted load or tasks by their continuation.
 */
const addSamples = preparedInserts(
  'evaluation_samples',
  [...KEY, ...ASKED_COLUMNS, ...GRADED_COLUMNS],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns(KEY)
        .doUpdateSet((eb) =>
          Object.fromEntries([...ASKED_COLUMNS, ...GRADED_COLUMNS].map((c) => [c, eb.ref(`excluded.${c}`)])),
        )
        .where(({ and, eb, or, ref }) =>
          or([
            eb('evaluation_samples.state', '=', sql.lit('interrupted')),
            and([
              eb('evaluation_samples.round', '<', ref('excluded.round')),
              eb('evaluation_samples.state', '=', sql.lit('failed')),
            ]),
          ]),
        ),
    ),
);

const gradeSamples = preparedUpdates('evaluation_samples', KEY, GRADED_COLUMNS);

/**
 * One durable step of a unit: a response, a step of a conversation, a judgement, or a grade; or a new number of calls
 * that may be in progress.
 */
export type SampleEntry =
  | { kind: 'allowed'; calls: number }
  | { kind: 'said'; turns: readonly NewTurn[]; sample: NewSample | null }
  | { kind: 'asked'; sample: NewSample }
  | { kind: 'graded'; unit: number; graded: GradedColumns }
  | { kind: 'judged'; judgement: Judgement };

/** The claim of a worker on an evaluation, or on a lane with its progress. */
export type UnitClaim = { held: EvaluationClaim } | { held: LaneClaim; tally: LaneTally };

/**
 * Writes the results of units, all or none, and only while the worker holds them and their workspace exists. For a
 * lane, it returns whether the lane is closing.
 */
export function writeSamples(
  batch: Batch,
  holds: UnitClaim,
  entries: readonly SampleEntry[],
): ReturnType<typeof updateLane> | null {
  const { held } = holds;
  let lane: ReturnType<typeof updateLane> | null = null;
  const allowed = entries.findLast((entry) => entry.kind === 'allowed');
  const underWay = allowed && { calls_under_way: allowed.calls };
  if ('tally' in holds) lane = updateLane(batch, holds.held, { ...holds.tally, ...underWay });
  // It must not follow a lock FOR SHARE: two workers that hold one and then write the row would wait for each other.
  else if (underWay) updateHeldEvaluation(batch, held, underWay);
  else guardEvaluationClaim(batch, held);
  const owner = { workspace_id: held.workspaceId, evaluation_id: held.id };
  for (const some of withoutRepeats(entries.filter((entry) => entry.kind !== 'allowed'))) {
    const [samples, graded, judgements, turns] = [[], [], [], []] as [
      RowValues[],
      RowValues[],
      Judgement[],
      NewTurn[],
    ];
    for (const entry of some) {
      if (entry.kind === 'judged') judgements.push(entry.judgement);
      else if (entry.kind === 'graded') graded.push({ ...owner, unit: entry.unit, ...toRow(entry.graded) });
      else if (entry.sample !== null) samples.push({ ...owner, round: held.round, ...toRow(entry.sample) });
      if (entry.kind === 'said') turns.push(...entry.turns);
    }
    insertTurns(batch, held, turns);
    addSamples(batch, samples);
    insertJudgements(batch, held, judgements);
    gradeSamples(batch, graded);
  }
  return lane;
}

/** Undoes the batch unless the worker holds the evaluation. */
export function guardEvaluationClaim(batch: Batch, held: EvaluationClaim): void {
  const guard = batch.query
    .selectFrom('evaluations')
    .select('id')
    .where((eb) =>
      eb.and({
        workspace_id: held.workspaceId,
        id: held.id,
        fence: held.fence,
        status: held.status ?? 'running',
      }),
    )
    .where(workspaceIsLive(held.workspaceId));
  // FOR SHARE delays a cancellation until the batch has committed; SQLite has only one writer.
  batch.add(lockShared(batch, guard), EVALUATION_FENCED);
}

type UnitEntry = Exclude<SampleEntry, { kind: 'allowed' }>;

/** Splits entries so that no statement changes a row twice. */
function* withoutRepeats(entries: readonly UnitEntry[]): Generator<UnitEntry[]> {
  let some: UnitEntry[] = [];
  const written = new Set<string>();
  for (const entry of entries) {
    const rows = rowsOf(entry);
    if (rows.some((row) => written.has(row))) {
      yield some;
      some = [];
      written.clear();
    }
    some.push(entry);
    for (const row of rows) written.add(row);
  }
  yield some;
}

/** Identifies the rows that an entry writes. */
function rowsOf(entry: UnitEntry): string[] {
  if (entry.kind === 'graded') return [`${entry.unit}`];
  if (entry.kind === 'asked') return [`${entry.sample.unit}`];
  if (entry.kind === 'judged') {
    const { unit, judge, swapped } = entry.judgement;
    return [`judgement ${unit} ${judge} ${swapped}`];
  }
  const turns = entry.turns.map(({ unit, beginning, ordinal }) => `turn ${unit} ${beginning} ${ordinal}`);
  return entry.sample === null ? turns : [...turns, `${entry.sample.unit}`];
}

function toRow<T extends GradedColumns>({ outcome, ...rest }: T) {
  return { ...rest, verdict: outcome };
}

type EvaluationRef = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

export function selectSamples(db: Database, { workspaceId, id }: EvaluationRef) {
  return db.longQuery
    .selectFrom('evaluation_samples')
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }));
}

/** The samples after unit `after`, in order, at most `limit`. */
const samplesAfter = (db: Database, of: EvaluationRef, after: number, limit: number) =>
  selectSamples(db, of).where('unit', '>', after).orderBy('unit').limit(limit);

/** Content of `failure_json`: why a call got no response, in addition to the row's message. */
export type KeptFailure = Omit<FailureNote, 'message'>;

/**
 * Why the call of a row got no complete response; null if it got one, and for failed rows of older versions.
 *
 * @param partsHead the beginning of its `answer_parts_json`
 */
export function whyUnanswered(
  { failure_json, finish_reason, message }: Pick<SampleRow, 'failure_json' | 'finish_reason' | 'message'>,
  partsHead: string | null,
): FailureNote | null {
  if (failure_json !== null) return { ...(JSON.parse(failure_json) as KeptFailure), message: message ?? '' };
  return finish_reason === 'content_filter' ? contentFilterNote(parsePartsHead(partsHead).filter) : null;
}

const MEASURED_COLUMNS = [
  'unit',
  'state',
  'score',
  'extraction',
  'reason',
  'finish_reason',
  'returned_model',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cost',
  'latency_ms',
  'answer_of',
  'scores_json',
  'grading_cost',
  'reference_grade',
  'details_json',
  'graded_by_json',
  'failure_json',
] as const;
/**
 * Number of characters of `answer_parts_json` that are read for the name of the responder, which comes first. Chunks
 * can be long.
 */
const PARTS_HEAD = 1_000;
/** A sample without its texts: what aggregation needs. */
export type MeasuredSample = Pick<SampleRow, (typeof MEASURED_COLUMNS)[number]> & {
  /** The beginning of `answer_parts_json`. */
  parts_head: string | null;
  /** Why it failed or is unscored, in words; null otherwise. */
  message: string | null;
};

/** The samples after unit `after`, in order, at most `limit`, without their texts. */
export function readMeasuredSamples(
  db: Database,
  of: EvaluationRef,
  after: number,
  limit: number,
): Promise<MeasuredSample[]> {
  return samplesAfter(db, of, after, limit)
    .select(MEASURED_COLUMNS)
    .select(sql<string | null>`substr(answer_parts_json, 1, ${PARTS_HEAD})`.as('parts_head'))
    .select(sql<string | null>`CASE WHEN state <> 'scored' THEN message END`.as('message'))
    .execute();
}

/**
 * The responder and the content filter, parsed from the beginning of `answer_parts_json`; a truncated name is
 * ignored.
 */
export function parsePartsHead(partsHead: string | null): {
  fingerprint?: string;
  route?: string;
  tier?: string;
  filter?: string;
} {
  const [, fingerprint, route, tier, filter] = PARTS_HEAD_PATTERN.exec(partsHead ?? '') ?? [];
  return {
    ...(fingerprint && { fingerprint: JSON.parse(fingerprint) as string }),
    ...(route && { route: JSON.parse(route) as string }),
    ...(tier && { tier: JSON.parse(tier) as string }),
    ...(filter && { filter: JSON.parse(filter) as string }),
  };
}

const PARTS_HEAD_PATTERN =
  /^\{(?:"system_fingerprint":("(?:[^"\\]|\\.)*"),?)?(?:"route":("(?:[^"\\]|\\.)*"),?)?(?:"service_tier":("(?:[^"\\]|\\.)*"),?)?(?:"filter":("(?:[^"\\]|\\.)*"))?/;

export type CompletedUnit = Pick<
  SampleRow,
  'unit' | 'state' | 'round' | 'cost' | 'answer_of' | 'grading_cost'
>;

/** Reads what a run needs about the units after `after` that have a row. */
export function readCompletedSamples(
  db: Database,
  of: EvaluationRef,
  after: number,
  limit: number,
): Promise<CompletedUnit[]> {
  return samplesAfter(db, of, after, limit)
    .select(['unit', 'state', 'round', 'cost', 'answer_of', 'grading_cost'])
    .execute();
}

export function readSample(db: Database, of: EvaluationRef, unit: number): Promise<SampleRow | undefined> {
  return selectSamples(db, of).selectAll().where('unit', '=', unit).executeTakeFirst();
}

/** The samples of one benchmark after unit `after`, without their texts. */
export function readSamplesOfBenchmark(
  db: Database,
  of: EvaluationRef,
  benchmark: number,
  after: number,
  limit: number,
): Promise<Pick<SampleRow, 'unit' | 'target' | 'item' | 'state' | 'score' | 'reason' | 'details_json'>[]> {
  return samplesAfter(db, of, after, limit)
    .select(['unit', 'target', 'item', 'state', 'score', 'reason', 'details_json'])
    .where('benchmark', '=', benchmark)
    .execute();
}

/** The columns of a response, with its latency and cost. */
const ANSWER_COLUMNS = [
  'answer',
  'reasoning',
  'finish_reason',
  'answer_parts_json',
  'latency_ms',
  'cost',
] as const;
export type AnswerRow = Pick<SampleRow, (typeof ANSWER_COLUMNS)[number]>;

/** Further parts of a response. `parsePartsHead` reads the first four, in this order. */
export interface AnswerParts {
  system_fingerprint?: string;
  route?: string;
  service_tier?: string;
  filter?: string;
  tool_calls?: { name: string; arguments: string }[];
  passages?: { id: string | null; text: string }[];
}

export function parseAnswerParts({ answer_parts_json }: Pick<AnswerRow, 'answer_parts_json'>): AnswerParts {
  return answer_parts_json === null ? {} : JSON.parse(answer_parts_json);
}

type AnsweredRow = AnswerRow & Pick<SampleRow, 'unit' | 'target' | 'item' | 'state' | 'grading_cost'>;

/** Stored responses of one benchmark, with their texts. */
export function readAnswersOfBenchmark(
  db: Database,
  of: EvaluationRef,
  benchmark: number,
  after: number,
  limit: number,
): Promise<AnsweredRow[]> {
  return samplesAfter(db, of, after, limit)
    .select(['unit', 'target', 'item', 'state', 'grading_cost', ...ANSWER_COLUMNS])
    .where('benchmark', '=', benchmark)
    .where('answer', 'is not', null)
    .execute();
}

/** Pairs of responses of one benchmark that judges compared. */
export function readComparedPairs(
  db: Database,
  of: EvaluationRef,
  benchmark: number,
  after: number,
  limit: number,
): Promise<Pick<SampleRow, 'unit' | 'score'>[]> {
  return samplesAfter(db, of, after, limit)
    .select(['unit', 'score'])
    .where('benchmark', '=', benchmark)
    .where('state', 'in', ['scored', 'unscored'])
    .execute();
}

/** Number of units of these benchmarks that rescoring would grade: those with a response, and compared pairs. */
export async function countGradableUnits(
  db: Database,
  of: EvaluationRef,
  benchmarks: readonly number[],
): Promise<number> {
  if (benchmarks.length === 0) return 0;
  const row = await selectSamples(db, of)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('benchmark', 'in', [...benchmarks])
    .where((where) =>
      where.or([where('answer', 'is not', null), where('state', 'in', ['scored', 'unscored'])]),
    )
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Number of units of an evaluation with this outcome. */
export async function countUnitsWithOutcome(
  db: Database,
  of: EvaluationRef,
  outcome: string,
): Promise<number> {
  const row = await selectSamples(db, of)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('verdict', '=', outcome)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Number of finished units; a failure of an earlier round is pending again. */
export async function countFinishedUnits(db: Database, of: EvaluationRef, round: number): Promise<number> {
  const row = await selectSamples(db, of)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', 'not in', ['answered', 'interrupted'])
    .where((eb) => eb.or([eb('state', '<>', 'failed'), eb('round', '>=', round)]))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Whether an evaluation has any response. */
export async function hasAnswers(db: Database, of: EvaluationRef): Promise<boolean> {
  const row = await selectSamples(db, of)
    .select('unit')
    .where('answer', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type GradeRow = Pick<SampleRow, 'unit' | 'score' | 'scores_json'> & { length: number };

/** The grades of the units above `after` and below `to`, with the lengths of their responses in bytes. */
export function readGradePage(
  db: Database,
  of: EvaluationRef,
  { after, to }: { after: number; to: number },
  limit: number,
): Promise<GradeRow[]> {
  return selectSamples(db, of)
    .select(['unit', 'score', 'scores_json', sql<number>`octet_length(answer)`.as('length')])
    .where('unit', '>', after)
    .where('unit', '<', to)
    .where('scores_json', 'is not', null)
    .orderBy('unit')
    .limit(limit)
    .execute();
}
