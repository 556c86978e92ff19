import { count, percent, plural, usd } from '@touchstone/report/figures';
import { AppError } from '../../kernel/errors.ts';
import type { Tools } from '../../tools/tools.ts';
import type { Agent, Part, Question } from '../answer.ts';
import { callTool } from '../rules/call-tool.ts';
import { named, plain } from '../rules/markdown.ts';
import { listedNames, MOST_CHARACTERS, say } from '../rules/say.ts';
import { scenarioInMind } from '../rules/scenario-meant.ts';
import {
  type Choice,
  type Chosen,
  chooseBenchmarks,
  type Scenario,
  type Stack,
} from './choose-benchmarks.ts';
import { asksToFetch, fetchData } from './fetch-data.ts';
import { type Request, type Row, readRequest, type There } from './read-request.ts';
import { asksToApprove, whatWaits } from './what-waits.ts';

type Estimated = {
  units: number;
  cost_usd: number | null;
  duration_seconds: number | null;
  benchmarks: { benchmark: string; items: number; smallest_detectable_difference: number | null }[];
  warnings?: string[];
};
type Requested = { approval: { id: string; expires_at: string; cap_usd: number | null } };
type Here = Omit<There<Stack, Scenario>, 'benchmarks'> & {
  benchmarks: readonly { type: string; offline: boolean | null }[];
};

const BY_RULE = 'Without a model configured, I plan an evaluation by rule';
const EXAMPLE =
  'Say it as “Compare A and B on arithmetic with 100 questions” or “Compare them for my scenario”, with the names of stacks.';
const MOST_NAMED = 50;

/** The evaluator without a model: finds what is meant, chooses what its limits need, estimates, and asks a person to approve the run. */
export function createEvaluator(tools: Tools): Agent {
  return {
    name: 'evaluator',
    async *answer(question, signal): AsyncGenerator<Part> {
      if (question.text.length > MOST_CHARACTERS)
        return yield say(`${BY_RULE}, and read at most ${count(MOST_CHARACTERS)} characters. ${EXAMPLE}`);
      if (asksToApprove(question.text)) return yield* whatWaits(tools, question);
      if (asksToFetch(question.text)) return yield* fetchData(tools, question);
      const there = yield* whatThereIs(question);
      signal.throwIfAborted();
      const request = readRequest(question, there);
      const scenarios = scenariosOf(request, question, there);
      const choice = chooseBenchmarks(request, scenarios);
      const wrong = wrongIn(request, scenarios, choice);
      if (wrong.length > 0) return yield say(askedBack(wrong, there));
      const body = bodyOf(request, scenarios, choice);
      const planned = yield* estimate(question, body);
      signal.throwIfAborted();
      if ('refused' in planned)
        return yield say(
          `${BY_RULE}, and this cannot be run, so nothing was asked for. ${planned.refused}${whatToFetch(choice, there)}`,
        );
      const said = [
        `${BY_RULE}: ${named(body.name)}.${judgedBy(scenarios)}`,
        whatIsMeasured(choice.chosen),
        estimated(planned.estimate),
      ].join('\n\n');
      if (request.isEstimate) return yield say(`${said}\n\nNothing was asked for: this is an estimate.`);
      const { approval } = yield* callTool<Requested>(tools, question, 'request_evaluation', body);
      yield { type: 'made', made: { kind: 'approval', id: approval.id, name: body.name } };
      const most = approval.cap_usd === null ? 'without a limit' : `at most ${usd(approval.cap_usd)}`;
      yield say(
        `${said}\n\nNothing has run: a person approves or declines it below (${most}), until ${approval.expires_at}.${before(question)}`,
      );
    },
  };

  async function* whatThereIs(question: Question): AsyncGenerator<Part, Here> {
    const list = <T>(tool: string, input: object) => callTool<{ data: T[] }>(tools, question, tool, input);
    const { data: stacks } = yield* list<Stack>('list_stacks', { limit: MOST_NAMED });
    const { data: scenarios } = yield* list<Scenario>('list_scenarios', { limit: MOST_NAMED });
    const { data: benchmarks } = yield* list<Here['benchmarks'][number]>('list_benchmarks', {
      available: true,
    });
    return { stacks, scenarios, benchmarks };
  }

  async function* estimate(
    question: Question,
    body: object,
  ): AsyncGenerator<Part, { estimate: Estimated } | { refused: string }> {
    try {
      return { estimate: yield* callTool<Estimated>(tools, question, 'estimate_evaluation', body) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const details = error.errors.map(({ detail }) => detail);
      return { refused: [...new Set([error.message, ...details])].map(plain).join(' ') };
    }
  }
}

/** Those that are named; else the one in mind, where the stacks were not named or nothing says what to measure. */
function scenariosOf(
  { scenarios, benchmarks, isReferred }: Request<Stack, Scenario>,
  { before }: Question,
  there: Here,
): readonly Scenario[] {
  if (scenarios !== null) return scenarios;
  if (!isReferred && benchmarks !== null) return [];
  const meant = scenarioInMind(before, there.scenarios);
  return meant === null ? [] : [meant];
}

function wrongIn(
  { stacks, unclear, benchmarks }: Request<Stack, Scenario>,
  scenarios: readonly Scenario[],
  { chosen, missing }: Choice,
): string[] {
  const isEnough = stacks.length > 0 && stacks.length + scenarios.length > 1;
  return [
    ...unclear,
    ...twice([...stacks, ...scenarios]),
    ...(isEnough || unclear.length > 0 ? [] : ['Name two stacks, or a stack and a scenario.']),
    ...(benchmarks === null && scenarios.length === 0 ? ['Name what to measure, or a scenario.'] : []),
    ...(scenarios.length > 0 && chosen.length === 0 ? ['Name what to measure.'] : []),
    ...missing.map(plain),
  ];
}

/** How to come by data that is not here. */
function whatToFetch({ chosen }: Choice, { benchmarks }: Here): string {
  const missing = benchmarks.filter(
    ({ type, offline }) => offline === false && chosen.some(({ choice }) => choice.benchmark_type === type),
  );
  return missing.map(({ type }) => ` Say “fetch ${type}” to ask an admin for its data.`).join('');
}

/** Names that several of those that are meant have. */
function twice(rows: readonly Row[]): string[] {
  const same = [...Map.groupBy(rows, ({ name }) => name.trim().toLowerCase()).values()];
  return same.flatMap(([first, ...more]) =>
    first && more.length > 0 ? [`${named(first.name)} is the name of several; give each its own.`] : [],
  );
}

function bodyOf({ stacks }: Request<Stack, Scenario>, scenarios: readonly Scenario[], { chosen }: Choice) {
  return {
    name: [...stacks, ...scenarios]
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 200),
    targets: [
      ...stacks.map(({ id }) => ({ target_type: 'stack', target_id: id })),
      ...scenarios.map(({ id }) => ({ target_type: 'scenario', target_id: id })),
    ],
    benchmarks: chosen.map(({ choice }) => choice),
  };
}

