import type { Item } from '../../../measure/benchmarks/benchmarks.ts';
import { type Details, lenientPart, storedLenientScore } from '../../../measure/graders/graders.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationKey } from '../kinds/kind.ts';
import type { Plan } from '../plan/plan.ts';
import type { Aggregate } from '../results/aggregate.ts';
import { exampleUnits } from '../results/grader-fit.ts';
import { createItemReader } from '../stores/item-reader.ts';
import { sampleId } from '../stores/sample-id.ts';
import { readSamples } from '../stores/sample-page-store.ts';
import type { SampleRow } from '../stores/sample-store.ts';

const MAX_QUESTION = 200;
const MAX_EXPECTED = 200;
const MAX_RESPONSE = 300;

/** Up to three responses of each benchmark that a lenient reading scores differently, with their texts. */
export async function readGraderFitExamples(
  db: Database,
  of: EvaluationKey,
  plan: Plan,
  aggregate: Aggregate,
): Promise<Aggregate['examples']> {
  const units = exampleUnits(plan, aggregate);
  if (units.length === 0) return [];
  const itemOf = createItemReader(db, of);
  const rows = await readSamples(db, of, units);
  return Promise.all(rows.map(async (row) => exampleOf(plan, row, await itemOf(row.benchmark, row.item))));
}

function exampleOf(plan: Plan, row: SampleRow, item: Item): Aggregate['examples'][number] {
  const details = JSON.parse(row.details_json ?? '{}') as Details;
  const { grader, expected } = graderOf(item, details);
  const [first = ''] = expected;
  return {
    sample_id: sampleId(row.evaluation_id, row.unit),
    benchmark: plan.benchmarks[row.benchmark]?.key ?? '',
    target_label: plan.targets[row.target]?.label ?? '',
    grader,
    score: row.score ?? 0,
    lenient_score: storedLenientScore(details) ?? row.score ?? 0,
    question: endOf(item.input.at(-1)?.content ?? '', MAX_QUESTION),
    expected: startOf(expected.join(' | '), MAX_EXPECTED),
    response: excerptAround(row.answer ?? '', first, MAX_RESPONSE),
  };
}

/** The grader whose score differs; if several do in a custom evaluation or a checklist, the first. */
function graderOf(item: Item, details: Details): { grader: string; expected: string[] } {
  const { grader, expected } = gradersOf(item).find((_, i) => details[lenientPart(i)] !== undefined) ?? {
    grader: item.grader.type,
    expected: item.expected,
  };
  return { grader, expected: [expected].flat() };
}

/** The graders of an item that has several, by the index of `lenientPart`; null for criteria of judges. */
function gradersOf({
  grader: {
    options: { gradings, rules },
  },
}: Item): readonly ({ grader: string; expected: Item['expected'] } | null)[] {
  if (Array.isArray(rules)) return rules.map(({ grader, expected }) => ({ grader: grader.type, expected }));
  if (!Array.isArray(gradings)) return [];
  return gradings.map((one) => one && { grader: one.type, expected: one.expected });
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function startOf(text: string, most: number): string {
  const line = oneLine(text.slice(0, 5 * most));
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()} …`;
}

function endOf(text: string, most: number): string {
  const line = oneLine(text.slice(-5 * most));
  return line.length <= most ? line : `… ${line.slice(-most).toWellFormed()}`;
}

/** The part of a response around the expected text, or its beginning if that does not occur. */
function excerptAround(response: string, expected: string, most: number): string {
  const at = response.toLowerCase().indexOf(expected.toLowerCase());
  const from = at + expected.length <= most ? 0 : at - Math.floor(most / 2);
  return `${from > 0 ? '… ' : ''}${startOf(response.slice(Math.max(0, from)), most)}`;
}
