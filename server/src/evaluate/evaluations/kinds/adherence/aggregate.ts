import { readPages } from '../../../../kernel/read-pages.ts';
import type { Database } from '../../../../platform/db/db.ts';
import { benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import { readSamplesOfBenchmark } from '../../stores/sample-store.ts';
import type { EvaluationKey } from '../kind.ts';
import { ruleOfDetail } from './grade.ts';

/** Responses to each item: how many there are and how many are counted. */
export interface CountedResponses {
  answers: Uint16Array;
  counted: Uint16Array;
}

/** Measurements of one target's responses to one benchmark. */
export interface MeasuredAdherence {
  /** Places in the plan. */
  at: number;
  target: number;
  /** Responses that break any rule. */
  breaking: CountedResponses;
  /** Responses that keep each rule. */
  rules: Map<string, CountedResponses>;
}

const PAGE = 500;
/** So many different rules are told one by one. */
const MAX_RULES = 100;

/** Reads the responses of an evaluation; null where the plan has no checklist. */
export async function measureAdherence(
  db: Database,
  of: EvaluationKey,
  plan: Plan,
): Promise<MeasuredAdherence[] | null> {
  const planned = benchmarksOfKind(plan, 'adherence');
  if (planned.length === 0) return null;
  const all: MeasuredAdherence[] = [];
  for (const { at, benchmark } of planned) {
    const own = plan.targets.map(
      (_, target): MeasuredAdherence => ({
        at,
        target,
        breaking: emptyCounts(benchmark.items),
        rules: new Map(),
      }),
    );
    const read = (after: number) => readSamplesOfBenchmark(db, of, at, after, PAGE);
    for await (const page of readPages(PAGE, -1, read, ({ unit }) => unit))
      for (const row of page) addResponse(own[row.target], row, benchmark.items);
    all.push(...own);
  }
  return all;
}

/** Counts the rules that a graded response keeps, and whether it breaks any. */
function addResponse(
  measured: MeasuredAdherence | undefined,
  { item, state, details_json }: Awaited<ReturnType<typeof readSamplesOfBenchmark>>[number],
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
