import type { Database } from '../../../../platform/db/db.ts';
import type { Plan } from '../../plan/plan.ts';
import { type KindSample, measureSamples } from '../../results/measure-samples.ts';
import type { EvaluationKey } from '../kind.ts';
import { ruleOfDetail } from './grade.ts';

/** Numbers of responses to each item: all, and those that are counted. */
export interface CountedResponses {
  answers: Uint16Array;
  counted: Uint16Array;
}

/** Measurements of one target's responses to one benchmark. */
export interface MeasuredAdherence {
  /** Indexes of the benchmark and target in the plan. */
  at: number;
  target: number;
  /** Responses that break at least one rule. */
  breaking: CountedResponses;
  /** Responses that keep each rule. */
  rules: Map<string, CountedResponses>;
}

/** Maximum number of rules that are listed separately. */
const MAX_RULES = 100;

/** Reads the responses of an evaluation; null if the plan has no checklist. */
export const measureAdherence = (db: Database, of: EvaluationKey, plan: Plan) =>
  measureSamples<MeasuredAdherence>(db, of, plan, 'adherence', {
    begin: (at, target, items) => ({ at, target, breaking: emptyCounts(items), rules: new Map() }),
    add(own, page, items) {
      for (const row of page) addResponse(own[row.target], row, items);
    },
  });

/** Counts the rules that a graded response keeps, and whether it breaks any. */
function addResponse(
  measured: MeasuredAdherence | undefined,
  { item, state, details_json }: KindSample,
  items: number,
): void {
  if (state !== 'scored' || measured === undefined) return;
  let breaks = false;
  for (const [name, kept] of Object.entries(JSON.parse(details_json ?? '{}') as Record<string, number>)) {
    const rule = ruleOfDetail(name);
    if (rule === null) continue;
    breaks ||= kept === 0;
    if (!measured.rules.has(rule) && measured.rules.size < MAX_RULES)
      measured.rules.set(rule, emptyCounts(items));
    const known = measured.rules.get(rule);
    if (known !== undefined) add(known, item, kept === 1);
  }
  add(measured.breaking, item, breaks);
}

const emptyCounts = (items: number): CountedResponses => ({
  answers: new Uint16Array(items),
  counted: new Uint16Array(items),
});

function add({ answers, counted: those }: CountedResponses, item: number, isCounted: boolean): void {
  answers[item] = (answers[item] ?? 0) + 1;
  if (isCounted) those[item] = (those[item] ?? 0) + 1;
}
