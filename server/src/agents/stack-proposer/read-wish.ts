import { NUMBER, readNumber } from '../rules/quantity.ts';
import { CANDIDATES, type Reference, SMALL_NUMBER, smallNumber, takeReference } from '../rules/references.ts';

/** What candidates a person asks for. */
export interface Wish {
  /** How many; null where no number is said. */
  count: number | null;
  limits: Limits;
  /** The cheapest ones, not some from the cheapest to the dearest. */
  isCheapest: boolean;
  /** Asked which there are: nothing is made. */
  isQuestion: boolean;
  /** Others than there are already. */
  isMore: boolean;
  /** To those of an answer before. */
  reference: Reference | null;
  /** A scenario is meant that the sentence does not name. */
  meansScenario: boolean;
  /** What has to be said otherwise. */
  unclear: string[];
  /** The words that nothing has read. */
  rest: string;
}

/** As `find_candidates` takes them. */
export interface Limits {
  max_input_usd_per_million?: number;
  max_output_usd_per_million?: number;
  min_context_tokens?: number;
  open_weights?: boolean;
  reasoning?: boolean;
  configured?: boolean;
  words?: string;
}

const words = (source: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, 'iu');
const AT_MOST = String.raw`(?:(?:that\s+)?(?:costs?|costing|kosten)\s+)?(?:under|below|less than|at most|no more than|not more than|cheaper than|up to|max(?:imum)?(?: of)?|unter|höchstens|bis(?: zu)?|<=?|≤)\s*`;
const MILLION = String.raw`\s*(?:\/|per|a|pro|je)\s*(?:(?:1|one|a)\s*)?(?:m(?:illion(?:en)?|io\.?|tok)?)`;
const SIDE = '(?:input|output|prompt|completion|eingabe|ausgabe)';
const PRICE = words(
  String.raw`${AT_MOST}(?:\$\s*(?<n>${NUMBER})|(?<n2>${NUMBER})\s*(?:\$|USD|dollars?))${MILLION}\s*(?<side>${SIDE})?[\s-]*(?:tokens?)?(?:\s+(?:of\s+)?(?<side2>${SIDE}))?`,
);
const CONTEXT = words(
  String.raw`(?:(?:with|and|mit|und)\s+)?(?:at least|more than|over|min(?:imum|destens)?(?: of)?|≥|>=?)?\s*(?:an?\s+)?(?<n>\d+(?:[.,]\d+)*\s?(?:k|m|thousand|million)?)[\s-]*(?:tokens?)?\s*(?:of\s+)?(?:context|kontext)(?:[\s-]*(?:window|length|fenster))?|(?:with\s+)?(?:an?\s+)?context(?:\s+(?:window|length))?\s+(?:of\s+)?(?:at least\s+)?(?<n2>\d+(?:[.,]\d+)*\s?(?:k|m|thousand|million)?)(?:\s*tokens?)?`,
);
const OPEN_WEIGHTS = words(
  String.raw`(?:with\s+|mit\s+)?(?:open[\s-]weights?|offenen gewichten)|open(?=\s+models?)`,
);
const REASONING = words(String.raw`(?:with\s+)?reasoning`);
const CONFIGURED = words(
  String.raw`configured|konfigurierte[nr]?|(?:that|which)\s+(?:I|we|you)\s+can\s+(?:ask|run|evaluate|measure|use)(?:\s+now)?|available(?:\s+(?:here|now))?`,
);
const MADE_BY = words(
  String.raw`(?:from|by|von|of)\s+(?!(?:the|our|my|a|an|it|that|this|those|these|them|all|each|its|input|output)(?![\p{L}]))(?<by>\p{L}[\p{L}\p{N}._-]*)`,
);
const CHEAPEST = words(
  String.raw`cheapest|lowest[\s-]pric(?:ed|es?)|least expensive|günstigsten?|billigsten?`,
);
const MORE = words('more|other|another|further|weitere|andere');
const ANOTHER = words('another|weiteren?');
const SCENARIO = words(
  String.raw`(?:for|under|für)\s+(?:it|that|this|(?:(?:the|this|that|my|our|das|dieses)\s+)?(?:scenario|workload|szenario))`,
);
const COUNT = words(
  String.raw`(?<n>${SMALL_NUMBER})(?=(?:\s+[\p{L}-]+){0,3}\s+${CANDIDATES}(?![\p{L}]))|(?<=(?:propose|suggest|recommend)\s+(?:me\s+)?)(?<n2>${SMALL_NUMBER})`,
);
const QUESTION = /^\s*(?:which|what|welche)(?!\p{L})|^\s*(?:list|show|find|look up|zeige?)(?!\p{L})|\?\s*$/iu;
const NO_ORDER = /(?<!\p{L})(?:do not|don['’]t|never|without|not|no|kein\w*|nicht)(?!\p{L})/iu;
const ANY_PRICE = words(String.raw`(?:\$\s*${NUMBER}|${NUMBER}\s*(?:\$|USD|dollars?|€|EUR))`);
/** What may stand in a sentence that leaves no doubt. */
const KNOWN_WORDS =
  /(?<![\p{L}\p{N}])(?:please|bitte|propose|suggest|recommend|create|make|draft|add|schlage?|vor|mache?|which|what|list|show|find|look|up|me|us|are|is|there|do|does|you|know|have|has|can|could|i|we|want|need|like|would|stacks?|candidates?|models?|options?|ones?|kandidaten|modelle?|of|from|out|in|the|an?|and|und|or|with|mit|for|für|by|as|that|this|those|these|it|them|its?|all|each|to|compare|evaluate|our|my|workspace|catalogue?|katalog|aus|dem|der|die|das|einen?|few|some|einige|good|different|now|then|so|ok|okay|yes|scenario|workload|called|named|evaluation|comparison|use|using|try|tokens?|per|million|price|prices|cost|costs|context)(?![\p{L}\p{N}])/giu;

/** Reads from a person's words which candidates they ask for; names of models and scenarios are taken out before. */
export function readWish(text: string): Wish {
  const limits: Limits = {};
  const unclear: string[] = [];
  let rest = text;
  const take = (pattern: RegExp, read: (groups: Record<string, string | undefined>) => void = () => {}) => {
    const match = pattern.exec(rest);
    if (!match) return false;
    read(match.groups ?? {});
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    return true;
  };
  const isNegated = NO_ORDER.exec(text.replace(/no more than|not more than/giu, ' '));
  if (isNegated)
    unclear.push(`There is a “${isNegated[0]}” in it. Say what you want, not what you do not want.`);
  const price = ({ n, n2, side, side2 }: Record<string, string | undefined>) => {
    const value = readNumber((n ?? n2 ?? '').trim(), false);
    const which = side ?? side2;
    if (value === null || which === undefined)
      unclear.push(
        'Is the price one of input or of output tokens? Say it as “under $2 per million output tokens”.',
      );
    else if (/^(?:input|prompt|eingabe)$/iu.test(which)) limits.max_input_usd_per_million = value;
    else limits.max_output_usd_per_million = value;
  };
  while (take(PRICE, price));
  take(CONTEXT, ({ n, n2 }) => {
    const value = tokens(n ?? n2 ?? '');
    if (value === null) unclear.push('How many tokens of context? Say it as “100k context”.');
    else limits.min_context_tokens = value;
  });
  if (ANY_PRICE.test(rest))
    unclear.push(
      'What is the amount of money for? Say it as “under $2 per million output tokens”, or name a scenario with a budget.',
    );
  if (take(CONFIGURED)) limits.configured = true;
  if (take(OPEN_WEIGHTS)) limits.open_weights = true;
  if (take(REASONING)) limits.reasoning = true;
  const isCheapest = take(CHEAPEST);
  take(MADE_BY, ({ by = '' }) => {
    limits.words = by;
  });
  const meansScenario = take(SCENARIO);
  // “The three cheapest models” are none that were spoken of.
  const { reference, rest: left } = isCheapest ? { reference: null, rest } : takeReference(rest);
  rest = left;
  let count: number | null = null;
  take(COUNT, ({ n, n2 }) => {
    count = smallNumber(n ?? n2);
  });
  if (count === null && ANOTHER.test(rest)) count = 1;
  const isMore = take(MORE);
  return {
    count,
    limits,
    isCheapest,
    isQuestion:
      QUESTION.test(text) && !/(?<!\p{L})(?:propose|suggest|make|create|draft|add)(?!\p{L})/iu.test(text),
    isMore,
    reference,
    meansScenario,
    unclear,
    rest: rest.replace(KNOWN_WORDS, ' '),
  };
}

/** `100k`, `128,000`, `1M`; null where it could be read in two ways. */
function tokens(written: string): number | null {
  const [, digits = '', factor = ''] = /^([\d.,]+)\s?(\p{L}*)$/u.exec(written.trim()) ?? [];
  const value = readNumber(digits, false);
  if (value === null) return null;
  const times = /^(?:k|thousand)$/iu.test(factor) ? 1000 : /^(?:m|million)$/iu.test(factor) ? 1_000_000 : 1;
  const all = Math.round(value * times);
  return all >= 1 && Number.isSafeInteger(all) ? all : null;
}
