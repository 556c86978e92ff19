import type { Question, Turn } from '../answer.ts';
import { namedIn, withoutNames } from '../rules/names-in-text.ts';
import { lastMentioned, type Reference, referredTo, takeReference } from '../rules/references.ts';
import { wordsLeft } from '../rules/say.ts';
import { scenarioByWords, scenarioInMind, scenariosNamed } from '../rules/scenario-meant.ts';

export type Row = { id: string; name: string };

/** What there is to compare, and by what. */
export interface There<S extends Row, C extends Row> {
  stacks: readonly S[];
  scenarios: readonly C[];
  benchmarks: readonly { type: string }[];
}

/** What a person asks to have compared, as far as it is said. */
export interface Request<S extends Row, C extends Row> {
  stacks: readonly S[];
  /** Null: none is named, and whether one is meant is not said. */
  scenarios: readonly C[] | null;
  /** By their types; null where none is named. */
  benchmarks: readonly string[] | null;
  /** How many questions; null where no number is said. */
  items: number | null;
  /** What is left out although a limit would need it. */
  without: ReadonlySet<Part>;
  isEstimate: boolean;
  /** The stacks were spoken of before, or are all that there are, and not named. */
  isReferred: boolean;
  unclear: readonly string[];
}

type Part = 'questions' | 'load';

const ITEMS =
  /(?<![\p{L}\p{N}.,_-])(\d{1,6})\s+(?:questions|items|samples|prompts|fragen|aufgaben)(?!\p{L})/iu;
const ESTIMATE_ONLY =
  /(?<!\p{L})(?:estimate|schätze?|what would|was würde|how (?:much|long) (?:would|will)|only an estimate)(?!\p{L})/iu;
const WHAT_COSTS =
  /(?<!\p{L})(?:what|how (?:much|long))\s+(?:would|will)\s+(?:it|that|this|they|those|these)\s+(?:cost|take|be)(?!\p{L})/iu;
const WITHOUT_SCENARIO =
  /(?<!\p{L})(?:without|ohne)\s+(?:(?:the|a|any|das|ein)\s+)?(?:scenarios?|requirements|szenario|anforderungen)(?!\p{L})/iu;
const WITHOUT: readonly (readonly [Part, RegExp])[] = [
  ['load', /(?<!\p{L})(?:without|no|ohne)\s+(?:(?:the|any)\s+)?(?:load|last)(?!\p{L})/iu],
  [
    'questions',
    /(?<!\p{L})(?:without|no|ohne)\s+(?:(?:the|any)\s+)?(?:questions|benchmarks?|fragen)(?!\p{L})/iu,
  ],
];
const SCENARIO =
  /(?<!\p{L})(?:for|under|against|by|für|unter|gegen)\s+(?:it|that|this|(?:(?:the|this|that|my|our|das|dieses|its)\s+)?(?:scenario|workload|requirements|limits|szenario))(?!\p{L})/iu;
const ALSO = /(?<!\p{L})(?:also|too|as well|add|and on|auch|zusätzlich)(?!\p{L})/iu;
const NO_STACKS = 'There are no stacks yet: ask for some, such as “Propose three stacks for it”.';
/** What else may stand in a sentence that leaves no doubt. */
const KNOWN_WORDS =
  /(?<!\p{L})(?:please|bitte|compare|comparison|vergleiche|evaluate|bewerte|benchmarks?|measure|test|miss|estimate|schätze?|run|what|how|much|long|would|will|it|that|this|cost|take|do|can|could|you|i|we|let|us|now|then|so|ok|okay|yes|make|use|want|need|only|just|instead|also|too|as|well|add|to|the|an?|stacks?|candidates?|models?|scenarios?|workload|evaluation|and|und|vs|versus|against|gegen|with|mit|on|auf|under|unter|for|für|of|by|using|each|other|je|nur|auch|jetzt|was|würde|das|questions|fragen)(?!\p{L})/giu;

/**
 * Reads what is to be compared: names, *those three*, and, where a sentence only changes a request (*with 50 questions*),
 * the request that the evaluator answered last.
 */
