import { count, ms, percent, stated, usd } from '@touchstone/report/figures';
import type { Tools } from '../../tools/tools.ts';
import type { Agent, Part } from '../answer.ts';
import { callTool } from '../rules/call-tool.ts';
import { named, plain } from '../rules/markdown.ts';
import type { Field, Unclear, Understood } from './read-scenario.ts';
import { readWithBefore } from './read-with-before.ts';

const BY_RULE = 'Without a model configured, I read a scenario from your words by rule';
/** Of longer texts the patterns would take too long, and a rule has too much to misunderstand. */
const MOST_CHARACTERS = 2000;
const EXAMPLE =
  'Say what it is for and its limits, such as: “Draft a scenario: support chat, p95 under 800 ms, 50 requests per second, 99.9 % availability, at most $500 a month, hosted in the EU”.';

const LATENCIES: readonly Field[] = ['p50_latency_ms', 'p95_latency_ms', 'p99_latency_ms'];
const NEEDS_RATE =
  'Latency is measured under load, and load needs a rate: say the requests per second at the peak too, such as “20 requests per second”.';

/** The fields in the order in which an answer lists them, with how it writes their values. */
const FIELDS: readonly (readonly [Field, string, (value: string | number) => string])[] = [
  ['name', 'name', String],
  ['workload_type', 'kind of work', String],
  ['traffic_profile', 'traffic', String],
  ['p50_latency_ms', 'p50 latency', (value) => `at most ${stated(ms, Number(value))}`],
  ['p95_latency_ms', 'p95 latency', (value) => `at most ${stated(ms, Number(value))}`],
  ['p99_latency_ms', 'p99 latency', (value) => `at most ${stated(ms, Number(value))}`],
  ['throughput_rps', 'requests per second at the peak', (value) => count(Number(value))],
  [
    'availability',
    'availability',
    (value) => stated(percent, Number(value) < 1 ? Number(value) : Number(value) / 100),
  ],
  ['monthly_limit_usd', 'cost of a month', (value) => `at most ${stated(usd, Number(value))}`],
  ['cost_per_1k_requests_usd', 'cost of 1,000 requests', (value) => `at most ${stated(usd, Number(value))}`],
  ['regions', 'region', String],
  ['certifications', 'certificate', String],
  ['vendor_lock_in_tolerance', 'lock-in tolerance', String],
  ['quality', 'quality', (value) => minimumSaid(minimumOf(String(value)))],
];

/** A minimum as `readScenario` writes it: `mmlu/anatomy=0.8`. */
function minimumOf(value: string) {
  const [name = '', min] = value.split('=');
  const [benchmark = '', subset] = name.split('/');
  return { benchmark, ...(subset !== undefined && { subset }), min: Number(min) };
}

const minimumSaid = ({ benchmark, subset, min }: ReturnType<typeof minimumOf>) =>
  `at least ${stated(percent, min)} on ${subset === undefined ? benchmark : `${benchmark}/${subset}`}`;

/** The scenario drafter without a model: makes a scenario of what is said without doubt, and asks about the rest. */
export function createScenarioDrafter(tools: Tools): Agent {
  return {
    name: 'scenario-drafter',
    async *answer(question): AsyncGenerator<Part> {
      if (question.text.length > MOST_CHARACTERS)
        return yield {
          type: 'text',
          text: `${BY_RULE}, and read at most ${count(MOST_CHARACTERS)} characters. Nothing was created. ${EXAMPLE}\n`,
        };
      const { understood, unclear, isAnew } = readWithBefore(question);
      const stated = understood.filter(({ field }) => field !== 'name' && field !== 'traffic_profile');
      if (unclear.length > 0) return yield { type: 'text', text: askedBack(understood, unclear) };
      if (stated.length === 0)
        return yield {
          type: 'text',
          text: `${BY_RULE}, and found neither a kind of work nor a limit in them. Nothing was created. ${EXAMPLE}\n`,
        };
      const scenario = scenarioOf(understood);
      const made = yield* callTool<{ id: string; name: string; warnings?: string[] }>(
        tools,
        question,
        'create_scenario',
        scenario,
      );
      yield { type: 'made', made: { kind: 'scenario', id: made.id, name: made.name } };
      yield { type: 'text', text: drafted(made.name, understood, made.warnings ?? [], isAnew) };
    },
  };
}

