import { type NeededMeasurement, type NeededMeasurements, neededMeasurements } from '@touchstone/report';
import type { Evaluation, NewEvaluation, Scenario, Source, Stack } from '../../api/api.ts';

type Targets = NewEvaluation['targets'];
type Choice = NonNullable<NewEvaluation['benchmarks']>[number];
type Methodology = NonNullable<NewEvaluation['methodology']>;
type CustomEval = NonNullable<NewEvaluation['custom_eval']>;

/** A benchmark as a row of the form; `size` is empty where the size of all holds. */
export interface QuestionsDraft {
  type: string;
  subset: string;
  size: string;
  /** Of an evaluation that this one began as; kept as it is. */
  arrivals?: Arrivals | undefined;
  passages?: PassagesDraft;
}

/** How requests of load arrive, which this form does not ask for. */
type Arrivals = Pick<Choice, (typeof ARRIVALS)[number]>;
const ARRIVALS = ['trace', 'sessions', 'prefix_cache', 'prompts', 'generators'] as const;

/** Of questions about passages: how many passages are measured, and which askings are left out. */
export interface PassagesDraft {
  k: string;
  without: Condition[];
}

type Condition = NonNullable<Choice['conditions']>[number];
/** With what passages a question is asked; what the candidate finds always is among them. */
const CONDITIONS: readonly Condition[] = ['retrieved', 'gold', 'none'];
export const USUAL_PASSAGES: PassagesDraft = { k: '', without: [] };

export interface CriterionDraft {
  name: string;
  /** By a judge, who is told `description`, or by a grader. */
  by: 'judge' | 'grader';
  description: string;
  scale: 'one_to_five' | 'pass_fail';
  grader: string;
  expected: string;
  weight: string;
}

