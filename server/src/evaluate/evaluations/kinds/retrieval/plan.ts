import { impossible } from '../../../../kernel/errors.ts';
import type { Item, SampledItem } from '../../../../measure/benchmarks/benchmarks.ts';
import { sampledItemsOf, toItem } from '../../../../measure/benchmarks/benchmarks.ts';
import { CONDITIONS, type Condition, PROMPT_VERSION } from '../../../../measure/retrieval/retrieval.ts';
import { draftBenchmark, refuseTrace } from '../answers/plan.ts';
import type { DraftBenchmark, KindPlan, PlanContext } from '../kind.ts';
import { goldOf } from './ask.ts';
import type { PlannedRetrieval, PlannedRetrievalScore } from './describe.ts';
import { keyOfMeasure, MEASURES } from './measures.ts';

/** Passages that are measured where the choice says nothing else. */
const K = 5;

/** A source of the workspace whose lines are questions with the passages that answer them. */
export const retrievalPlan: KindPlan = {
  takesConditions: true,
  takes: ({ benchmark_type }) => benchmark_type === 'rag',
  async draft(choice, context, before) {
    await refuseTrace(choice, context);
    const conditions = CONDITIONS.filter((one) => (choice.conditions ?? CONDITIONS).includes(one));
    if (!conditions.includes('retrieved'))
      throw impossible('/conditions', 'conditions must include retrieved.');
    requirePassages(context, conditions);
    const { planned, sampled } = await draftBenchmark('answers', choice, context);
    const items = (await Array.fromAsync(sampled.items))
      .toSorted((a: SampledItem, b: SampledItem) => a.index - b.index)
      .map(({ item }) => item);
    const answerable = items.filter(({ retrieval }) => retrieval?.isAnswerable);
    const others = items.filter(({ retrieval }) => !retrieval?.isAnswerable);
    if (answerable.length === 0)
      throw impossible(
        '/subset',
        'rag needs at least one answerable question; "answerable": false is for additional ones.',
      );
    const { data } = planned;
    const of = { ...planned, k: choice.k ?? K, of: before };
    const base = draftOf(of, planned.key, 'retrieved', answerable, false);
    const measures = MEASURES.map((measure, index) =>
      measureOf(base.planned, measure, { of: before, index }),
    );
    const refusal =
      others.length === 0 ? [] : [draftOf(of, `${planned.key}/right_refusal`, 'retrieved', others, true)];
    const explaining = conditions
      .filter((one) => one !== 'retrieved')
      .map((one) => draftOf(of, `${planned.key}/${one}`, one, answerable, false));
    return [base, ...measures, ...refusal, ...explaining].map((draft) => ({
      ...draft,
      sampled: { ...draft.sampled, read: data ?? [] },
    }));
  },
};

/** Throws where a target has no passages of its own, or cannot be given those of a condition. */
function requirePassages({ targets, models }: PlanContext, conditions: readonly Condition[]): void {
  for (const { label, endpoint, retrieval } of targets) {
    if (!endpoint && !retrieval)
      throw impossible(
        '/benchmark_type',
        `${label} has no passages: use a stack with retrieval, which places chunks of this workspace in the prompt, or with the endpoint of an application that retrieves.`,
      );
    if (!endpoint) continue;
    if (!endpoint.response.passages)
      throw impossible(
        '/benchmark_type',
        `${label} does not return its passages: set response.passages of its endpoint.`,
      );
    if (conditions.length > 1 && !models.endpointNeeds(endpoint).takesPassages)
      throw impossible(
        '/conditions',
        `${label} cannot receive passages: use {{passages}} in the request of its endpoint, or set conditions: ["retrieved"], which cannot separate errors of retriever and reader.`,
      );
  }
}

type Planned = Pick<PlannedRetrieval, 'type' | 'version' | 'chanceLevel' | 'data'> & {
  k: number;
  of: number;
};

function draftOf(
  { type, version, chanceLevel, data, k, of }: Planned,
  key: string,
  condition: Condition,
  items: readonly Item[],
  isUnanswerable: boolean,
): DraftBenchmark & { planned: PlannedRetrieval } {
  const gold = items.flatMap(goldOf);
  return {
    planned: {
      kind: 'retrieval',
      key,
      type,
      version: `${version}-${PROMPT_VERSION}`,
      items: items.length,
      chanceLevel,
      ...(data && { data }),
      retrieval: {
        condition,
        k,
        isUnanswerable,
        of,
        goldPassages: gold.length,
        goldCharacters: gold.reduce((sum, { text }) => sum + text.length, 0),
      },
    },
    sampled: sampledItemsOf(items.map((item) => under(condition, item))),
  };
}

/** The same question under another condition is another item. */
function under(condition: Condition, { id: _, ...item }: Item): Item {
  return toItem({ ...item, ...(item.retrieval && { retrieval: { ...item.retrieval, condition } }) });
}

function measureOf(
  { key, type, version, items }: PlannedRetrieval,
  name: (typeof MEASURES)[number],
  measure: PlannedRetrievalScore['measure'],
): DraftBenchmark {
  return {
    planned: {
      kind: 'retrieval-score',
      key: keyOfMeasure(key, name),
      type,
      version,
      items,
      chanceLevel: null,
      measure,
    },
    sampled: sampledItemsOf([]),
  };
}
