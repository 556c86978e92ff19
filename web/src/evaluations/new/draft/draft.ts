import type { Schemas } from '@touchstone/client';
import { USUAL_MARGINS } from '@touchstone/client/benchmarks';
import type { Definition } from '../../../api/definition.ts';
import type { GraderOptions } from '../../../ui/grader-options.ts';

export type Evaluation = Schemas['Evaluation'];

export type NewEvaluation = Schemas['NewEvaluation'];

export type Scenario = Schemas['Scenario'];

export type Source = Schemas['Source'];

export type Stack = Schemas['Stack'];

export type Targets = NewEvaluation['targets'];

export type Target = Targets[number];

export type Choice = NonNullable<NewEvaluation['benchmarks']>[number];

export type Methodology = NonNullable<NewEvaluation['methodology']>;

export type CustomEval = NonNullable<NewEvaluation['custom_eval']>;

export type Judging = NonNullable<CustomEval['judge_config']>;

export type Criterion = CustomEval['criteria'][number];

/** A benchmark as a row of the form; `size` is empty where the size of all holds. */
export interface QuestionsDraft {
  type: string;
  subset: string;
  size: string;
  /** The place in the evaluation that this draft began as, and what the form writes for it unchanged. */
  from?: { at: number; shown: Choice };
  /** Arrivals kept unchanged from the evaluation that this draft began as. */
  arrivals?: Arrivals | undefined;
  passages?: PassagesDraft;
}

/** How requests of load arrive, which this form does not ask for. */
export type Arrivals = Pick<Choice, (typeof ARRIVALS)[number]>;

export const ARRIVALS = ['trace', 'sessions', 'prefix_cache', 'prompts', 'generators'] as const;

/** For questions about passages: how many passages are measured and which conditions are left out. */
export interface PassagesDraft {
  k: string;
  without: Condition[];
}

export type Condition = NonNullable<Choice['conditions']>[number];

export const DEFAULT_PASSAGES: PassagesDraft = { k: '', without: [] };

export interface CriterionDraft {
  name: string;
  /** By a judge, who is told `description`, or by a grader. */
  by: 'judge' | 'grader';
  description: string;
  scale: 'one_to_five' | 'pass_fail';
  grader: string;
  /** The options that its grader is given. */
  options?: GraderOptions;
  expected: string;
  weight: string;
  /** The criterion that it began as: what the form does not show of it stays. */
  was?: Criterion;
}

export interface JudgeDraft {
  provider: string;
  model: string;
  /** The judge that it began as; its parameters stay. */
  was?: Judge;
}

export type Judge = NonNullable<Judging['judges']>[number];

export interface CustomDraft {
  prompt: string;
  system: string;
  /** A source by its id; empty: the lines below. */
  dataset: string;
  /** A JSON object a line. */
  inputs: string;
  criteria: CriterionDraft[];
  judges: JudgeDraft[];
  instructions: string;
  pairwise: boolean;
  /** There where it began as the one of `began`: the source that its dataset names. */
  from?: { dataset: string };
}

/** The fields of the method by the names of the form; empty: as usual. */
export const METHOD_FIELDS = [
  'size',
  'margin',
  'confidence',
  'seed',
  'epochs',
  'most_usd',
  'calls',
  'most_calls',
  'wait',
] as const;

export const WEIGHT_FIELDS = ['quality', 'latency', 'cost', 'lock_in'] as const;

export const COST_FIELDS = [
  'target_utilisation',
  'spare_replicas',
  'gpus_per_replica',
  'cached_share',
  'people_usd_per_month',
  'peak_to_mean',
] as const;

/** How much worse still counts as no worse: in points, and in % more. */
export const NO_WORSE_FIELDS = ['score', 'success', 'latency_ratio', 'cost_ratio'] as const;

export type Texts<K extends string> = Record<K, string>;

export interface EvaluationDraft {
  name: string;
  /** The definition that it began as: what the form does not show of it, or shows as it was, stays as it was. */
  began?: Definition;
  /** The places of benchmarks in it that limits need, by key. */
  places?: Record<string, number>;
  stacks: string[];
  scenarios: string[];
  /** Models without a candidate, of an evaluation that this one began as. */
  models: Targets;
  questions: QuestionsDraft[];
  /** Measurements that limits need and that are left out, by key. */
  left: string[];
  /** Requests of a measurement, by key, where not as many as usual. */
  requests: Record<string, string>;
  /** Passage settings of question sets about passages, by key. */
  passages: Record<string, PassagesDraft>;
  /** How many processes send a load together, by key, where more than one. */
  generators: Record<string, string>;
  /** The source with the times of a recorded trace. */
  trace: string;
  /** Conversation settings of the load that limits need; empty `turns` means what the limits need. */
  sessions: { turns: string; think: string; more: NonNullable<Choice['sessions']> };
  prefixCache: Choice['prefix_cache'];
  custom: CustomDraft | null;
  method: Texts<(typeof METHOD_FIELDS)[number]>;
  /** Which is better, or which are no worse than a baseline. */
  question: '' | 'no_worse';
  /** The label of a candidate; where none has it, the first. */
  baseline: string;
  noWorse: Texts<(typeof NO_WORSE_FIELDS)[number]>;
  correction: '' | 'holm' | 'bh' | 'none';
  /** By single calls, or in batches of the providers. */
  delivery: '' | 'batch';
  isFresh: boolean;
  weights: Texts<(typeof WEIGHT_FIELDS)[number]>;
  costs: Texts<(typeof COST_FIELDS)[number]>;
}

const emptyTexts = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, ''])) as Texts<K>;

export const EMPTY_DRAFT: EvaluationDraft = {
  name: '',
  stacks: [],
  scenarios: [],
  models: [],
  questions: [],
  left: [],
  requests: {},
  passages: {},
  generators: {},
  trace: '',
  sessions: { turns: '', think: '', more: {} },
  prefixCache: undefined,
  custom: null,
  method: emptyTexts(METHOD_FIELDS),
  question: '',
  baseline: '',
  noWorse: emptyTexts(NO_WORSE_FIELDS),
  correction: '',
  delivery: '',
  isFresh: false,
  weights: emptyTexts(WEIGHT_FIELDS),
  costs: emptyTexts(COST_FIELDS),
};

export const EMPTY_CUSTOM: CustomDraft = {
  prompt: 'Reply to this customer in at most three sentences: {{message}}',
  system: '',
  dataset: '',
  inputs: '{"message": "I was charged twice for March."}\n{"message": "How do I add a colleague?"}',
  criteria: [
    {
      name: 'helpful',
      by: 'judge',
      description: 'The response says what happens next or what to do.',
      scale: 'one_to_five',
      grader: '',
      expected: '',
      weight: '',
    },
  ],
  judges: [{ provider: '', model: '' }],
  instructions: '',
  pairwise: false,
};

/** In points: filled in where the question has no margin, for one without any is refused. */
export const DEFAULT_MARGIN = String(100 * USUAL_MARGINS.score);

/** What has a name and may be chosen: a candidate or requirements. */
export type NamedParts = Pick<Stack, 'id' | 'name'>;
