import type { Schemas } from '@touchstone/client';
import { benchmarkFacts, EQUIVALENCE, USUAL_MARGINS } from '@touchstone/client/benchmarks';
import { type NeededMeasurement, type NeededMeasurements, neededMeasurements } from '@touchstone/report';
import { type Definition, toDefinition } from '../../api/definition.ts';
import { type GraderOptions, optionsOf, toGrader } from '../../ui/grader-options.ts';
import { isSame, withChanges } from './with-changes.ts';

type Evaluation = Schemas['Evaluation'];
type NewEvaluation = Schemas['NewEvaluation'];
type Scenario = Schemas['Scenario'];
type Source = Schemas['Source'];
type Stack = Schemas['Stack'];

type Targets = NewEvaluation['targets'];
type Target = Targets[number];
type Choice = NonNullable<NewEvaluation['benchmarks']>[number];
type Methodology = NonNullable<NewEvaluation['methodology']>;
type CustomEval = NonNullable<NewEvaluation['custom_eval']>;
type Judging = NonNullable<CustomEval['judge_config']>;
type Criterion = CustomEval['criteria'][number];

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
type Arrivals = Pick<Choice, (typeof ARRIVALS)[number]>;
const ARRIVALS = ['trace', 'sessions', 'prefix_cache', 'prompts', 'generators'] as const;

/** For questions about passages: how many passages are measured and which conditions are left out. */
export interface PassagesDraft {
  k: string;
  without: Condition[];
}

type Condition = NonNullable<Choice['conditions']>[number];
/** With what passages a question is asked; what the candidate finds always is among them. */
const CONDITIONS: readonly Condition[] = ['retrieved', 'gold', 'none'];
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

type Judge = NonNullable<Judging['judges']>[number];

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

type Texts<K extends string> = Record<K, string>;

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
    noWorse: { ...draft.noWorse, score: DEFAULT_MARGIN },
  };
}

/** What `preset: equivalence` of the API fills in: whether endpoints of one model are no worse than the first. */
export function equivalenceDraft(draft: EvaluationDraft): EvaluationDraft {
  const isEmpty = NO_WORSE_FIELDS.every((name) => draft.noWorse[name] === '');
  const isOwn = draft.questions.length > 0 || draft.custom !== null;
  return {
    ...draft,
    question: 'no_worse',
    ...(isEmpty && { noWorse: { ...draft.noWorse, score: DEFAULT_MARGIN } }),
    ...(!isOwn && {
      questions: EQUIVALENCE.map((one) => ({
        type: one.benchmark_type,
        subset: '',
        size: String(one.num_samples),
      })),
    }),
  };
}

/** In points: filled in where the question has no margin, for one without any is refused. */
export const DEFAULT_MARGIN = String(100 * USUAL_MARGINS.score);

export const choiceKey = ({
  benchmark_type,
  subset,
}: Pick<NeededMeasurement, 'benchmark_type' | 'subset'>) =>
  subset ? `${benchmark_type}/${subset}` : benchmark_type;

/** What it is called where nobody names it: its candidates. */
export function defaultName({ stacks: chosen }: EvaluationDraft, stacks: readonly Stack[]): string {
  const names = stacks.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'Evaluation' : names.join(' against ').slice(0, 200);
}

