import { readPages } from '../../../../kernel/read-pages.ts';
import type { Database } from '../../../../platform/db/db.ts';
import { benchmarksOf, type Plan } from '../../plan/plan.ts';
import { readOfBenchmark } from '../../stores/sample-store.ts';
import type { EvaluationKey } from '../kind.ts';
import { ruleOfDetail } from './grade.ts';

/** Of the responses to each item: how many there are, and how many are counted. */
export interface Counted {
  answers: Uint16Array;
  counted: Uint16Array;
}

/** What one target's responses to one benchmark came to. */
export interface MeasuredAdherence {
  /** Places in the plan. */
  at: number;
  target: number;
  /** Responses that break any rule. */
  breaking: Counted;
  /** Responses that keep each rule. */
  rules: Map<string, Counted>;
}

const PAGE = 500;
/** So many different rules are told one by one. */
const MOST_RULES = 100;

/** Reads the responses of an evaluation; null where the plan has no checklist. */
export async function measureAdherence(
  db: Database,
  of: EvaluationKey,
  plan: Plan,
): Promise<MeasuredAdherence[] | null> {
  const planned = benchmarksOf(plan, 'adherence');
  if (planned.length === 0) return null;
  const all: MeasuredAdherence[] = [];
  for (const { at, benchmark } of planned) {
    const own = plan.targets.map(
      (_, target): MeasuredAdherence => ({
        at,
        target,
        breaking: counted(benchmark.items),
        rules: new Map(),
      }),
    );
    const read = (after: number) => readOfBenchmark(db, of, at, after, PAGE);
    for await (const page of readPages(PAGE, -1, read, ({ unit }) => unit))
      for (const row of page) addResponse(own[row.target], row, benchmark.items);
    all.push(...own);
  }
  return all;
}

/** Counts the rules that a graded response keeps, and whether it breaks any. */
function addResponse(
  measured: MeasuredAdherence | undefined,
  { item, state, details_json }: Awaited<ReturnType<typeof readOfBenchmark>>[number],
  items: number,
): void {
  if (state !== 'scored' || measured === undefined) return;
  let breaks = false;
  for (const [name, kept] of Object.entries(JSON.parse(details_json ?? '{}') as Record<string, number>)) {
    const rule = ruleOfDetail(name);
    if (rule === null) continue;
    breaks ||= kept === 0;
    if (!measured.rules.has(rule) && measured.rules.size < MOST_RULES)
      measured.rules.set(rule, counted(items));
    const known = measured.rules.get(rule);
    if (known !== undefined) add(known, item, kept === 1);
  }
  add(measured.breaking, item, breaks);
}

const counted = (items: number): Counted => ({
  answers: new Uint16Array(items),
  counted: new Uint16Array(items),
});

function add({ answers, counted: those }: Counted, item: number, isCounted: boolean): void {
  answers[item] = (answers[item] ?? 0) + 1;
  if (isCounted) those[item] = (those[item] ?? 0) + 1;
}