export interface CustomDraft {
  prompt: string;
  system: string;
  /** A source by its id; empty: the lines below. */
  dataset: string;
  /** A JSON object a line. */
  inputs: string;
  criteria: CriterionDraft[];
  judges: { provider: string; model: string }[];
  instructions: string;
  pairwise: boolean;
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
export const WEIGHTS = ['quality', 'latency', 'cost', 'lock_in'] as const;
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

type Texts<K extends string> = Record<K, string>;

export interface EvaluationDraft {
  name: string;
  stacks: string[];
  scenarios: string[];
  /** Models without a candidate, of an evaluation that this one began as. */
  models: Targets;
  questions: QuestionsDraft[];
  /** Measurements that limits need and that are left out, by key. */
  left: string[];
  /** Requests of a measurement, by key, where not as many as usual. */
  requests: Record<string, string>;
  /** Of those whose questions are about passages, by key. */
  passages: Record<string, PassagesDraft>;
  /** How many processes send a load together, by key, where more than one. */
  generators: Record<string, string>;
  /** The source with the times of a recorded trace. */
  trace: string;
  /** Of the load that limits need, where it is sent in conversations; `turns` empty: as the limits need. */
  sessions: { turns: string; think: string; more: NonNullable<Choice['sessions']> };
  prefixCache: Choice['prefix_cache'];
  /** By key of the measurement: what is sent, where an earlier evaluation stated it. */
  prompts: Record<string, NonNullable<Choice['prompts']>>;
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
  weights: Texts<(typeof WEIGHTS)[number]>;
  costs: Texts<(typeof COST_FIELDS)[number]>;
}

const empty = <K extends string>(keys: readonly K[]) =>
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
  prompts: {},
  custom: null,
  method: empty(METHOD_FIELDS),
  question: '',
  baseline: '',
  noWorse: empty(NO_WORSE_FIELDS),
  correction: '',
  delivery: '',
  isFresh: false,
  weights: empty(WEIGHTS),
  costs: empty(COST_FIELDS),
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
      description: 'The reply says what happens next or what to do.',
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

/** The plain draft: what there is just enough of is chosen, the one scenario, and one or two candidates. */
export function firstDraft(stacks: readonly Stack[], scenarios: readonly Scenario[]): EvaluationDraft {
  const few = (all: readonly { id: string }[], most: number) =>
    all.length <= most ? all.map(({ id }) => id) : [];
  return { ...EMPTY_DRAFT, stacks: few(stacks, 2), scenarios: few(scenarios, 1) };
}

/** Which of the others may take the place of a candidate; those with a known end are not proposed. */
export function migrationDraft(
  from: string,
  stacks: readonly Stack[],
  scenarios: readonly Scenario[],
): EvaluationDraft {
  const others = stacks.filter(({ id, model_end }) => id !== from && model_end === undefined);
  const draft = firstDraft(others, scenarios);
  return {
    ...draft,
    stacks: [from, ...draft.stacks],
    question: 'no_worse',
    baseline: stacks.find(({ id }) => id === from)?.name ?? '',
    noWorse: { ...draft.noWorse, score: USUAL_MARGIN },
  };
}

/** What `preset: equivalence` of the API fills in: whether endpoints of one model are no worse than the first. */
export function equivalenceDraft(draft: EvaluationDraft): EvaluationDraft {
  const isEmpty = NO_WORSE_FIELDS.every((name) => draft.noWorse[name] === '');
  const isOwn = draft.questions.length > 0 || draft.custom !== null;
  return {
    ...draft,
    question: 'no_worse',
    ...(isEmpty && { noWorse: { ...draft.noWorse, score: USUAL_MARGIN } }),
    ...(!isOwn && {
      questions: EQUIVALENCE.map(([type, size]) => ({ type, subset: '', size })),
    }),
  };
}

const EQUIVALENCE = [
  ['json_extraction', '300'],
  ['instruction_following', '300'],
  ['reasoning_tables', '300'],
  ['latency', '60'],
] as const;

/** In points: filled in where the question has no margin, for one without any is refused. */
export const USUAL_MARGIN = '5';

export const keyOf = ({ benchmark_type, subset }: Pick<NeededMeasurement, 'benchmark_type' | 'subset'>) =>
  subset ? `${benchmark_type}/${subset}` : benchmark_type;

/** What it is called where nobody names it: its candidates. */
export function usualName({ stacks: chosen }: EvaluationDraft, stacks: readonly Stack[]): string {
  const names = stacks.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'Evaluation' : names.join(' against ').slice(0, 200);
}

/** The measurements that the chosen requirements need of the chosen candidates. */
export function neededOf(
  draft: EvaluationDraft,
  stacks: readonly Stack[],
  scenarios: readonly Scenario[],
  sources: readonly Source[],
): NeededMeasurements {
  const { measurements, gaps } = neededMeasurements(
    scenarios.filter(({ id }) => draft.scenarios.includes(id)),
    stacks.filter(({ id }) => draft.stacks.includes(id)),
  );
  return {
    measurements: measurements.map((one) => {
      const subset = one.subset && subsetById(one.benchmark_type, one.subset, sources);
      return subset === undefined ? one : { ...one, subset };
    }),
    gaps: gaps.filter(({ isCustom }) => !isCustom || draft.custom === null),
  };
}

/** Benchmarks whose subset names a source. */
const OF_SOURCES = new Set(['dataset', 'tasks', 'structured_output', 'rag']);

/** Questions name their source by its id, with the condition behind it where there is one. */
function subsetById(type: string, subset: string, sources: readonly Source[]): string {
  if (!OF_SOURCES.has(type)) return subset;
  const idOf = (name: string) => sources.find(({ title }) => title === name)?.id;
  const slash = subset.lastIndexOf('/');
  const inCondition = slash < 0 ? undefined : idOf(subset.slice(0, slash));
  return idOf(subset) ?? (inCondition === undefined ? subset : inCondition + subset.slice(slash));
}

/** What has a name and may be chosen: a candidate or requirements. */
export type Named = Pick<Stack, 'id' | 'name'>;

/** The body that runs or estimates it. Throws a sentence where a field cannot be read. */
export function evaluationOf(
  draft: EvaluationDraft,
  needed: readonly NeededMeasurement[],
  named: readonly Named[],
  unnamed = 'Evaluation',
): NewEvaluation {
  const measured = needed.filter((one) => !draft.left.includes(keyOf(one)));
  const types = new Set(measured.map(keyOf));
  return {
    name: draft.name.trim() === '' ? unnamed : draft.name.trim(),
    targets: targetsOf(draft, named),
    benchmarks: [
      ...draft.questions
        .filter(({ type, subset }) => !types.has(subset ? `${type}/${subset}` : type))
        .map(questionsOf),
      ...measured.map((one): Choice => {
        const typed = draft.requests[keyOf(one)];
        const requests = typed ? Number(typed) : one.num_samples;
        return {
          benchmark_type: one.benchmark_type,
          ...(one.subset && { subset: one.subset }),
          ...(requests !== undefined && { num_samples: requests }),
          ...passagesOf(draft.passages[keyOf(one)]),
          ...(one.needsTrace && draft.trace !== '' && { trace: { source: draft.trace } }),
          ...(takesGenerators(draft, one) && generatorsOf(draft.generators[keyOf(one)])),
          ...(keyOf(one) === 'load' && inSessions(draft, one) && { sessions: sessionsOf(draft) }),
          ...(keyOf(one) === 'load' && draft.prefixCache && { prefix_cache: draft.prefixCache }),
          ...(draft.prompts[keyOf(one)] && { prompts: draft.prompts[keyOf(one)] }),
        };
      }),
    ],
    ...(draft.custom && { custom_eval: customOf(draft.custom) }),
    methodology: { ...methodologyOf(draft), ...questionOf(draft, named) },
  };
}

/** The benchmarks that ask so many questions as all do, and those that have a number of their own. */
export function questionsBySize(
  { questions, custom, left }: EvaluationDraft,
  needed: readonly NeededMeasurement[],
): { isShared: boolean; own: QuestionsDraft[]; needed: NeededMeasurement[] } {
  const asked = needed.filter((one) => one.asks && !left.includes(keyOf(one)));
  const taken = new Set(asked.map(keyOf));
  const rows = questions.filter(
    ({ type, subset }) => !MEASUREMENTS.includes(type) && !taken.has(subset ? `${type}/${subset}` : type),
  );
  return {
    isShared: custom !== null || rows.some(({ size }) => size === ''),
    own: rows.filter(({ size }) => size !== ''),
    needed: asked,
  };
}

/** Whether nobody is asked, or nothing: then there is nothing to estimate. */
export const isNothing = (draft: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  draft.stacks.length + draft.models.length === 0 ||
  (draft.questions.length === 0 &&
    draft.custom === null &&
    needed.every((one) => draft.left.includes(keyOf(one))));

/** Whether questions are asked because a minimum quality needs them. */
export const asksForMinimums = ({ left }: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  needed.some((one) => one.asks && !left.includes(keyOf(one)));

/** The same with its questions only, those for minimums included: what a number of them can show. */
export function questionsOnly(
  draft: EvaluationDraft,
  needed: readonly NeededMeasurement[],
  size: number,
  named: readonly Named[],
): NewEvaluation {
  const asked = needed.filter(({ asks }) => asks);
  const {
    methodology,
    benchmarks = [],
    ...body
  } = evaluationOf({ ...draft, scenarios: [], question: '', delivery: '' }, asked, named);
  return {
    ...body,
    benchmarks: benchmarks
      .filter(({ benchmark_type }) => !MEASUREMENTS.includes(benchmark_type))
      .map(({ num_samples: _, ...one }) => one),
    methodology: { ...methodology, sample_size: size },
  };
}

/** Benchmarks that ask no questions. */
export const MEASUREMENTS: readonly string[] = [
  'latency',
  'load',
  'availability',
  'cost',
  'compliance',
  'lock_in',
];

/** What a batch cannot ask: conversations, passages that are looked for first, and whatever measures time. */
const NOT_IN_BATCHES: readonly string[] = ['latency', 'load', 'availability', 'rag', 'tasks'];

/** The measurements that requirements need and that keep an evaluation from being asked in batches, by key. */
export const timedOf = ({ left }: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  needed
    .filter((one) => NOT_IN_BATCHES.includes(one.benchmark_type) && !left.includes(keyOf(one)))
    .map(keyOf);

/** Each by its name, which is its label; a name that another one before it has gets a number, for labels differ. */
function targetsOf({ stacks, scenarios, models }: EvaluationDraft, named: readonly Named[]): Targets {
  const taken = new Set(models.map(({ label, model_id }) => label ?? model_id));
  const chosen = (target_type: 'stack' | 'scenario', ids: readonly string[]) =>
    ids.map((target_id) => {
      const name = named.find(({ id }) => id === target_id)?.name;
      const label = name === undefined ? undefined : labelOf(name, taken);
      if (label !== undefined) taken.add(label);
      return { target_type, target_id, ...(label !== undefined && label !== name && { label }) };
    });
  return [...chosen('stack', stacks), ...models, ...chosen('scenario', scenarios)];
}

/** `Name`, or `Name (2)` where that is taken. */
function labelOf(name: string, taken: ReadonlySet<string | undefined>): string {
  for (let n = 1; ; n++) {
    const label = n === 1 ? name : `${name.slice(0, LABEL_CHARACTERS)} (${n})`;
    if (!taken.has(label)) return label;
  }
}

/** A label takes 200 characters, its number included. */
const LABEL_CHARACTERS = 190;

/** The labels of what is asked, in order. */
export function candidateLabels(draft: EvaluationDraft, named: readonly Named[]): string[] {
  return targetsOf(draft, named).flatMap(({ target_type, target_id, label, model_provider, model_id }) => {
    if (target_type === 'scenario') return [];
    const name = named.find(({ id }) => id === target_id)?.name;
    return [label ?? name ?? `${model_provider}/${model_id}`];
  });
}

/** The candidate that the others are to be no worse than. */
export function baselineOf(draft: EvaluationDraft, named: readonly Named[]): string {
  const labels = candidateLabels(draft, named);
  return labels.includes(draft.baseline) ? draft.baseline : (labels[0] ?? '');
}

function questionOf(draft: EvaluationDraft, named: readonly Named[]): Methodology {
  if (draft.question !== 'no_worse') return {};
  const margins = NO_WORSE_FIELDS.flatMap((name) => {
    const text = draft.noWorse[name].trim();
    if (text === '') return [];
    const share = Number(text) / 100;
    return [[name, Number((name.endsWith('_ratio') ? 1 + share : share).toPrecision(12))] as const];
  });
  return {
    question: 'no_worse',
    baseline: baselineOf(draft, named),
    ...(margins.length > 0 && { no_worse_margins: Object.fromEntries(margins) }),
  };
}

/** Whether load is sent in conversations: where that is asked for, and where limits need it. */
export function inSessions(
  { sessions }: EvaluationDraft,
  { inSessions: isNeeded, needsTrace }: NeededMeasurement,
) {
  return needsTrace !== true && (sessions.turns !== '' || isNeeded === true);
}

/** Whether several processes could send it: what has a schedule, which conversations have none of. */
export const takesGenerators = (draft: EvaluationDraft, one: NeededMeasurement) =>
  one.benchmark_type === 'load' && !inSessions(draft, one);

/** As a choice has it, of what was typed. */
export const generatorsOf = (typed = ''): Pick<Choice, 'generators'> =>
  typed.trim() === '' ? {} : { generators: Number(typed) };

function sessionsOf({ sessions: { turns, think, more } }: EvaluationDraft): NonNullable<Choice['sessions']> {
  return {
    ...more,
    ...(turns !== '' && { turns: Number(turns) }),
    ...(think !== '' && { think_ms: Math.round(1000 * Number(think)) }),
  };
}

function questionsOf({ type, subset, size, arrivals, passages }: QuestionsDraft): Choice {
  return {
    benchmark_type: type,
    ...(subset !== '' && { subset }),
    ...(size !== '' && { num_samples: Number(size) }),
    ...arrivals,
    ...passagesOf(passages),
  };
}

function passagesOf({ k, without } = USUAL_PASSAGES): Pick<Choice, 'k' | 'conditions'> {
  return {
    ...(k.trim() !== '' && { k: Number(k) }),
    ...(without.length > 0 && { conditions: CONDITIONS.filter((one) => !without.includes(one)) }),
  };
}

/** As an earlier evaluation had it; undefined where it had the usual. */
function passagesFrom({ k, conditions }: Pick<Choice, 'k' | 'conditions'>): PassagesDraft | undefined {
  if (k === undefined && conditions === undefined) return undefined;
  return {
    k: k === undefined ? '' : String(k),
    without: conditions ? CONDITIONS.filter((one) => !conditions.includes(one)) : [],
  };
}

function methodologyOf(draft: EvaluationDraft): Methodology {
  const { method, correction, delivery, isFresh, weights, costs } = draft;
  const number = (name: keyof Methodology, text: string, times = 1) =>
    text.trim() === '' ? {} : { [name]: Number((Number(text) * times).toPrecision(12)) };
  return {
    ...number('sample_size', method.size),
    ...number('margin', method.margin, 0.01),
    ...number('confidence_level', method.confidence, 0.01),
    ...number('random_seed', method.seed),
    ...number('epochs', method.epochs),
    ...number('max_cost_usd', method.most_usd),
    ...number('concurrency', method.calls),
    ...number('max_concurrency', method.most_calls),
    ...number('request_timeout_ms', method.wait, 1000),
    ...(correction !== '' && { correction }),
    ...(delivery !== '' && { delivery }),
    ...(isFresh && { cache: false }),
    ...numbers('weights', weights),
    ...numbers('cost_assumptions', costs),
  };
}

function numbers(name: string, texts: Record<string, string>): object {
  const said = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  if (said.length === 0) return {};
  return { [name]: Object.fromEntries(said.map(([key, text]) => [key, Number(text)])) };
}

function customOf(custom: CustomDraft): CustomEval {
  const judges = custom.judges.filter(({ provider, model }) => provider.trim() !== '' || model.trim() !== '');
  const models = judges.map(({ provider, model }) => ({ provider: provider.trim(), model_id: model.trim() }));
  const [only] = models;
  return {
    prompt_template: custom.prompt,
    ...(custom.system.trim() !== '' && { system_prompt: custom.system }),
    ...(custom.dataset === '' ? { inputs: inputsOf(custom.inputs) } : { dataset: custom.dataset }),
    criteria: custom.criteria.map(({ name, by, description, scale, grader, expected, weight }) => ({
      name: name.trim(),
      ...(weight.trim() !== '' && { weight: Number(weight) }),
      ...(description.trim() !== '' && { description: description.trim() }),
      ...(by === 'judge'
        ? { scale }
        : { grader: grader.trim(), ...(expected.trim() !== '' && { expected: expected.trim() }) }),
    })),
    ...(only && {
      judge_config: {
        ...(models.length === 1 ? only : { judges: models }),
        ...(custom.instructions.trim() !== '' && { instructions: custom.instructions.trim() }),
        ...(custom.pairwise && { pairwise: true }),
      },
    }),
  };
}

function inputsOf(text: string): NonNullable<CustomEval['inputs']> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(`Line ${i + 1} of the questions is no JSON object, such as {"message": "Hello"}.`);
    }
  });
}