function askedBack(wrong: readonly string[], { stacks, scenarios, benchmarks }: Here): string {
  const said = wrong.join(' ');
  const isOfBenchmarks = /what to measure|I do not know “/.test(said);
  return [
    `${BY_RULE}, and this sentence is not clear, so nothing was asked for. ${said}`,
    `Stacks: ${listedNames(stacks)}.`,
    `Scenarios: ${listedNames(scenarios)}.`,
    ...(isOfBenchmarks
      ? [`Benchmarks: ${listedNames(benchmarks.map(({ type }) => ({ name: type })))}.`]
      : []),
    EXAMPLE,
  ].join('\n\n');
}

const judgedBy = (scenarios: readonly Scenario[]) =>
  scenarios.length === 0
    ? ''
    : ` Judged by the limits of ${scenarios.map(({ name }) => named(name)).join(' and ')}.`;

function whatIsMeasured(chosen: readonly Chosen[]): string {
  const lines = chosen.map(({ choice: { benchmark_type: type, subset, num_samples: n }, because }) => {
    const title = subset === undefined ? type : `${type}/${subset}`;
    return `- ${plain(title)}${n === undefined ? '' : `, ${count(n)} for each candidate`}: ${plain(because)}`;
  });
  return ['It measures:', lines.join('\n')].join('\n\n');
}

/** Whether an earlier request may wait still. */
function before({ before: turns }: Question): string {
  const isAsked = turns.some(({ agent, made }) => agent === 'evaluator' && made.length > 0);
  return isAsked ? ' Decline an earlier request on its card where it is not wanted any more.' : '';
}

function estimated({ units, cost_usd, duration_seconds, benchmarks, warnings = [] }: Estimated): string {
  const cost =
    cost_usd === null ? 'a cost that is not known: no target has a price' : `about ${usd(cost_usd)}`;
  const time = duration_seconds === null ? '' : `, about ${plural(Math.ceil(duration_seconds), 'second')}`;
  const lines = benchmarks.map(({ benchmark, items, smallest_detectable_difference: difference }) => {
    const found =
      difference === null ? 'can show no difference' : `can show a difference of ${percent(difference)}`;
    return `- ${plain(benchmark)} with ${plural(items, 'question')} ${found}, with 80 % power`;
  });
  return [
    `Estimate: ${plural(units, 'call')}, ${cost}${time}.`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...warnings.map(plain),
  ].join('\n\n');
}
