import type { RefusedParameter } from '../../contract/failure.ts';

type Problem = RefusedParameter['problem'];

/** Fields of a request that contain the question; they are not parameters. */
const ASKED = /^(?:messages?|prompt|inputs?|contents?|system|systemInstruction|tools?|model(?:_id|Id)?)\b/i;
/** Words before a colon or in quotes that are not names of parameters. */
const NOT_NAMES =
  /(?:Error|Exception)$|^(?:errors?|detail|provider|invalid|warning|for|with|of|in|is|this|the)$/i;
/** Prefixes of parameter names: the body, and Google's own object for them. */
const PLACES = /^(?:body|query|generation_?config)\./i;
const NAME = /^[A-Za-z_][\w.[\]-]{0,80}$/;

/** The parameter named by the fields of an error: `param` with `code` (OpenAI), `loc` with `type` (FastAPI). */
export function parameterInFields(error: Record<string, unknown>): RefusedParameter | undefined {
  const words = [error.code, error.type, error.message, error.msg].filter((one) => typeof one === 'string');
  if (Array.isArray(error.loc)) return namedParameter(error.loc.join('.'), words.join(' '));
  return typeof error.param === 'string' ? namedParameter(error.param, words.join(' ')) : undefined;
}

/**
 * Sentences that name a parameter. Each has one group, the name; the problem is read from the whole sentence. Sources:
 * OpenAI, Anthropic, Google, Mistral, Groq, vLLM, LiteLLM and Bedrock, as reported by their users.
 */
const SENTENCES: readonly RegExp[] = [
  /\b(?:un(?:supported|known|recogni[sz]ed|expected)|missing(?: required)?|invalid|required)\s+(?:request |keyword )?(?:parameters?|arguments?|fields?|value|propert(?:y|ies))(?:\(s\))?(?: supplied)?(?::\s*\[?["'`]?|\s+\[?["'`])([A-Za-z_][\w.]*)/i,
  /\bproperty ["'`]([\w.]+)["'`] is (?:unsupported|missing|not (?:supported|allowed))/i,
  /\b(?:parameter|argument|field)s?:?\s+\[?["'`]([\w.]+)["'`]\]?/i,
  /(?<!\bmodels? )["'`]([A-Za-z_][\w.]*)["'`](?: parameter| argument| field)? (?:is|are|was|does|do|must|may|should|can(?:not)?)\b/i,
  /\bUnknown name "([\w.]+)"(?! at '(?:contents|tools|system_instruction))/,
  /\b(?:extraneous|required) key \[([\w.]+)\]/,
  /#\/([\w/]+): /,
  /\bArgument not supported(?: on this model)?: ["'`]?([\w.]+)/i,
  /\b(?:the )?(?:parameter|field|argument) ([a-z]+(?:_[a-z]+)*) (?:is|must)\b/i,
  /["']loc["']: [([]["']body["'], ["'](\w+)["']/,
  /^([a-z]+(?:_[a-z]+)*(?:\.[\w]+)*): /,
  /\b([a-z]+(?:_[a-z]+)+) (?:is (?:not supported|unsupported|required|too large|too small|deprecated|not allowed)|must be)\b/,
  /\bdoes not support (?:the )?["'`]?([a-z]+(?:_[a-z]+)*)["'`]?(?: parameter)\b/i,
];

/** The parameter that a sentence names as refused or missing. */
export function parameterInWords(words: string): RefusedParameter | undefined {
  for (const sentence of SENTENCES) {
    const name = sentence.exec(words)?.[1];
    const found = name === undefined ? undefined : namedParameter(name, words);
    if (found !== undefined) return found;
  }
  return undefined;
}

const PROBLEMS: readonly [RegExp, Problem][] = [
  [/unsupported[_ ]value|does not support [\d"'`]|invalid[_ ]value/i, 'value'],
  [
    /unsupported|not[_ ](?:currently )?supported|does not support|un(?:known|recogni[sz]ed|expected)|extra(?:_forbidden|neous| inputs| fields)|not (?:permitted|allowed|accepted)|deprecated|cannot find field|removed|may not be|cannot (?:both )?be (?:used|specified|set)/i,
    'unsupported',
  ],
  [/\bmissing\b|\brequired\b/i, 'missing'],
  [
    /\b(?:must|should)\b|invalid|too (?:large|small|high|low)|at (?:least|most)|less (?:than|or)|greater (?:than|or)|maximum|minimum|exceeds?|range|out of|only|literal_error|_type\b|_parsing\b/i,
    'value',
  ],
];

const INSTEAD =
  /\b(?:use|try|replaced by|in favou?r of)\s+(?:the\s+)?(?:parameter\s+)?["'`]?([A-Za-z_][\w.]*)["'`]?(?:\s+(?:parameter\s+)?instead|["'`])/i;

function namedParameter(spelled: string, words: string): RefusedParameter | undefined {
  const name = spelled.replace(PLACES, '').replace(/\.+$/, '');
  if (!NAME.test(name) || ASKED.test(name) || NOT_NAMES.test(name)) return undefined;
  const problem = PROBLEMS.find(([pattern]) => pattern.test(words))?.[1];
  if (problem === undefined) return undefined;
  const instead = INSTEAD.exec(words)?.[1];
  return { name, problem, ...(instead !== undefined && instead !== name && { instead }) };
}