function scenarioOf(understood: readonly Understood[]) {
  const all = (field: Field) => understood.filter((one) => one.field === field).map(({ value }) => value);
  const part = (...fields: Field[]) =>
    Object.fromEntries(fields.flatMap((field) => all(field).map((value) => [field, value] as const)));
  const lists = Object.fromEntries(
    (['regions', 'certifications'] as const)
      .filter((field) => all(field).length > 0)
      .map((field) => [field, all(field)]),
  );
  const [workload = 'general'] = all('workload_type');
  const [name = defaultName(understood, String(workload))] = all('name');
  return {
    name: String(name),
    workload_type: String(workload),
    slo_requirements: part(
      'p50_latency_ms',
      'p95_latency_ms',
      'p99_latency_ms',
      'throughput_rps',
      'availability',
    ),
    budget: part('monthly_limit_usd', 'cost_per_1k_requests_usd'),
    compliance: lists,
    quality: all('quality').map((value) => minimumOf(String(value))),
    ...part('traffic_profile', 'vendor_lock_in_tolerance'),
  };
}

/** The person's words for the work, with the first limit: `support chat, p95 latency at most 800 ms`. */
function defaultName(understood: readonly Understood[], workload: string): string {
  const said = understood.find(({ field }) => field === 'workload_type')?.words ?? workload;
  const limit = FIELDS.slice(3).find(([field]) => understood.some((one) => one.field === field));
  const value = limit && understood.find(({ field }) => field === limit[0])?.value;
  return limit && value !== undefined ? `${said}, ${limit[1]} ${limit[2](value)}` : said;
}

function drafted(
  name: string,
  understood: readonly Understood[],
  warnings: readonly string[],
  isAnew: boolean,
): string {
  const isStated = (wanted: readonly Field[]) => understood.some(({ field }) => wanted.includes(field));
  const open = FIELDS.filter(
    ([field]) => field !== 'name' && field !== 'traffic_profile' && !isStated([field]),
  );
  const general = isStated(['workload_type'])
    ? ''
    : ' You did not say what kind of work it is, so it is `general`.';
  return [
    `${BY_RULE}, and drafted ${named(name)}.${general} I understood:`,
    list(understood),
    `Not stated, so not required: ${open.map(([, title]) => title).join(', ')}.`,
    ...warnings.map(plain),
    ...(LATENCIES.some((field) => isStated([field])) && !isStated(['throughput_rps']) ? [NEEDS_RATE] : []),
    isAnew
      ? 'This is a new draft with what you said before: undo the earlier one, and change or undo this one where it is not what you meant.\n'
      : 'Change or undo it where it is not what you meant.\n',
  ].join('\n\n');
}

function askedBack(understood: readonly Understood[], unclear: readonly Unclear[]): string {
  const questions = unclear.map(({ words, ask }) => `- ${named(words)}: ${ask}`).join('\n');
  return [
    `${BY_RULE}. These are not clear, so nothing was created:`,
    questions,
    ...(understood.length > 0 ? ['I understood:', list(understood)] : []),
    'Say what is meant, or the whole sentence again.\n',
  ].join('\n\n');
}

function list(understood: readonly Understood[]): string {
  return FIELDS.flatMap(([field, title, write]) =>
    understood
      .filter((one) => one.field === field)
      .map(({ value, words }) => `- ${title}: ${plain(write(value))} (you said ${named(words)})`),
  ).join('\n');
}