/**
 * An evaluation with at least so many items of one of its benchmarks, or requests where that is load. `more` is the
 * benchmark's key in the results. `under` is the one scenario that is open, by its id: the others are not measured again.
 * `without` are candidates that are left out, by their ids. Load is not asked for in batches.
 */
export function enlarged(
  evaluation: Evaluation,
  more: string | undefined,
  size = 0,
  under?: string,
  without: readonly string[] = [],
): Evaluation {
  if (more === undefined) return evaluation;
  const isMeant = ({ benchmark_type: type, subset }: Choice) =>
    more === 'load'
      ? ['load', 'availability'].includes(type) && subset == null
      : more === (subset == null ? type : `${type}/${subset}`);
  return {
    ...evaluation,
    ...(size > 0 && { name: `${evaluation.name} (more)`.slice(0, 200) }),
    ...(more === 'load' && { methodology: { ...evaluation.methodology, delivery: 'direct' as const } }),
    targets: evaluation.targets.filter(({ target_type, target_id }) =>
      target_type === 'scenario'
        ? under === undefined || target_id === under
        : target_id === undefined || !without.includes(target_id),
    ),
    benchmarks: evaluation.benchmarks.map((one) =>
      size > 0 && isMeant(one) ? { ...one, num_samples: Math.max(size, one.num_samples ?? 0) } : one,
    ),
  };
}

