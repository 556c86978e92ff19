import { isObject } from '../../kernel/json.ts';
import { readJsonLines } from '../../knowledge/reading/tables/tables.ts';
import { asksModel, type GraderSpec, givesShare, graderProblems, readsCalls } from '../graders/graders.ts';
import type { Benchmark } from './benchmark.ts';
import { readCluster, readExpected, readGrader, readInput, readMetadata } from './dataset-item.ts';
import { type Item, toItem } from './item.ts';
import { FROM_SOURCE, itemsOfSource, type SourceFormat } from './items-of-source.ts';

/** A rule that a response follows if its grader calls it right, or with `not`, wrong. */
export interface Rule {
  readonly rule: string;
  readonly grader: GraderSpec;
  readonly expected: string | string[];
  readonly not?: true;
}

/** The graders that grade an item: those of its rules, else its own. */
export const gradersOfItem = (item: Item): readonly GraderSpec[] =>
  item.grader.type === RULES ? rulesOfItem(item).map(({ grader }) => grader) : [item.grader];

/** The rules of an item, from the options of its grader. */
export const rulesOfItem = ({ grader }: Item): readonly Rule[] => grader.options.rules as readonly Rule[];

/** The type of the grader of an item with rules. */
const RULES = 'rules';

const FORMAT: SourceFormat = {
  type: 'adherence',
  holds: 'JSON Lines, each a question with a checklist of rules',
  rowsOf: readJsonLines,
  toItem: rowToItem,
};

/** Your own questions with the rules that each response has to follow. */
export const adherence: Benchmark = {
  ...FROM_SOURCE,
  type: 'adherence',
  title: 'Adherence to your own rules',
  measures:
    'Which of your rules each response follows: every rule is graded separately, the score is the share of followed rules, and the results count the responses that break any.',
  doesNotMeasure:
    'Anything that is not a rule. Rules that need judgement belong in a custom evaluation with a judge.',
  version: '1',
  metric: 'rules_kept',
  sampleItems: (request) => itemsOfSource(FORMAT, request),
};

const KNOWN = ['input', 'rules', 'cluster', 'metadata'];
const KNOWN_OF_RULE = ['rule', 'grader', 'expected', 'not'];
const MAX_RULES = 50;
const MAX_CHARACTERS = 200;

function rowToItem(
  row: Record<string, unknown>,
  unknown: Set<string>,
): { item: Item } | { problems: string[] } {
  for (const field of Object.keys(row)) if (!KNOWN.includes(field)) unknown.add(field);
  const problems: string[] = [];
  const input = readInput(row.input, problems);
  const cluster = readCluster(row.cluster, problems);
  const metadata = readMetadata(row.metadata, problems);
  const given = Array.isArray(row.rules) ? row.rules : [];
  if (given.length === 0 || given.length > MAX_RULES)
    problems.push(`rules must be a list of 1 to ${MAX_RULES} rules`);
  const rules = given.flatMap((one, i) => readRule(one, `rules/${i}`, problems) ?? []);
  if (new Set(rules.map(({ rule }) => rule)).size < rules.length)
    problems.push('rules must have different names');
  if (problems.length > 0) return { problems };
  return {
    item: toItem({
      input,
      expected: rules.map(({ rule }) => rule),
      grader: { type: RULES, options: { rules } },
      ...(cluster !== undefined && { cluster }),
      ...(metadata !== undefined && { metadata }),
    }),
  };
}

function readRule(given: unknown, at: string, problems: string[]): Rule | null {
  if (!isObject(given) || !Object.keys(given).every((name) => KNOWN_OF_RULE.includes(name))) {
    problems.push(
      `${at} must have rule, grader and expected, and optionally not, if the grader must reject the response`,
    );
    return null;
  }
  const { rule, not = false } = given;
  const found: string[] = [];
  if (typeof rule !== 'string' || rule.trim() === '' || rule.length > MAX_CHARACTERS)
    found.push(`rule must be a text of at most ${MAX_CHARACTERS} characters`);
  if (typeof not !== 'boolean') found.push('not must be true or false');
  const expected = readExpected(given.expected, found);
  const grader = readGrader(given.grader, found);
  if (grader === null) found.push('grader is missing');
  else if (asksModel(grader) || readsCalls(grader) || givesShare(grader))
    found.push(`grader ${grader.type} does not decide whether a text is right`);
  else if (found.length === 0) found.push(...graderProblems(grader, expected));
  problems.push(...found.map((problem) => `${at}: ${problem}`));
  if (found.length > 0 || grader === null) return null;
  return { rule: rule as string, grader, expected, ...(not === true && { not: true as const }) };
}
