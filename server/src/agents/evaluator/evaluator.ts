import { count, percent, plural, usd } from '../../kernel/figures.ts';
import type { Tools } from '../../tools/tools.ts';
import type { Agent, Part } from '../answer.ts';
import { callTool } from '../rules/call-tool.ts';
import { named, plain } from '../rules/markdown.ts';
import { namedIn, withoutNames } from '../rules/names-in-text.ts';

type Made = { id: string; name: string };
type Benchmark = { type: string };
type Estimated = {
  units: number;
  cost_usd: number | null;
  duration_seconds: number | null;
  benchmarks: { benchmark: string; items: number; smallest_detectable_difference: number | null }[];
  warnings?: string[];
};
type Requested = { approval: { id: string; expires_at: string } };

const BY_RULE = 'Without a model configured, I plan an evaluation by rule';
const EXAMPLE = 'Say it as “Compare A and B on arithmetic with 100 questions”, with the names of stacks.';
/** Longer than any list of names; rules read no essays. */
const MOST_CHARACTERS = 2000;
const MOST_NAMED = 50;
const ITEMS =
  /(?<![\p{L}\p{N}.,_-])(\d{1,6})\s+(?:questions|items|samples|prompts|fragen|aufgaben)(?!\p{L})/iu;
const ESTIMATE_ONLY =
  /(?<!\p{L})(?:estimate|schätze?|what would|was würde|how much would|only|nur)(?!\p{L})/iu;
/** What else may stand in a sentence that leaves no doubt. */
const KNOWN_WORDS =
  /(?<!\p{L})(?:please|bitte|compare|vergleiche|evaluate|bewerte|benchmarks?|measure|miss|estimate|schätze?|run|what|would|it|cost|to|the|an?|stacks?|candidates?|scenarios?|evaluation|and|und|vs|versus|against|gegen|with|mit|on|auf|under|unter|for|für|of|by|using|each|je|only|nur)(?!\p{L})/giu;

/** The evaluator without a model: finds what is named, estimates, and asks a person to approve the run. */
export function createEvaluator(tools: Tools): Agent {
  return {
    name: 'evaluator',
    async *answer(question, signal): AsyncGenerator<Part> {
      const { text } = question;
      const list = <T>(tool: string, input: object) => callTool<{ data: T[] }>(tools, question, tool, input);
      if (text.length > MOST_CHARACTERS)
        return yield say(`${BY_RULE}, and read at most ${count(MOST_CHARACTERS)} characters. ${EXAMPLE}`);
      const { data: stacks } = yield* list<Made>('list_stacks', { limit: MOST_NAMED });
      const { data: scenarios } = yield* list<Made>('list_scenarios', { limit: MOST_NAMED });
      const { data: benchmarks } = yield* list<Benchmark>('list_benchmarks', { available: true });
      signal.throwIfAborted();
      const nameOf = ({ name }: Made) => name;
      const typeOf = ({ type }: Benchmark) => type.replaceAll('_', ' ');
      const names = [...stacks, ...scenarios].map(nameOf);
      const rest = withoutNames(text, names).replace(ITEMS, ' ').replaceAll('_', ' ');
      const chosen = { stacks: namedIn(text, stacks, nameOf), scenarios: namedIn(text, scenarios, nameOf) };
      const measured = namedIn(rest, benchmarks, typeOf);
      const left = withoutNames(rest, benchmarks.map(typeOf)).replace(KNOWN_WORDS, ' ');
      const wrong = [
        ...(/[\p{L}\p{N}]/u.test(left) ? [`I do not know ${namedWords(left)}.`] : []),
        ...twice([...chosen.stacks, ...chosen.scenarios]),
        ...(chosen.stacks.length + chosen.scenarios.length < 2 || chosen.stacks.length === 0
          ? ['Name two stacks, or a stack and a scenario.']
          : []),
        ...(measured.length === 0 ? ['Name what to measure.'] : []),
      ];
      if (wrong.length > 0)
        return yield say(
          [
            `${BY_RULE}, and this sentence is not clear, so nothing was asked for. ${wrong.join(' ')}`,
            `Stacks: ${listed(stacks.map(nameOf))}.`,
            `Scenarios: ${listed(scenarios.map(nameOf))}.`,
            `Benchmarks: ${listed(benchmarks.map(({ type }) => type))}.`,
            EXAMPLE,
          ].join('\n\n'),
        );
      const samples = ITEMS.exec(text)?.[1];
      const body = {
        name: [...chosen.stacks, ...chosen.scenarios].map(nameOf).join(', ').slice(0, 200),
        targets: [
          ...chosen.stacks.map(({ id }) => ({ target_type: 'stack', target_id: id })),
          ...chosen.scenarios.map(({ id }) => ({ target_type: 'scenario', target_id: id })),
        ],
        benchmarks: measured.map(({ type }) => ({
          benchmark_type: type,
          ...(samples !== undefined && { num_samples: Number(samples) }),
        })),
      };
      const estimate = yield* callTool<Estimated>(tools, question, 'estimate_evaluation', body);
      signal.throwIfAborted();
      const said = `${BY_RULE}: ${named(body.name)}.\n\n${estimated(estimate)}`;
      if (ESTIMATE_ONLY.test(withoutNames(text, names)))
        return yield say(`${said}\n\nNothing was asked for: this is an estimate.`);
      const { approval } = yield* callTool<Requested>(tools, question, 'request_evaluation', body);
      yield { type: 'made', made: { kind: 'approval', id: approval.id, name: body.name } };
      yield say(
        `${said}\n\nNothing has run: a person approves or declines it, until ${approval.expires_at}.`,
      );
    },
  };
}

const say = (text: string): Part => ({ type: 'text', text: `${text}\n` });
const listed = (names: readonly string[]) => (names.length === 0 ? 'none' : names.map(plain).join(', '));
const namedWords = (left: string) =>
  (left.match(/[\p{L}\p{N}][^\s,;:?!"“”„]*/gu) ?? []).slice(0, 10).map(named).join(', ');

/** Names that several of those that are meant have. */
function twice(rows: readonly Made[]): string[] {
  const same = [...Map.groupBy(rows, ({ name }) => name.trim().toLowerCase()).values()];
  return same.flatMap(([first, ...more]) =>
    first && more.length > 0 ? [`${named(first.name)} is the name of several; give each its own.`] : [],
  );
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
    lines.join('\n'),
    ...warnings.map(plain),
  ].join('\n\n');
}