/** A draft that begins as an evaluation was. */
export function draftFrom(
  evaluation: Evaluation,
  needed: (draft: EvaluationDraft) => NeededMeasurements,
  sources: readonly Source[],
): EvaluationDraft {
  const { targets, benchmarks, methodology, custom_eval } = evaluation;
  const ids = (type: string) =>
    targets.flatMap(({ target_type, target_id }) =>
      target_type === type && target_id !== undefined ? [target_id] : [],
    );
  const sourceId = (name: string) => sources.find(({ title }) => title === name)?.id ?? name;
  const text = (value: number | undefined, times = 1) =>
    value === undefined ? '' : String(Number((value * times).toPrecision(12)));
  const texts = <K extends string>(keys: readonly K[], given: Partial<Record<K, number>> = {}) =>
    Object.fromEntries(keys.map((key) => [key, text(given[key])])) as Texts<K>;
  const about: EvaluationDraft = {
    ...EMPTY_DRAFT,
    name: evaluation.name,
    stacks: ids('stack'),
    scenarios: ids('scenario'),
    models: targets.filter(({ target_type }) => target_type === 'model'),
    custom: custom_eval && customFrom(custom_eval, sourceId),
    method: {
      size: text(methodology.sample_size),
      margin: text(methodology.margin, 100),
      confidence: text(methodology.confidence_level, (methodology.confidence_level ?? 0) > 1 ? 1 : 100),
      seed: text(methodology.random_seed),
      epochs: text(methodology.epochs),
      most_usd: text(methodology.max_cost_usd),
      calls: text(methodology.concurrency),
      most_calls: text(methodology.max_concurrency),
      wait: text(methodology.request_timeout_ms, 0.001),
    },
    question: methodology.question === 'no_worse' ? 'no_worse' : '',
    baseline: methodology.baseline ?? '',
    noWorse: Object.fromEntries(
      NO_WORSE_FIELDS.map((name) => {
        const margin = methodology.no_worse_margins?.[name];
        return [name, text(margin === undefined || !name.endsWith('_ratio') ? margin : margin - 1, 100)];
      }),
    ) as EvaluationDraft['noWorse'],
    correction: methodology.correction ?? '',
    delivery: methodology.delivery === 'batch' ? 'batch' : '',
    isFresh: methodology.cache === false,
    weights: texts(WEIGHTS, methodology.weights),
    costs: texts(COST_FIELDS, methodology.cost_assumptions),
  };
  const load = benchmarks.find((one) => one.benchmark_type === 'load' && one.subset === undefined);
  const { turns, think_ms, ...more } = load?.sessions ?? {};
  const { measurements } = needed(about);
  const wanted = new Set(measurements.map(keyOf));
  const isNeeded = ({ benchmark_type, subset }: (typeof benchmarks)[number]) =>
    wanted.has(subset ? `${benchmark_type}/${subset}` : benchmark_type);
  return {
    ...about,
    questions: benchmarks
      .filter((one) => !isNeeded(one) || isKept(one))
      .map((one) => {
        const { benchmark_type: type, subset = '', num_samples } = one;
        const [arrivals, passages] = [arrivalsOf(one), passagesFrom(one)];
        return {
          type,
          subset: subsetById(type, subset, sources),
          size: text(num_samples),
          ...(arrivals && { arrivals }),
          ...(passages && { passages }),
        };
      }),
    sessions: {
      turns: load?.sessions === undefined ? '' : String(turns ?? 4),
      think: text(think_ms, 0.001),
      more,
    },
    prefixCache: load?.prefix_cache,
    prompts: Object.fromEntries(
      benchmarks.filter(isNeeded).flatMap((one) => (one.prompts ? [[keyOf(one), one.prompts]] : [])),
    ),
    left: [
      ...benchmarks
        .filter((one) => isNeeded(one) && isKept(one))
        .map(({ benchmark_type, subset }) => (subset ? `${benchmark_type}/${subset}` : benchmark_type)),
      ...(about.delivery === 'batch' ? timedOf(about, measurements) : []),
    ],
    requests: Object.fromEntries(
      benchmarks
        .filter((one) => isNeeded(one) && one.num_samples !== undefined)
        .map(({ benchmark_type, subset, num_samples }) => [
          subset ? `${benchmark_type}/${subset}` : benchmark_type,
          String(num_samples),
        ]),
    ),
    generators: Object.fromEntries(
      benchmarks
        .filter((one) => isNeeded(one) && !isKept(one) && one.generators !== undefined)
        .map(({ benchmark_type, subset, generators }) => [
          subset ? `${benchmark_type}/${subset}` : benchmark_type,
          text(generators),
        ]),
    ),
    passages: Object.fromEntries(
      benchmarks.filter(isNeeded).flatMap((one) => {
        const passages = passagesFrom(one);
        const { benchmark_type: type, subset } = one;
        return passages ? [[subset ? `${type}/${subset}` : type, passages]] : [];
      }),
    ),
  };
}