/** The measurements that the chosen requirements need of the chosen candidates. */
export function neededMeasurementsOf(
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

/** Questions name their source by its id, with the condition behind it where there is one. */
function subsetById(type: string, subset: string, sources: readonly Source[]): string {
  if (benchmarkFacts(type)?.needs.source !== 'one') return subset;
  const idOf = (name: string) => sources.find(({ title }) => title === name)?.id;
  const slash = subset.lastIndexOf('/');
  const inCondition = slash < 0 ? undefined : idOf(subset.slice(0, slash));
  return idOf(subset) ?? (inCondition === undefined ? subset : inCondition + subset.slice(slash));
}

/** What has a name and may be chosen: a candidate or requirements. */
export type NamedParts = Pick<Stack, 'id' | 'name'>;

/** The body that runs or estimates it. Throws a sentence where a field cannot be read. */
export function toEvaluationBody(
  draft: EvaluationDraft,
  needed: readonly NeededMeasurement[],
  named: readonly NamedParts[],
  unnamed = 'Evaluation',
): NewEvaluation {
  const { began } = draft;
  const evaluation: Definition = {
    ...began,
    targets: targetsOf(draft, named),
    benchmarks: benchmarksOf(draft, needed),
    ...(draft.custom && { custom_eval: customOf(draft.custom, began?.custom_eval) }),
    methodology: methodologyOf(draft, named),
  };
  if (draft.custom === null) delete evaluation.custom_eval;
  // Left out, the word follows from what is run, which may be changed.
  if (began !== undefined && began.evaluation_type === evaluationType(began))
    delete evaluation.evaluation_type;
  return { name: draft.name.trim() === '' ? unnamed : draft.name.trim(), ...evaluation };
}

function evaluationType({ benchmarks = [], custom_eval }: Definition): string {
  return custom_eval == null ? 'benchmark' : benchmarks.length > 0 ? 'mixed' : 'custom';
}

/** In the order of the evaluation that it began as; what is new comes after. */
function benchmarksOf(draft: EvaluationDraft, needed: readonly NeededMeasurement[]): Choice[] {
  const { began: { benchmarks = [] } = {}, places = {} } = draft;
  const measured = needed.filter((one) => !draft.left.includes(choiceKey(one)));
  const types = new Set(measured.map(choiceKey));
  const rows = draft.questions
    .filter(({ type, subset }) => !types.has(subset ? `${type}/${subset}` : type))
    .map((row) => {
      const was = benchmarks[row.from?.at ?? -1];
      const now = questionsOf(row);
      return { at: row.from?.at, choice: was && row.from ? withChanges(was, row.from.shown, now) : now };
    });
  const ofNeeds = measured.map((one) => {
    const at = places[choiceKey(one)];
    const was = benchmarks[at ?? -1];
    const now = measuredOf(draft, one);
    const shown = was && measuredOf({ ...draft, ...measuredFrom(choiceKey(one), was) }, one);
    return { at, choice: was && shown ? withChanges(was, shown, now) : now };
  });
  return [...rows, ...ofNeeds]
    .toSorted((a, b) => (a.at ?? benchmarks.length) - (b.at ?? benchmarks.length))
    .map(({ choice }) => choice);
}

/** What the form shows of a measurement that limits need. */
function measuredFrom(
  key: string,
  { num_samples, generators, sessions, prefix_cache, ...choice }: Choice,
): Pick<EvaluationDraft, 'requests' | 'generators' | 'passages' | 'sessions' | 'prefixCache'> {
  const { turns, think_ms, ...more } = sessions ?? {};
  const passages = passagesFrom(choice);
  return {
    requests: num_samples == null ? {} : { [key]: String(num_samples) },
    generators: generators == null ? {} : { [key]: String(generators) },
    passages: passages ? { [key]: passages } : {},
    sessions: {
      turns: sessions == null ? '' : String(turns ?? USUAL_TURNS),
      think: textOf(think_ms, 0.001),
      more,
    },
    prefixCache: prefix_cache ?? undefined,
  };
}

/** Default number of turns of a conversation. */
const USUAL_TURNS = 4;
const textOf = (value: number | undefined, times = 1) =>
  value === undefined ? '' : String(Number((value * times).toPrecision(12)));

/** A measurement that limits need, as the form has it. */
function measuredOf(draft: EvaluationDraft, one: NeededMeasurement): Choice {
  const typed = draft.requests[choiceKey(one)];
  const requests = typed ? Number(typed) : one.num_samples;
  return {
    benchmark_type: one.benchmark_type,
    ...(one.subset && { subset: one.subset }),
    ...(requests !== undefined && { num_samples: requests }),
    ...passagesOf(draft.passages[choiceKey(one)]),
    ...(one.needsTrace && draft.trace !== '' && { trace: { source: draft.trace } }),
    ...(canUseGenerators(draft, one) && parseGenerators(draft.generators[choiceKey(one)])),
    ...(choiceKey(one) === 'load' && sendsSessions(draft, one) && { sessions: sessionsOf(draft) }),
    ...(choiceKey(one) === 'load' && draft.prefixCache && { prefix_cache: draft.prefixCache }),
  };
}

/** The benchmarks that ask the common number of questions, and those with a number of their own. */
export function questionsBySize(
  { questions, custom, left }: EvaluationDraft,
  needed: readonly NeededMeasurement[],
): { isShared: boolean; own: QuestionsDraft[]; needed: NeededMeasurement[] } {
  const asked = needed.filter((one) => one.asks && !left.includes(choiceKey(one)));
  const taken = new Set(asked.map(choiceKey));
  const rows = questions.filter(
    ({ type, subset }) => !isMeasurement(type) && !taken.has(subset ? `${type}/${subset}` : type),
  );
  return {
    isShared: custom !== null || rows.some(({ size }) => size === ''),
    own: rows.filter(({ size }) => size !== ''),
    needed: asked,
  };
}

/** Whether nobody is asked, or nothing: then there is nothing to estimate. */
export const asksNothing = (draft: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  draft.stacks.length + draft.models.length === 0 ||
  (draft.questions.length === 0 &&
    draft.custom === null &&
    needed.every((one) => draft.left.includes(choiceKey(one))));

/** Whether questions are asked because a minimum quality needs them. */
export const asksForMinimums = ({ left }: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  needed.some((one) => one.asks && !left.includes(choiceKey(one)));

/** The draft with its questions only, including those for minimums: what a number of questions can show. */
export function withQuestionsOnly(
  draft: EvaluationDraft,
  needed: readonly NeededMeasurement[],
  size: number,
  named: readonly NamedParts[],
): NewEvaluation {
  const asked = needed.filter(({ asks }) => asks);
  const {
    methodology,
    benchmarks = [],
    ...body
  } = toEvaluationBody({ ...draft, scenarios: [], question: '', delivery: '' }, asked, named);
  return {
    ...body,
    benchmarks: benchmarks
      .filter(({ benchmark_type }) => !isMeasurement(benchmark_type))
      .map(({ num_samples: _, ...one }) => one),
    methodology: { ...methodology, sample_size: size },
  };
}

/** Whether a benchmark asks no questions. */
export const isMeasurement = (type: string) => benchmarkFacts(type)?.scored === false;

/** The measurements that requirements need and that keep an evaluation from being asked in batches, by key. */
export const timedMeasurements = ({ left }: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  needed
    .filter(
      (one) => benchmarkFacts(one.benchmark_type)?.in_batches === false && !left.includes(choiceKey(one)),
    )
    .map(choiceKey);

/**
 * Those of the evaluation that it began as which are still chosen, as they were; then each that is new by its name, which is
 * its label. A name that another one before it has gets a number, for labels differ.
 */
function targetsOf(
  { began, stacks, scenarios, models }: EvaluationDraft,
  named: readonly NamedParts[],
): Targets {
  const kept = (began?.targets ?? models).filter((target) => {
    if (target.target_type === 'model') return models.some((model) => isSame(model, target));
    const ids = target.target_type === 'stack' ? stacks : scenarios;
    return ids.includes(target.target_id ?? '');
  });
  const nameOf = (target: Target) => named.find(({ id }) => id === target.target_id)?.name;
  const taken = new Set(kept.map((target) => target.label ?? nameOf(target) ?? target.model_id));
  const added = (target_type: 'stack' | 'scenario', ids: readonly string[]) =>
    ids
      .filter((id) => !kept.some(({ target_id }) => target_id === id))
      .map((target_id): Target => {
        const name = nameOf({ target_type, target_id });
        const label = name === undefined ? undefined : labelOf(name, taken);
        if (label !== undefined) taken.add(label);
        return { target_type, target_id, ...(label !== undefined && label !== name && { label }) };
      });
  const candidates = kept.findLastIndex(({ target_type }) => target_type === 'stack') + 1;
  return kept.toSpliced(candidates, 0, ...added('stack', stacks)).concat(added('scenario', scenarios));
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
export function candidateLabels(draft: EvaluationDraft, named: readonly NamedParts[]): string[] {
  return targetsOf(draft, named).flatMap(({ target_type, target_id, label, model_provider, model_id }) => {
    if (target_type === 'scenario') return [];
    const name = named.find(({ id }) => id === target_id)?.name;
    return [label ?? name ?? `${model_provider}/${model_id}`];
  });
}

/** The candidate that the others are to be no worse than. */
export function baselineLabel(draft: EvaluationDraft, named: readonly NamedParts[]): string {
  const labels = candidateLabels(draft, named);
  return labels.includes(draft.baseline) ? draft.baseline : (labels[0] ?? '');
}

function questionOf(draft: ShownMethod): Methodology {
  if (draft.question !== 'no_worse') return {};
  const margins = NO_WORSE_FIELDS.flatMap((name) => {
    const text = draft.noWorse[name].trim();
    if (text === '') return [];
    const share = Number(text) / 100;
    return [[name, Number((name.endsWith('_ratio') ? 1 + share : share).toPrecision(12))] as const];
  });
  return {
    question: 'no_worse',
    ...(margins.length > 0 && { no_worse_margins: Object.fromEntries(margins) }),
  };
}

/** Whether load is sent in conversations: where that is asked for, and where limits need it. */
export function sendsSessions(
  { sessions }: EvaluationDraft,
  { inSessions: isNeeded, needsTrace }: NeededMeasurement,
) {
  return needsTrace !== true && (sessions.turns !== '' || isNeeded === true);
}

/** Whether several processes could send it: what has a schedule, which conversations have none of. */
export const canUseGenerators = (draft: EvaluationDraft, one: NeededMeasurement) =>
  one.benchmark_type === 'load' && !sendsSessions(draft, one);

/** As a choice has it, of what was typed. */
export const parseGenerators = (typed = ''): Pick<Choice, 'generators'> =>
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

function passagesOf({ k, without } = DEFAULT_PASSAGES): Pick<Choice, 'k' | 'conditions'> {
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

/** The fields of the method, with what it began as where they say the same. */
function methodologyOf(draft: EvaluationDraft, named: readonly NamedParts[]): Methodology {
  const { began } = draft;
  const now = writtenMethod(draft);
  const was = began?.methodology;
  const method = was ? withChanges(was, writtenMethod(methodFrom(was)), now) : now;
  if (draft.question === 'no_worse') return { ...method, baseline: baselineLabel(draft, named) };
  if (was?.question !== 'no_worse') return method;
  const { baseline: _, ...others } = method;
  return others;
}

/** What the form shows of a method. */
type ShownMethod = Pick<
  EvaluationDraft,
  'method' | 'question' | 'noWorse' | 'correction' | 'delivery' | 'isFresh' | 'weights' | 'costs'
>;

function methodFrom(methodology: Methodology): ShownMethod {
  const { confidence_level } = methodology;
  const texts = <K extends string>(keys: readonly K[], given: Partial<Record<K, number>> = {}) =>
    Object.fromEntries(keys.map((key) => [key, textOf(given[key])])) as Texts<K>;
  return {
    method: {
      size: textOf(methodology.sample_size),
      margin: textOf(methodology.margin, 100),
      confidence: textOf(confidence_level, (confidence_level ?? 0) > 1 ? 1 : 100),
      seed: textOf(methodology.random_seed),
      epochs: textOf(methodology.epochs),
      most_usd: textOf(methodology.max_cost_usd),
      calls: textOf(methodology.concurrency),
      most_calls: textOf(methodology.max_concurrency),
      wait: textOf(methodology.request_timeout_ms, 0.001),
    },
    question: methodology.question === 'no_worse' ? 'no_worse' : '',
    noWorse: Object.fromEntries(
      NO_WORSE_FIELDS.map((name) => {
        const margin = methodology.no_worse_margins?.[name];
        return [name, textOf(margin === undefined || !name.endsWith('_ratio') ? margin : margin - 1, 100)];
      }),
    ) as EvaluationDraft['noWorse'],
    correction: methodology.correction ?? '',
    delivery: methodology.delivery === 'batch' ? 'batch' : '',
    isFresh: methodology.cache === false,
    weights: texts(WEIGHT_FIELDS, methodology.weights),
    costs: texts(COST_FIELDS, methodology.cost_assumptions),
  };
}

function writtenMethod(draft: ShownMethod): Methodology {
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
    ...questionOf(draft),
  };
}

function numbers(name: string, texts: Record<string, string>): object {
  const said = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  if (said.length === 0) return {};
  return { [name]: Object.fromEntries(said.map(([key, text]) => [key, Number(text)])) };
}

function customOf(custom: CustomDraft, began: NewEvaluation['custom_eval']): CustomEval {
  const written = writtenCustom(custom);
  if (custom.from === undefined || began == null) return written;
  const { criteria, judge_config, ...now } = written;
  // Criteria and judges have changes of their own, by what each began as.
  const { criteria: _, judge_config: __, ...was } = began;
  const shown = writtenCustom({ ...shownCustom(began), dataset: custom.from.dataset });
  const judging = judgingFrom(began.judge_config, judge_config);
  return {
    ...withChanges<Omit<CustomEval, 'criteria' | 'judge_config'>>(was, withoutJudging(shown), now),
    criteria,
    ...(judging !== undefined && { judge_config: judging }),
  };
}

const withoutJudging = ({ criteria: _, judge_config: __, ...fields }: CustomEval) => fields;

function writtenCustom(custom: CustomDraft): CustomEval {
  const judges = custom.judges
    .filter(({ provider, model, was }) => was !== undefined || provider.trim() !== '' || model.trim() !== '')
    .map((one) => changedFrom(one, judgeFrom, judgeOf));
  const [only] = judges;
  return {
    prompt_template: custom.prompt,
    ...(custom.system.trim() !== '' && { system_prompt: custom.system }),
    ...(custom.dataset === '' ? { inputs: inputsOf(custom.inputs) } : { dataset: custom.dataset }),
    criteria: custom.criteria.map((one) => changedFrom(one, criterionFrom, criterionOf)),
    ...(only && {
      judge_config: {
        ...(judges.length === 1 ? only : { judges }),
        ...(custom.instructions.trim() !== '' && { instructions: custom.instructions.trim() }),
        ...(custom.pairwise && { pairwise: true }),
      },
    }),
  };
}

/** A row as the form has it, with what it does not show of what the row began as. */
function changedFrom<D extends { was?: T }, T>(draft: D, from: (was: T) => D, write: (draft: D) => T): T {
  const now = write(draft);
  return draft.was === undefined ? now : withChanges(draft.was, write(from(draft.was)), now);
}

/** How judges are told and called, in the shape that it had where it has as many judges still. */
function judgingFrom(
  was: CustomEval['judge_config'],
  now: CustomEval['judge_config'],
): CustomEval['judge_config'] {
  if (was == null) return now ?? was;
  const listed = (judging: Judging) => {
    const { judges, instructions, pairwise, ...one } = judging;
    return { judges: judges ?? [one], said: { instructions, pairwise } };
  };
  const [before, after] = [listed(was), now == null ? undefined : listed(now)];
  if (after === undefined) return undefined;
  const said = withChanges(
    before.said,
    {
      instructions: before.said.instructions?.trim() || undefined,
      pairwise: before.said.pairwise || undefined,
    },
    after.said,
  );
  const [only] = after.judges;
  const judges = was.judges === undefined && after.judges.length === 1 ? only : { judges: after.judges };
  return { ...judges, ...definedFields(said) } as Judging;
}

const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The model stands where it stood: `model` says the same as `model_id`. */
const judgeOf = ({ provider, model, was }: JudgeDraft): Judge => ({
  provider: provider.trim(),
  ...((was?.model === undefined || was.model_id !== undefined) && { model_id: model.trim() }),
  ...(was?.model !== undefined && { model: model.trim() }),
});

const judgeFrom = (was: Judge): JudgeDraft => ({
  provider: was.provider ?? '',
  model: was.model_id ?? was.model ?? '',
  was,
});

function criterionOf(criterion: CriterionDraft): Criterion {
  const { name, by, description, scale, expected, weight } = criterion;
  return {
    name: name.trim(),
    ...(weight.trim() !== '' && { weight: Number(weight) }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(by === 'judge'
      ? { scale }
      : {
          grader: toGrader(criterion.grader, criterion.options ?? {}),
          ...(expected.trim() !== '' && { expected: expected.trim() }),
        }),
  };
}

/** The parameters that a judge has and keeps, which the form does not ask for. */
export function judgeParameters({ was = {} }: JudgeDraft): object {
  const { provider: _, model_id: __, model: ___, ...parameters } = was;
  return parameters;
}

function criterionFrom(was: Criterion): CriterionDraft {
  return {
    name: was.name,
    by: was.grader === undefined ? 'judge' : 'grader',
    description: was.description ?? '',
    scale: was.scale ?? 'one_to_five',
    grader: typeof was.grader === 'string' ? was.grader : (was.grader?.type ?? ''),
    options: optionsOf(was.grader),
    expected: was.expected ?? '',
    weight: was.weight === undefined ? '' : String(was.weight),
    was,
  };
}

function inputsOf(text: string): NonNullable<CustomEval['inputs']> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(`Line ${i + 1} of the inputs is not a JSON object. Example: {"message": "Hello"}.`);
    }
  });
}

/**
 * An evaluation with at least `size` items of one of its benchmarks, or requests of its load. `more` is the
 * benchmark's key in the results. `under` is the id of the one open scenario: the others are not measured again.
 * `without` are ids of candidates that are left out. Load is never asked for in batches.
 */
export function enlargeEvaluation(
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
    ...(more === 'load' &&
      evaluation.methodology.delivery === 'batch' && {
        methodology: { ...evaluation.methodology, delivery: 'direct' as const },
      }),
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

/** Whether an evaluation is begun as another to measure what requirements need and that one did not measure. */
export const addsNeededMeasurements = (more: string | undefined, size: number | undefined) =>
  more === 'load' && size === undefined;

/**
 * A draft that begins as an evaluation was. What its requirements need and it did not measure is left out, unless the draft
 * is there to measure it (`adds`).
 */
export function draftFromEvaluation(
  evaluation: Evaluation,
  needed: (draft: EvaluationDraft) => NeededMeasurements,
  sources: readonly Source[],
  adds = false,
): EvaluationDraft {
  const { targets, benchmarks, methodology, custom_eval } = evaluation;
  const ids = (type: string) =>
    targets.flatMap(({ target_type, target_id }) =>
      target_type === type && target_id !== undefined ? [target_id] : [],
    );
  const about: EvaluationDraft = {
    ...EMPTY_DRAFT,
    name: evaluation.name,
    began: toDefinition(evaluation),
    stacks: ids('stack'),
    scenarios: ids('scenario'),
    models: targets.filter(({ target_type }) => target_type === 'model'),
    custom: custom_eval && customFrom(custom_eval, sources),
    ...methodFrom(methodology),
    baseline: methodology.baseline ?? '',
  };
  const { measurements } = needed(about);
  const wanted = new Set(measurements.map(choiceKey));
  const rows = benchmarks.map((choice, at) => {
    const subset = subsetById(choice.benchmark_type, choice.subset ?? '', sources);
    const key = choiceKey({ benchmark_type: choice.benchmark_type, subset });
    return { at, choice, subset, key, isNeeded: wanted.has(key) };
  });
  const measured = rows.filter(({ isNeeded, choice }) => isNeeded && !isKept(choice));
  const asked = new Set(measured.map(({ key }) => key));
  const isLeft = (key: string) => rows.some((one) => one.key === key && one.isNeeded && isKept(one.choice));
  const shown = measured.map(({ key, choice }) => measuredFrom(key, choice));
  const load = measured.find(({ key }) => key === 'load');
  return {
    ...about,
    places: Object.fromEntries(measured.map(({ key, at }) => [key, at])),
    questions: rows
      .filter(({ key }) => !asked.has(key))
      .map(({ at, choice, subset }) => {
        const row = questionsFrom(choice, subset);
        return { ...row, from: { at, shown: questionsOf(row) } };
      }),
    requests: Object.assign({}, ...shown.map((one) => one.requests)),
    generators: Object.assign({}, ...shown.map((one) => one.generators)),
    passages: Object.assign({}, ...shown.map((one) => one.passages)),
    ...(load && pickLoad(measuredFrom(load.key, load.choice))),
    left: [
      ...measurements.map(choiceKey).filter((key) => isLeft(key) || (!adds && !asked.has(key))),
      ...(about.delivery === 'batch' ? timedMeasurements(about, measurements) : []),
    ].filter((key, i, all) => all.indexOf(key) === i),
  };
}

const pickLoad = ({ sessions, prefixCache }: ReturnType<typeof measuredFrom>) => ({ sessions, prefixCache });

function questionsFrom(choice: Choice, subset: string): QuestionsDraft {
  const [arrivals, passages] = [arrivalsOf(choice), passagesFrom(choice)];
  return {
    type: choice.benchmark_type,
    subset,
    size: choice.num_samples == null ? '' : String(choice.num_samples),
    ...(arrivals && { arrivals }),
    ...(passages && { passages }),
  };
}

function arrivalsOf(one: Choice): Arrivals | undefined {
  const said = ARRIVALS.filter((name) => one[name] !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said.map((name) => [name, one[name]]));
}

/** A trace of its own is not asked for where load is needed: the row keeps it. */
const isKept = ({ trace }: Choice) => trace !== undefined;

function customFrom(was: CustomEval, sources: readonly Source[]): CustomDraft {
  const shown = shownCustom(was);
  const dataset = sources.find(({ title }) => title === shown.dataset)?.id ?? shown.dataset;
  return { ...shown, dataset, from: { dataset } };
}

/** What the form shows of it, its dataset by the name it has there. */
function shownCustom(was: CustomEval): CustomDraft {
  const { judge_config: judging } = was;
  const judges = judging?.judges ?? (judging ? [judgeIn(judging)] : []);
  return {
    prompt: was.prompt_template,
    system: was.system_prompt ?? '',
    dataset: was.dataset ?? '',
    inputs: (was.inputs ?? []).map((one) => JSON.stringify(one)).join('\n'),
    criteria: was.criteria.map(criterionFrom),
    judges: judges.map(judgeFrom),
    instructions: judging?.instructions ?? '',
    pairwise: judging?.pairwise ?? false,
  };
}

/** The one judge that stands among what all are told. */
function judgeIn({ judges: _, instructions: __, pairwise: ___, ...one }: Judging): Judge {
  return one;
}
