import { neededMeasurements } from '@touchstone/report';
import type { Request, Row } from './read-request.ts';

type Needed = ReturnType<typeof neededMeasurements>['measurements'][number];
type Gap = ReturnType<typeof neededMeasurements>['gaps'][number];
type Judged = Parameters<typeof neededMeasurements>[0][number];
type Hosted = Parameters<typeof neededMeasurements>[1][number];

export type Scenario = Row & Judged & { workload_type: string };
export type Stack = Row & Hosted;

/** A benchmark as a request takes it, with why it is there. */
export interface Chosen {
  choice: { benchmark_type: string; subset?: string; num_samples?: number };
  because: string;
}

/** What is measured, and what cannot be, with what to do. */
export interface Choice {
  chosen: Chosen[];
  missing: string[];
}

/** Questions where none are named, by the kind of work: made here, so that they need no data and no judge. */
const QUESTIONS: Readonly<Record<string, string>> = {
  rag: 'grounded_qa',
  extraction: 'json_extraction',
  classification: 'json_extraction',
  reasoning: 'reasoning_tables',
  coding_agent: 'reasoning_tables',
  code_completion: 'reasoning_tables',
  code_generation: 'reasoning_tables',
  long_context_chat: 'long_context_recall',
};
const USUAL_QUESTIONS = 'instruction_following';
const USUAL_ITEMS = 100;
const CUSTOM =
  'The scenario asks for a minimum of a custom evaluation, which is written under Evaluations; say “without questions” to leave it out.';
/** These ask nothing. */
const FACTS: readonly string[] = ['cost', 'compliance', 'lock_in'];

/** The benchmarks that are named, those that the limits of the scenarios need, and questions where none are named. */
export function chooseBenchmarks(request: Request<Stack, Scenario>, scenarios: readonly Scenario[]): Choice {
  const { benchmarks, items, without, stacks } = request;
  const named = (benchmarks ?? []).map((type) => ofQuestions(type, items, 'you named it'));
  const { measurements, gaps } = neededMeasurements(scenarios, stacks);
  const isMeant = ({ benchmark_type: type, asks }: Needed) =>
    asks === true
      ? !without.has('questions')
      : !(without.has('load') && (type === 'load' || type === 'availability'));
  const needed = measurements.filter((one) => isMeant(one) && !isNamed(one)).map(asChosen);
  const [kind] = new Set(scenarios.map(({ workload_type }) => workload_type));
  const usual = ofQuestions(
    QUESTIONS[kind ?? ''] ?? USUAL_QUESTIONS,
    items ?? USUAL_ITEMS,
    `how good the answers are, by the kind of work (${kind})`,
  );
  const isAsked = scenarios.some(({ quality }) => quality.length > 0);
  const isUsual = benchmarks === null && scenarios.length > 0 && !isAsked && !without.has('questions');
  const trace = measurements.find((one) => one.needsTrace && isMeant(one));
  const isOpen = ({ isCustom }: Gap) => !without.has(isCustom ? 'questions' : 'load');
  return {
    chosen: [...named, ...needed, ...(isUsual ? [usual] : [])],
    missing: [
      ...gaps.filter(isOpen).map(({ says, isCustom }) => (isCustom ? CUSTOM : says)),
      ...(trace
        ? ['The traffic of the scenario is that of a recorded trace: choose it under Evaluations.']
        : []),
    ],
  };

  function isNamed({ benchmark_type: type, subset }: Needed): boolean {
    return subset === undefined && (benchmarks ?? []).includes(type);
  }
}

function ofQuestions(type: string, items: number | null, because: string): Chosen {
  const isCounted = items !== null && !FACTS.includes(type);
  return { choice: { benchmark_type: type, ...(isCounted && { num_samples: items }) }, because };
}

function asChosen({ benchmark_type, subset, num_samples, because }: Needed): Chosen {
  return {
    choice: { benchmark_type, ...(subset && { subset }), ...(num_samples !== undefined && { num_samples }) },
    because: `${because} of the scenario`,
  };
}