function arrivalsOf(one: Choice): Arrivals | undefined {
  const said = ARRIVALS.filter((name) => one[name] !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said.map((name) => [name, one[name]]));
}

/** A trace of its own is not asked for where load is needed: the row keeps it. */
const isKept = ({ trace }: Choice) => trace !== undefined;

function customFrom(custom: CustomEval, sourceId: (name: string) => string): CustomDraft {
  const { judge_config: judging } = custom;
  const judges = judging?.judges ?? (judging ? [judging] : []);
  return {
    prompt: custom.prompt_template,
    system: custom.system_prompt ?? '',
    dataset: custom.dataset === undefined ? '' : sourceId(custom.dataset),
    inputs: (custom.inputs ?? []).map((one) => JSON.stringify(one)).join('\n'),
    criteria: custom.criteria.map((one) => ({
      name: one.name,
      by: one.grader === undefined ? 'judge' : 'grader',
      description: one.description ?? '',
      scale: one.scale ?? 'one_to_five',
      grader: typeof one.grader === 'string' ? one.grader : (one.grader?.type ?? ''),
      expected: one.expected ?? '',
      weight: one.weight === undefined ? '' : String(one.weight),
    })),
    judges: judges.map(({ provider = '', model_id, model }) => ({
      provider,
      model: model_id ?? model ?? '',
    })),
    instructions: judging?.instructions ?? '',
    pairwise: judging?.pairwise ?? false,
  };
}