export function readRequest<S extends Row, C extends Row>(
  { text, before }: Pick<Question, 'text' | 'before'>,
  there: There<S, C>,
): Request<S, C> {
  const own = readSentence(text, before, there);
  if (own.stacks.length > 0 || own.isReferred) return own;
  const earlier = requestBefore(before);
  if (earlier === null) return own;
  const base = readRequest(earlier, there);
  const isAlso = ALSO.test(text);
  return {
    stacks: base.stacks,
    scenarios: own.scenarios ?? base.scenarios,
    benchmarks:
      isAlso && own.benchmarks
        ? [...(base.benchmarks ?? []), ...own.benchmarks]
        : (own.benchmarks ?? base.benchmarks),
    items: own.items ?? base.items,
    without: base.without.union(own.without),
    isEstimate: own.isEstimate,
    isReferred: base.isReferred,
    unclear: [...own.unclear, ...base.unclear],
  };
}

/** The last message of a person that the evaluator answered, with what was said before it. */
function requestBefore(before: readonly Turn[]): Pick<Question, 'text' | 'before'> | null {
  const answered = before.findLastIndex(({ role, agent }) => role === 'assistant' && agent === 'evaluator');
  const at = before.slice(0, Math.max(0, answered)).findLastIndex(({ role }) => role === 'user');
  const turn = before[at];
  if (!turn) return null;
  return { text: turn.content.replace(/^\s*@[\w-]+[\s,:]*/, ''), before: before.slice(0, at) };
}

function readSentence<S extends Row, C extends Row>(
  text: string,
  before: readonly Turn[],
  { stacks, scenarios, benchmarks }: There<S, C>,
): Request<S, C> {
  const nameOf = ({ name }: Row) => name;
  const typeOf = ({ type }: { type: string }) => type.replaceAll('_', ' ');
  const own = { stacks: namedIn(text, stacks, nameOf), scenarios: scenariosNamed(text, scenarios) };
  let rest = withoutNames(text, [...stacks, ...scenarios].map(nameOf));
  const take = (pattern: RegExp) => {
    const found = pattern.test(rest);
    rest = rest.replace(pattern, ' ');
    return found;
  };
  take(WHAT_COSTS);
  const items = ITEMS.exec(rest)?.[1];
  take(ITEMS);
  const isWithoutScenario = take(WITHOUT_SCENARIO);
  const without = new Set(WITHOUT.flatMap(([part, pattern]) => (take(pattern) ? [part] : [])));
  const meansScenario = take(SCENARIO);
  rest = rest.replaceAll('_', ' ');
  const measured = namedIn(rest, benchmarks, typeOf);
  rest = withoutNames(rest, benchmarks.map(typeOf));
  const { reference, rest: left } = takeReference(rest);
  const byWords =
    own.scenarios.length === 0 ? scenarioByWords(left.replace(KNOWN_WORDS, ' '), scenarios) : null;
  const unknown = byWords === null ? wordsLeft(left.replace(KNOWN_WORDS, ' ')) : '';
  const referred = own.stacks.length === 0 && reference ? resolve(reference, before, stacks) : null;
  const meant = meansScenario ? scenarioInMind(before, scenarios) : null;
  const named = [...own.scenarios, ...(byWords ? [byWords] : []), ...(meant ? [meant] : [])];
  return {
    stacks: referred?.rows ?? own.stacks,
    scenarios: isWithoutScenario ? [] : named.length > 0 ? named : null,
    benchmarks: measured.length > 0 ? measured.map(({ type }) => type) : null,
    items: items === undefined ? null : Number(items),
    without,
    isEstimate: ESTIMATE_ONLY.test(text),
    isReferred: referred !== null,
    unclear: [
      ...(unknown === '' ? [] : [`I do not know ${unknown}.`]),
      ...(referred?.unclear ?? []),
      ...(meansScenario && meant === null && named.length === 0
        ? ['Which scenario do you mean? Name it.']
        : []),
    ],
  };
}

/** The stacks that are meant by *those three*: those spoken of last, else all that there are. */
function resolve<S extends Row>(reference: Reference, before: readonly Turn[], stacks: readonly S[]) {
  const mentioned = lastMentioned(before, stacks, 'stack');
  const rows = referredTo(reference, mentioned.length > 0 ? mentioned : stacks);
  if (rows !== null && rows.length > 0) return { rows, unclear: [] };
  if (stacks.length === 0) return { rows: [], unclear: [NO_STACKS] };
  const what =
    mentioned.length > 0 ? `${mentioned.length} were spoken of last` : `there are ${stacks.length}`;
  return { rows: [], unclear: [`I do not know which stacks you mean by “${reference.words}”: ${what}.`] };
}
