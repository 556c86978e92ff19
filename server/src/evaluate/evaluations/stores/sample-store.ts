import { sql } from 'kysely';
import { type FailureNote, filteredNote } from '../../../models/models.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { lockShared, workspaceIsLive } from '../../../platform/db/live-workspace.ts';
import { preparedInserts, preparedUpdates, type Values } from '../../../platform/db/row-sets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { FENCED, type Held, updateFenced } from './evaluation-store.ts';
import { insertJudgements, type Judgement } from './judgement-store.ts';
import { type HeldLane, type Tally, updateLane } from './lane-store.ts';
import { insertTurns, type NewTurn } from './turn-store.ts';

export type SampleRow = Row<'evaluation_samples'>;
/** A row as it is written; the class of its outcome is in the column `verdict`. */
export type NewSample = Omit<SampleRow, 'workspace_id' | 'evaluation_id' | 'round' | 'verdict'> & Graded;

/** What grading an answer adds to its row. */
export const GRADED = [
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
export type Graded = Pick<SampleRow, Exclude<(typeof GRADED)[number], 'verdict'>> & {
  /** right, wrong, compared, failed, unscored, measured or interrupted; null while the answer waits for its grade. */
  outcome: SampleRow['verdict'];
};

/** What stands in the row until the answer is graded. */
export const UNGRADED: Graded = {
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
const ASKED = [
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
 * The row stays as it is when there is one, for a committed answer is never replaced; only a failure of an earlier
 * round gives way to what the retry brought, and load or a task that was interrupted to what came of it since.
 */
const addSamples = preparedInserts('evaluation_samples', [...KEY, ...ASKED, ...GRADED], (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(KEY)
      .doUpdateSet((eb) => Object.fromEntries([...ASKED, ...GRADED].map((c) => [c, eb.ref(`excluded.${c}`)])))
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

const gradeSamples = preparedUpdates('evaluation_samples', KEY, GRADED);

/**
 * One durable step of a unit: it was asked, it said something more, a judge graded its answer, or it has its grade. Or so
 * many calls may be under way.
 */
export type Entry =
  | { kind: 'allowed'; calls: number }
  | { kind: 'said'; turns: readonly NewTurn[]; sample: NewSample | null }
  | { kind: 'asked'; sample: NewSample }
  | { kind: 'graded'; unit: number; graded: Graded }
  | { kind: 'judged'; judgement: Judgement };

/** An evaluation as a worker holds it, or a lane of one, with how far that is. */
export type Holds = { held: Held } | { held: HeldLane; tally: Tally };

/**
 * Writes what became of units, all or nothing, and only while the worker holds them and their workspace is there. Of a
 * lane it answers whether that is closing.
 */
export function writeSamples(
  batch: Batch,
  holds: Holds,
  entries: readonly Entry[],
): ReturnType<typeof updateLane> | null {
  const { held } = holds;
  let lane: ReturnType<typeof updateLane> | null = null;
  const allowed = entries.findLast((entry) => entry.kind === 'allowed');
  const underWay = allowed && { calls_under_way: allowed.calls };
  if ('tally' in holds) lane = updateLane(batch, holds.held, { ...holds.tally, ...underWay });
  // Not after a lock FOR SHARE: two that hold one and then write the row wait for each other.
  else if (underWay) updateFenced(batch, held, underWay);
  else guardHeld(batch, held);
  const owner = { workspace_id: held.workspaceId, evaluation_id: held.id };
  for (const some of withoutRepeats(entries.filter((entry) => entry.kind !== 'allowed'))) {
    const [samples, graded, judgements, turns] = [[], [], [], []] as [
      Values[],
      Values[],
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
export function guardHeld(batch: Batch, held: Held): void {
  const guard = batch.query
    .selectFrom('evaluations')
    .select('id')
    .where('workspace_id', '=', held.workspaceId)
    .where('id', '=', held.id)
    .where('fence', '=', held.fence)
    .where('status', '=', held.status ?? 'running')
    .where(workspaceIsLive(held.workspaceId));
  // FOR SHARE holds off a cancellation until the batch has committed; SQLite has one writer anyway.
  batch.add(lockShared(batch, guard), FENCED);
}

type UnitEntry = Exclude<Entry, { kind: 'allowed' }>;

/** Cuts entries where one writes a row that an earlier one writes: no statement changes a row twice. */
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

/** What tells the rows that an entry writes from all others. */
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

function toRow<T extends Graded>({ outcome, ...rest }: T) {
  return { ...rest, verdict: outcome };
}

type Of = Pick<Held, 'workspaceId' | 'id'>;

export function samplesOf(db: Database, { workspaceId, id }: Of) {
  return db.longQuery
    .selectFrom('evaluation_samples')
    .where('workspace_id', '=', workspaceId)
    .where('evaluation_id', '=', id);
}

/** What `failure_json` holds: why a call brought no answer, beside the row's message. */
export type KeptFailure = Omit<FailureNote, 'message'>;

/**
 * Why the call of a row brought no whole answer; null where it brought one, and of failed rows of older versions.
 *
 * @param partsHead the beginning of its `answer_parts_json`
 */
export function whyUnanswered(
  { failure_json, finish_reason, message }: Pick<SampleRow, 'failure_json' | 'finish_reason' | 'message'>,
  partsHead: string | null,
): FailureNote | null {
  if (failure_json !== null) return { ...(JSON.parse(failure_json) as KeptFailure), message: message ?? '' };
  return finish_reason === 'content_filter' ? filteredNote(headOf(partsHead).filter) : null;
}

const MEASURED = [
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
/** Of what an answer has beside its text, as much as holds who gave it, which stands first: passages may be long. */
const PARTS_HEAD = 1_000;
/** A sample without its texts: what aggregation needs. */
export type Measured = Pick<SampleRow, (typeof MEASURED)[number]> & {
  /** The beginning of `answer_parts_json`. */
  parts_head: string | null;
  /** Why it failed or is unscored, in words; null of others. */
  message: string | null;
};

/** The samples after unit `after`, in order, at most `limit`, without their texts. */
export function readMeasured(db: Database, of: Of, after: number, limit: number): Promise<Measured[]> {
  return samplesOf(db, of)
    .select(MEASURED)
    .select(sql<string | null>`substr(answer_parts_json, 1, ${PARTS_HEAD})`.as('parts_head'))
    .select(sql<string | null>`CASE WHEN state <> 'scored' THEN message END`.as('message'))
    .where('unit', '>', after)
    .orderBy('unit')
    .limit(limit)
    .execute();
}

/** Who gave an answer and what filtered it, by the beginning of what it has beside its text; a name that is cut off is none. */
export function headOf(partsHead: string | null): { fingerprint?: string; route?: string; filter?: string } {
  const [, fingerprint, route, filter] = HEAD.exec(partsHead ?? '') ?? [];
  return {
    ...(fingerprint && { fingerprint: JSON.parse(fingerprint) as string }),
    ...(route && { route: JSON.parse(route) as string }),
    ...(filter && { filter: JSON.parse(filter) as string }),
  };
}

const HEAD =
  /^\{(?:"system_fingerprint":("(?:[^"\\]|\\.)*"),?)?(?:"route":("(?:[^"\\]|\\.)*"),?)?(?:"filter":("(?:[^"\\]|\\.)*"))?/;

export type Completed = Pick<SampleRow, 'unit' | 'state' | 'round' | 'cost' | 'answer_of' | 'grading_cost'>;

/** What a run must know of the units after `after` that have a row. */
export function readCompleted(db: Database, of: Of, after: number, limit: number): Promise<Completed[]> {
  return samplesOf(db, of)
    .select(['unit', 'state', 'round', 'cost', 'answer_of', 'grading_cost'])
    .where('unit', '>', after)
    .orderBy('unit')
    .limit(limit)
    .execute();
}

export function readSample(db: Database, of: Of, unit: number): Promise<SampleRow | undefined> {
  return samplesOf(db, of).selectAll().where('unit', '=', unit).executeTakeFirst();
}

/** The samples of one benchmark after unit `after`, without their texts. */
export function readOfBenchmark(
  db: Database,
  of: Of,
  benchmark: number,
  after: number,
  limit: number,
): Promise<Pick<SampleRow, 'unit' | 'target' | 'item' | 'state' | 'score' | 'reason' | 'details_json'>[]> {
  return samplesOf(db, of)
    .select(['unit', 'target', 'item', 'state', 'score', 'reason', 'details_json'])
    .where('benchmark', '=', benchmark)
    .where('unit', '>', after)
    .orderBy('unit')
    .limit(limit)
    .execute();
}

/** What of a row says what was answered, and what that took. */
const ANSWER = ['answer', 'reasoning', 'finish_reason', 'answer_parts_json', 'latency_ms', 'cost'] as const;
export type AnswerRow = Pick<SampleRow, (typeof ANSWER)[number]>;

/** What an answer has beside its text, as samples show it. `headOf` reads the first three, in this order. */
export interface AnswerParts {
  system_fingerprint?: string;
  route?: string;
  filter?: string;
  tool_calls?: { name: string; arguments: string }[];
  passages?: { id: string | null; text: string }[];
}

export function partsOf({ answer_parts_json }: Pick<AnswerRow, 'answer_parts_json'>): AnswerParts {
  return answer_parts_json === null ? {} : JSON.parse(answer_parts_json);
}

type Answered = AnswerRow & Pick<SampleRow, 'unit' | 'target' | 'item' | 'state' | 'grading_cost'>;

/** Answers that are kept, with their texts, of one benchmark. */
export function readAnswered(
  db: Database,
  of: Of,
  benchmark: number,
  after: number,
  limit: number,
): Promise<Answered[]> {
  return samplesOf(db, of)
    .select(['unit', 'target', 'item', 'state', 'grading_cost', ...ANSWER])
    .where('benchmark', '=', benchmark)
    .where('answer', 'is not', null)
    .where('unit', '>', after)
    .orderBy('unit')
    .limit(limit)
    .execute();
}

/** Pairs of answers of one benchmark that judges were asked about. */
export function readCompared(
  db: Database,
  of: Of,
  benchmark: number,
  after: number,
  limit: number,
): Promise<Pick<SampleRow, 'unit' | 'score'>[]> {
  return samplesOf(db, of)
    .select(['unit', 'score'])
    .where('benchmark', '=', benchmark)
    .where('state', 'in', ['scored', 'unscored'])
    .where('unit', '>', after)
    .orderBy('unit')
    .limit(limit)
    .execute();
}

/** How many units of these benchmarks would be graded again: those with an answer, and pairs that were compared. */
export async function countGradable(db: Database, of: Of, benchmarks: readonly number[]): Promise<number> {
  if (benchmarks.length === 0) return 0;
  const row = await samplesOf(db, of)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('benchmark', 'in', [...benchmarks])
    .where((where) =>
      where.or([where('answer', 'is not', null), where('state', 'in', ['scored', 'unscored'])]),
    )
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many units of an evaluation have this outcome. */
export async function countOutcome(db: Database, of: Of, outcome: string): Promise<number> {
  const row = await samplesOf(db, of)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('verdict', '=', outcome)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** How many units need nothing more: a failure of a round before the evaluation's own is pending again. */
export async function countDone(db: Database, of: Of, round: number): Promise<number> {
  const row = await samplesOf(db, of)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', 'not in', ['answered', 'interrupted'])
    .where((eb) => eb.or([eb('state', '<>', 'failed'), eb('round', '>=', round)]))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Whether anything of an evaluation was answered. */
export async function hasAnswers(db: Database, of: Of): Promise<boolean> {
  const row = await samplesOf(db, of)
    .select('unit')
    .where('answer', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type GradeRow = Pick<SampleRow, 'unit' | 'score' | 'scores_json'> & { length: number };

/** The grades of the units from `after` up to, and without, `to`, with the lengths of their answers in bytes. */
export function readGradePage(
  db: Database,
  of: Of,
  { after, to }: { after: number; to: number },
  limit: number,
): Promise<GradeRow[]> {
  return samplesOf(db, of)
    .select(['unit', 'score', 'scores_json', sql<number>`octet_length(answer)`.as('length')])
    .where('unit', '>', after)
    .where('unit', '<', to)
    .where('scores_json', 'is not', null)
    .orderBy('unit')
    .limit(limit)
    .execute();
}
