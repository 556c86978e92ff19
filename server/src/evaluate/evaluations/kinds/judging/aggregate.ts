import { readPages } from '../../../../kernel/read-pages.ts';
import type { Database } from '../../../../platform/db/db.ts';
import { benchmarksOfKind, type Plan, unitAt, unitRange } from '../../plan/plan.ts';
import { judgedCriteria } from '../../plan/planned-judging.ts';
import type { EvaluationClaim } from '../../stores/evaluation-store.ts';
import {
  type JudgementPage,
  readJudgementFailures,
  readJudgementPage,
} from '../../stores/judgement-store.ts';
import { readLabelMeans } from '../../stores/label-store.ts';
import { type GradeRow, readGradePage } from '../../stores/sample-store.ts';
import { readUnitPages } from '../../stores/unit-pages.ts';
import type { LabelledScore } from './calibration.ts';
import { gradesOfJudgement } from './panel.ts';

/** Results of judging as numbers, without texts. */
export interface JudgingMeasurement {
  /** By judge; costs in 10⁻¹² USD. */
  judges: {
    judgements: number;
    failed: number;
    failures: { reason: string; judgements: number; message: string }[];
    cost: bigint;
    unpriced: number;
  }[];
  /** Grades of judges and people by criterion; the last one is `overall`. */
  criteria: CriterionMeasurement[];
}

export interface CriterionMeasurement {
  name: string;
  /** The grades of each judge for the judged answers. */
  ratings: number[][];
  /** Pairs of response length in bytes and score. */
  lengths: [number, number][];
  labelled: LabelledScore[];
  /** By target: the scores of responses without a label. */
  unlabelled: number[][];
}

const PAGE = 1000;

/** Reads judgements and labels; null if the evaluation has no judges. */
export async function measureJudging(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  plan: Plan,
): Promise<JudgingMeasurement | null> {
  const [found] = benchmarksOfKind(plan, 'judging');
  if (!found || !plan.judges) return null;
  const { at, benchmark } = found;
  const { criteria } = benchmark.custom;
  const failures = await readJudgementFailures(db, of);
  const measured: JudgingMeasurement = {
    judges: plan.judges.map((_, i) => ({
      judgements: 0,
      failed: 0,
      failures: failures.flatMap(({ judge, ...failure }) => (judge === i ? failure : [])),
      cost: 0n,
      unpriced: 0,
    })),
    criteria: [...criteria.map(({ name }) => name), 'overall'].map((name) => newCriterion(name, plan)),
  };
  const { from, to } = unitRange(plan, at);
  const ratings = createRatings(measured);
  for await (const row of judgementRows(db, of)) {
    count(measured.judges, row);
    if (row.unit >= from && row.unit < to) ratings.add(row);
  }
  ratings.close();
  await readScores(db, of, plan, at, measured);
  const isJudged = new Set(judgedCriteria(benchmark.custom).map(({ index }) => index));
  measured.criteria = measured.criteria.filter(
    (_, i) => isJudged.has(i) || (i === criteria.length && isJudged.size > 0),
  );
  return measured;
}

function newCriterion(name: string, { targets }: Plan): CriterionMeasurement {
  return { name, ratings: [], lengths: [], labelled: [], unlabelled: targets.map(() => []) };
}

/** Judgements of the units from `from` on, in order. */
export async function* judgementRows(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  from = 0,
): AsyncGenerator<JudgementPage[number]> {
  const before = { unit: from, judge: -1, swapped: -1 };
  const read = (after: typeof before) => readJudgementPage(db, of, after, PAGE);
  const pages = readPages(PAGE, before, read, (row) => row);
  for await (const page of pages) yield* page;
}

/** Collects the grades of each judge for a response; judgements arrive in the order of their units. */
function createRatings({ criteria }: JudgingMeasurement) {
  let unit = -1;
  let ratings: number[][] = [];
  const close = () => {
    for (const [i, given] of ratings.entries())
      if (given && given.length > 0) criteria[i]?.ratings.push(given);
    ratings = [];
  };
  return {
    add(row: JudgementPage[number]) {
      if (row.unit !== unit) close();
      unit = row.unit;
      for (const { index, score } of gradesOfJudgement(row) ?? [])
        ratings[index] = [...(ratings[index] ?? []), score];
    },
    close,
  };
}

function count(
  judges: JudgingMeasurement['judges'],
  { judge: at, state, cost }: JudgementPage[number],
): void {
  const judge = judges[at];
  if (!judge) return;
  if (state === 'graded') judge.judgements++;
  else judge.failed++;
  if (cost === null) judge.unpriced++;
  else judge.cost += BigInt(cost);
}

async function readScores(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  plan: Plan,
  benchmark: number,
  { criteria }: JudgingMeasurement,
): Promise<void> {
  const labels = await readLabelMeans(db, of);
  for await (const { unit, score, scores_json, length } of gradeRows(db, of, unitRange(plan, benchmark))) {
    const scores = [...(JSON.parse(scores_json ?? '[]') as (number | null)[]), score];
    const { target } = unitAt(plan, unit);
    for (const [i, judge] of scores.entries()) {
      const criterion = criteria[i];
      if (!criterion || judge === null) continue;
      // Empty responses are excluded: no judge grades them, and their low scores would make any judge look biased
      // towards length.
      if (length > 0) criterion.lengths.push([length, judge]);
      const human = labels.get(`${unit}:${criterion.name}`);
      if (human === undefined) criterion.unlabelled[target]?.push(judge);
      else criterion.labelled.push({ target, human, judge });
    }
  }
}

/** The grades of the responses of these units, with the lengths of the responses in bytes. */
export async function* gradeRows(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  { from, to }: { from: number; to: number },
): AsyncGenerator<GradeRow> {
  const read = (after: number) => readGradePage(db, of, { after, to }, PAGE);
  const pages = readUnitPages(PAGE, read, from - 1);
  for await (const page of pages) yield* page;
}
