import { impossibleField } from '../../../../kernel/errors.ts';
import type { Item, SampledItem } from '../../../../measure/benchmarks/benchmarks.ts';
import { toItem, toSampledItems } from '../../../../measure/benchmarks/benchmarks.ts';
import {
  PASSAGE_CONDITIONS,
  type PassageCondition,
  RETRIEVAL_PROMPT_VERSION,
} from '../../../../measure/retrieval/retrieval.ts';
import { planAskedBenchmark, refuseTrace } from '../answers/plan.ts';
import type { DraftBenchmark, KindPlan, PlanContext } from '../kind.ts';
import { relevantPassages } from './ask.ts';
import type { PlannedRetrieval, PlannedRetrievalScore } from './describe.ts';
import { measureKey, RETRIEVAL_MEASURES } from './measures.ts';

/** Default number of measured chunks. */
const DEFAULT_PASSAGE_COUNT = 5;

/** Plans a source whose lines are questions with the passages that answer them. */
export const retrievalPlan: KindPlan = {
  takesConditions: true,
  takes: ({ benchmark_type }) => benchmark_type === 'rag',
  async draft(choice, context, before) {
    await refuseTrace(choice, context);
    const conditions = PASSAGE_CONDITIONS.filter((one) =>
      (choice.conditions ?? PASSAGE_CONDITIONS).includes(one),
    );
    if (!conditions.includes('retrieved'))
      throw impossibleField('/conditions', 'conditions must include retrieved.');
    requirePassages(context, conditions);
    const { planned, sampled } = await planAskedBenchmark('answers', choice, context);
    const items = (await Array.fromAsync(sampled.items))
      .toSorted((a: SampledItem, b: SampledItem) => a.index - b.index)
      .map(({ item }) => item);
    const answerable = items.filter(({ retrieval }) => retrieval?.isAnswerable);
    const others = items.filter(({ retrieval }) => !retrieval?.isAnswerable);
    if (answerable.length === 0)
      throw impossibleField(
        '/subset',
        'rag needs at least one answerable question; "answerable": false is for additional ones.',
      );
    const { data } = planned;
    const of = { ...planned, k: choice.k ?? DEFAULT_PASSAGE_COUNT, of: before };
    const base = planRetrievalBenchmark(of, planned.key, 'retrieved', answerable, false);
    const measures = RETRIEVAL_MEASURES.map((measure, index) =>
      planMeasureBenchmark(base.planned, measure, { of: before, index }),
    );
    const refusal =
      others.length === 0
        ? []
        : [planRetrievalBenchmark(of, `${planned.key}/right_refusal`, 'retrieved', others, true)];
    const explaining = conditions
      .filter((one) => one !== 'retrieved')
      .map((one) => planRetrievalBenchmark(of, `${planned.key}/${one}`, one, answerable, false));
    return [base, ...measures, ...refusal, ...explaining].map((draft) => ({
      ...draft,
      sampled: { ...draft.sampled, read: data ?? [] },
    }));
  },
};

/** Throws if a target retrieves no chunks, or cannot receive those of a condition. */
function requirePassages({ targets, models }: PlanContext, conditions: readonly PassageCondition[]): void {
  for (const { label, endpoint, retrieval } of targets) {
    if (!endpoint && !retrieval)
      throw impossibleField(
        '/benchmark_type',
        `${label} has no passages: use a stack with retrieval, which places chunks of this workspace in the prompt, or with the endpoint of an application that retrieves.`,
      );
    if (!endpoint) continue;
    if (!endpoint.response.passages)
      throw impossibleField(
        '/benchmark_type',
        `${label} does not return its passages: set response.passages of its endpoint.`,
      );
    if (conditions.length > 1 && !models.endpointNeeds(endpoint).takesPassages)
      throw impossibleField(
        '/conditions',
        `${label} cannot receive passages: use {{passages}} in the request of its endpoint, or set conditions: ["retrieved"], which cannot separate errors of retriever and reader.`,
      );
  }
}

type PlannedBase = Pick<PlannedRetrieval, 'type' | 'version' | 'chanceLevel' | 'data'> & {
  k: number;
  of: number;
};

function planRetrievalBenchmark(
  { type, version, chanceLevel, data, k, of }: PlannedBase,
  key: string,
  condition: PassageCondition,
  items: readonly Item[],
  isUnanswerable: boolean,
): DraftBenchmark & { planned: PlannedRetrieval } {
  const gold = items.flatMap(relevantPassages);
  return {
    planned: {
      kind: 'retrieval',
      key,
      type,
      version: `${version}-${RETRIEVAL_PROMPT_VERSION}`,
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
    sampled: toSampledItems(items.map((item) => itemUnderCondition(condition, item))),
  };
}

/** The item of a question under another condition, which has its own id. */
function itemUnderCondition(condition: PassageCondition, { id: _, ...item }: Item): Item {
  return toItem({ ...item, ...(item.retrieval && { retrieval: { ...item.retrieval, condition } }) });
}

function planMeasureBenchmark(
  { key, type, version, items }: PlannedRetrieval,
  name: (typeof RETRIEVAL_MEASURES)[number],
  measure: PlannedRetrievalScore['measure'],
): DraftBenchmark {
  return {
    planned: {
      kind: 'retrieval-score',
      key: measureKey(key, name),
      type,
      version,
      items,
      chanceLevel: null,
      measure,
    },
    sampled: toSampledItems([]),
  };
}
