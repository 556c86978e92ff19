import type { Database } from '../../../db/db.ts';
import { type Plan, unitAt, unitRange } from '../../plan/plan.ts';
import { judgedCriteria } from '../../plan/planned-judging.ts';
import type { Held } from '../../stores/evaluation-store.ts';
import { type JudgementPage, readJudgementPage } from '../../stores/judgement-store.ts';
import { labelMeans } from '../../stores/label-store.ts';
import { readGradePage } from '../../stores/sample-store.ts';
import { measurePreferences, type PreferenceFacts } from '../preference/aggregate.ts';
import type { LabelledScore } from './calibration.ts';
import { gradesOf } from './panel.ts';

/** What judging showed, as numbers; texts are left where they are. */
export interface JudgingFacts {
  /** By judge; costs in 10⁻¹² USD. */
  judges: { judgements: number; failed: number; cost: bigint; unpriced: number }[];
  /** Of what judges and people graded, by place among the criteria; the last is `overall`. */
  criteria: CriterionFacts[];
  /** What comparing answers showed; null where none are compared. */
  preferences: PreferenceFacts | null;
}

export interface CriterionFacts {
  name: string;
  /** What each judge gave an answer, for the answers that were judged. */
  ratings: number[][];
  /** Length of an answer in bytes, and its score. */
  lengths: [number, number][];
  labelled: LabelledScore[];
  /** By target: the scores of answers without a label. */
  unlabelled: number[][];
}

/** Is told how many bytes the answer of a unit has. */
type Measured = ((unit: number, length: number) => void) | undefined;

const PAGE = 1000;

/** Reads what judges said, and what people did; null where no judge is asked. */
export async function measureJudging(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  plan: Plan,
): Promise<JudgingFacts | null> {
  const at = plan.benchmarks.findIndex(({ custom }) => custom !== undefined);
  const custom = plan.benchmarks[at]?.custom;
  if (!custom || !plan.judges) return null;
  const preferences = measurePreferences(plan);
  const facts: JudgingFacts = {
    judges: plan.judges.map(() => ({ judgements: 0, failed: 0, cost: 0n, unpriced: 0 })),
    criteria: [...custom.criteria.map(({ name }) => name), 'overall'].map((name) => newCriterion(name, plan)),
    preferences: preferences?.facts ?? null,
  };
  const isJudged = new Set(judgedCriteria(custom).map(({ index }) => index));
  const ratings = createRatings(facts);
  for await (const row of judgementRows(db, of)) {
    count(facts.judges, row);
    if (preferences?.isCompared(row.unit)) preferences.add(row);
    else ratings.add(row);
  }
  ratings.close();
  await readScores(db, of, plan, at, { criteria: facts.criteria, measured: preferences?.measured });
  await preferences?.readOutcomes(db, of);
  facts.criteria = facts.criteria.filter(
    (_, i) => isJudged.has(i) || (i === custom.criteria.length && isJudged.size > 0),
  );
  return facts;
}

function newCriterion(name: string, { targets }: Plan): CriterionFacts {
  return { name, ratings: [], lengths: [], labelled: [], unlabelled: targets.map(() => []) };
}

async function* judgementRows(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
): AsyncGenerator<JudgementPage[number]> {
  for (let after = { unit: -1, judge: -1, swapped: -1 }; ; ) {
    const page = await readJudgementPage(db, of, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last;
  }
}

/** Collects what each judge gave an answer; judgements come in the order of their units. */
function createRatings({ criteria }: JudgingFacts) {
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
      for (const { index, score } of gradesOf(row) ?? []) ratings[index] = [...(ratings[index] ?? []), score];
    },
    close,
  };
}

function count(judges: JudgingFacts['judges'], { judge: at, state, cost }: JudgementPage[number]): void {
  const judge = judges[at];
  if (!judge) return;
  if (state === 'graded') judge.judgements++;
  else judge.failed++;
  if (cost === null) judge.unpriced++;
  else judge.cost += BigInt(cost);
}

async function readScores(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  plan: Plan,
  benchmark: number,
  { criteria, measured }: Pick<JudgingFacts, 'criteria'> & { measured: Measured },
): Promise<void> {
  const labels = await labelMeans(db, of);
  const { from, to } = unitRange(plan, benchmark);
  for (let after = from - 1; ; ) {
    const page = await readGradePage(db, of, { after, to }, PAGE);
    for (const { unit, score, scores_json, length } of page) {
      const scores = [...(JSON.parse(scores_json ?? '[]') as (number | null)[]), score];
      const { target } = unitAt(plan, unit);
      measured?.(unit, length);
      for (const [i, judge] of scores.entries()) {
        const criterion = criteria[i];
        if (!criterion || judge === null) continue;
        criterion.lengths.push([length, judge]);
        const human = labels.get(`${unit}:${criterion.name}`);
        if (human === undefined) criterion.unlabelled[target]?.push(judge);
        else criterion.labelled.push({ target, human, judge });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.unit;
  }
}
