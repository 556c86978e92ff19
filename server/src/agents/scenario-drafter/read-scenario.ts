import { hasDecimalComma, NUMBER, readNumber } from '../rules/quantity.ts';
import { WORKLOADS } from './workloads.ts';

/** A field of a scenario that can be read from words. */
export type Field =
  | 'name'
  | 'workload_type'
  | 'traffic_profile'
  | 'p50_latency_ms'
  | 'p95_latency_ms'
  | 'p99_latency_ms'
  | 'throughput_rps'
  | 'availability'
  | 'monthly_limit_usd'
  | 'cost_per_1k_requests_usd'
  | 'regions'
  | 'certifications'
  | 'vendor_lock_in_tolerance'
  /** `benchmark=share`, or `benchmark/subset=share`: `gsm8k=0.8`. */
  | 'quality';

/** What was read, with the person's own words. */
export interface Understood {
  field: Field;
  value: string | number;
  words: string;
}

/** Words that could mean more than one thing, and what to ask. */
export interface Unclear {
  words: string;
  ask: string;
}

export interface Reading {
  understood: Understood[];
  unclear: Unclear[];
}

const UPPER = String.raw`(?:\s*(?:latency|latenz|response times?|antwortzeit(?:en)?|requests|of|for|is|are|be|should|must|has to|needs? to|stays?|the|an?|limit|soll|muss|darf|bleiben|liegen|sein|liegt|ist|bei|von|für|at most|no more than|not (?:above|over|more than)|under|below|less than|within|up to|max(?:imum|imal)?(?: of)?|unter|höchstens|innerhalb(?: von)?|bis(?: zu)?|nicht (?:über|mehr als)|(?:not|never) exceed|<=?|≤|=|:)(?![\p{L}\p{N}]))*\s*`;
const TIME = String.raw`(?<unit>ms|milliseconds?|msec|millisekunden?|s|secs?|seconds?|sekunden?)(?![\p{L}])`;
const N = `(?<n>${NUMBER})`;
const PER = String.raw`\s*(?:\/|per|a|an|each|every|pro|je|im|am|für)\s*`;
const USD = String.raw`(?:US[ -]?dollars?|dollars?|USD|US\$|\$)`;
const MONEY = String.raw`(?:(?:US)?\$\s*${N}|${N.replace('<n>', '<n2>')}\s*${USD})`;
const MONTH = '(?:month|monat)';
const THOUSAND = String.raw`(?:1[.,]?000|1\s?k|(?:a |one |ein)?thousand|(?:ein)?tausend)\s*(?:requests|calls|queries|anfragen|aufrufe)`;

/** Benchmarks that a minimum may name, as people write them; the service refuses what it does not have. */
const BENCHMARK = String.raw`(?<![\p{L}\p{N}])(?:gsm[- ]?8k|mmlu[-_ ]pro|mmlu(?:\/[a-z_]+)?|arc[-_ ]challenge|hellaswag|truthfulqa|ifeval|squad|arithmetic|instruction[-_ ]following|json[-_ ]extraction|long[-_ ]context[-_ ]recall|reasoning[-_ ]tables|grounded[-_ ]qa|refusal[-_ ]of[-_ ]unknown)(?![\p{L}\p{N}])`;
const ALIASES: Readonly<Record<string, string>> = {
  gsm_8k: 'gsm8k',
  truthfulqa: 'truthfulqa_mc1_gen',
};

const words = (source: string) => new RegExp(source, 'giu');
const ASK_UPPER =
  'Limits of latency and cost are upper limits. Say it as “p95 under 800 ms” or “at most $500 a month”.';

interface Found {
  groups: Record<string, string | undefined>;
  words: string;
  number: number | null;
}
type Read = (found: Found) => Omit<Understood, 'words'> | { ask: string };

function latencyOf(percentile: string | undefined, { groups, number }: Found): ReturnType<Read> {
  if (number === null) return { ask: ASK_NUMBER };
  const isMs = /^m/iu.test(groups.unit ?? '');
  const value = Math.round(number * (isMs ? 1 : 1000) * 1e6) / 1e6;
  const known = { 50: 'p50_latency_ms', 95: 'p95_latency_ms', 99: 'p99_latency_ms' } as const;
  const field = known[Number(percentile) as 50];
  if (!field) return { ask: 'A scenario limits p50, p95 or p99. Which of them do you mean?' };
  if (!Number.isSafeInteger(value) || value < 1)
    return { ask: 'Latencies are whole milliseconds from 1. Which limit do you mean?' };
  return { field, value };
}

const ASK_PERCENTILE = 'Which percentile is that: p50, p95 or p99? Say it as “p95 under 800 ms”.';
const ASK_NUMBER = 'Is the mark in it one of thousands or of decimals? Write 1500 or 1.5.';
const amount =
  (field: Field): Read =>
  ({ number }) =>
    number === null ? { ask: ASK_NUMBER } : { field, value: number };

/** In this order; what one of them has read, the next ones do not see. */
const PATTERNS: readonly (readonly [RegExp, Read])[] = [
  [
    words(
      String.raw`(?:called|named?|namens|genannt|name:|scenario|szenario)\s*["“„«'](?<name>[^"“”„«»']{1,200})["”“»']`,
    ),
    ({ groups }) => ({ field: 'name', value: groups.name?.trim() ?? '' }),
  ],
  [
    words(
      String.raw`(?<![\p{L}])(?<certificate>SOC ?[123](?: type (?:II|I|2|1))?|ISO(?:/IEC)?[ -]?\d{5}|HIPAA|PCI[- ]DSS|FedRAMP(?: (?:high|moderate|low))?|BSI C5|C5|HITRUST|TISAX|ENS)(?![\p{L}\p{N}])`,
    ),
    ({ groups }) => ({ field: 'certifications', value: groups.certificate ?? '' }),
  ],
  [
    words(
      String.raw`(?:(?<way>at most|no more than|höchstens|maximal|up to|under|below|less than|unter)|at least|min(?:imum|\.)?(?: of)?|no less than|mindestens|>=?|≥)?\s*${N}\s*(?:%|percent|prozent)\s*(?:of accuracy |accuracy |correct |right |richtig )?(?:on|at|in|bei|auf)\s+(?:the )?(?<benchmark>${BENCHMARK})`,
    ),
    minimum,
  ],
  [
    words(
      String.raw`(?<benchmark>${BENCHMARK})\s*(?:score|accuracy|of|is|must be|should be|:|=|wert|von)?\s*(?:(?<way>at most|no more than|höchstens|maximal|up to|under|below|less than|unter)|at least|above|over|min(?:imum|\.)?(?: of)?|no less than|mindestens|über|>=?|≥)\s*${N}\s*(?:%|percent|prozent)`,
    ),
    minimum,
  ],
  [words(`${MONEY}${PER}${THOUSAND}`), amount('cost_per_1k_requests_usd')],
  [words(`${MONEY}(?:${PER}${MONTH}|\\s*(?:monthly|monatlich))`), amount('monthly_limit_usd')],
  [
    words(String.raw`(?:monthly|monatliche[sn]?)\s+(?:budget|limit|costs?|kosten)${UPPER}${MONEY}`),
    amount('monthly_limit_usd'),
  ],
  [
    words(
      `${N}\\s*(?:rps|qps|req/s|(?:requests?|queries|calls|anfragen|aufrufe)${PER}(?:seconds?|secs?|s|sekunde)(?![\\p{L}]))`,
    ),
    ({ number }) =>
      number !== null && Number.isSafeInteger(number) && number >= 1
        ? { field: 'throughput_rps', value: number }
        : { ask: 'The rate is a whole number of requests per second at the peak. Which one is it?' },
  ],
  [
    words(
      String.raw`(?:availability|uptime|verfügbarkeit)${UPPER.replace('at most', 'at least|mindestens|at most')}${N}\s*(?:%|percent|prozent)?`,
    ),
    availability,
  ],
  [
    words(
      String.raw`${N}\s*(?:%|percent|prozent)\s*(?:availability|available|uptime|verfügbarkeit|verfügbar)`,
    ),
    availability,
  ],
  [
    words(
      String.raw`(?<![\p{L}\p{N}])(?:p(?<p>\d\d)|(?<p2>\d\d)(?:th|\.)?[- ](?:percentile|perzentil)|(?<p3>median))${UPPER}${N}\s*${TIME}`,
    ),
    (found) => latencyOf(found.groups.p ?? found.groups.p2 ?? '50', found),
  ],
  [
    words(String.raw`${N}\s*${TIME}\s*(?:\(|at|for|in|as|im|bei|als)?\s*(?:the |der |die )?p(?<p>\d\d)\)?`),
    (found) => latencyOf(found.groups.p, found),
  ],
  [
    words(
      String.raw`(?<p>\d\d)\s*(?:%|percent|prozent)\s*(?:of|der|aller)\s+(?:all |the )?(?:requests|answers|responses|calls|anfragen|antworten)(?:\s+(?:must|should|have to|are|be|answered|come|arrive|müssen|sollen|werden))*\s+(?:within|under|in|below|unter|innerhalb von)\s+${N}\s*${TIME}`,
    ),
    (found) => latencyOf(found.groups.p, found),
  ],
  [
    words(
      String.raw`(?:lock-?in|anbieterbindung)(?:[- ]toleran(?:ce|z))?(?:\s|:|=|is|of|ist|at most|höchstens)*(?<![\p{L}])(?<level>none|low|medium|high|keine?|niedrig|gering|mittel|hoch)(?![\p{L}])`,
    ),
    lockIn,
  ],
  [
    words(
      String.raw`(?<![\p{L}])(?<level>no|low|medium|high|keine?n?|niedrige[rn]?|geringe[rn]?|mittlere[rn]?|hohe[rn]?)\s+(?:tolerance (?:for|of) )?(?:vendor |anbieter-?)?(?:lock-?in|bindung)(?:[- ]toleran(?:ce|z))?`,
    ),
    lockIn,
  ],
  [
    words(String.raw`(?<profile>steady|bursty|diurnal|spiky)\s+(?:traffic|load|last|verkehr)`),
    ({ groups }) => ({ field: 'traffic_profile', value: groups.profile?.toLowerCase() ?? '' }),
  ],
];

function minimum({ groups, number }: Found): ReturnType<Read> {
  if (number === null) return { ask: ASK_NUMBER };
  if (groups.way !== undefined)
    return { ask: 'A minimum quality is the least score. Say it as “at least 80 % on gsm8k”.' };
  if (!(number > 0 && number <= 100))
    return { ask: 'A score is a share of up to 100 %, such as 80 %. Which one is it?' };
  const name = groups.benchmark?.toLowerCase().replace(/[ -]/gu, '_') ?? '';
  return { field: 'quality', value: `${ALIASES[name] ?? name}=${Number((number / 100).toPrecision(12))}` };
}

function availability({ number }: Found): ReturnType<Read> {
  if (number === null) return { ask: ASK_NUMBER };
  const isShare = number < 1;
  if ((isShare ? number * 100 : number) < 50 || number >= 100)
    return { ask: 'An availability is a share below 100 %, such as 99.9 %. Which one is it?' };
  return { field: 'availability', value: number };
}

function lockIn({ groups }: Found): ReturnType<Read> {
  const level = groups.level?.toLowerCase() ?? '';
  const known: readonly (readonly [string, RegExp])[] = [
    ['none', /^(?:no|none|kein)/],
    ['low', /^(?:low|niedrig|gering)/],
    ['medium', /^(?:medium|mitt)/],
  ];
  return {
    field: 'vendor_lock_in_tolerance',
    value: known.find(([, one]) => one.test(level))?.[0] ?? 'high',
  };
}

const REGION = words(
  String.raw`(?<![\p{L}\p{N}-])(?:[a-z]{2}-[a-z]+-\d|European Union|United States|United Kingdom|Germany|Deutschland|France|Frankreich|Ireland|Irland|Netherlands|Niederlande|Sweden|Schweden|Switzerland|Schweiz|Canada|Kanada|Japan|Australia|Australien|India|Indien|Europe|Europa|EU|EEA|EWR|USA|US|UK)(?![\p{L}\p{N}$])`,
);
/** As compliance knows the names. */
const REGION_NAMES: Readonly<Record<string, string>> = {
  deutschland: 'Germany',
  frankreich: 'France',
  irland: 'Ireland',
  niederlande: 'Netherlands',
  schweden: 'Sweden',
  schweiz: 'Switzerland',
  kanada: 'Canada',
  australien: 'Australia',
  indien: 'India',
  ewr: 'EEA',
};
const PLACED =
  /\b(?:runs?|running|hosted|hosting|hosts?|stays?|stored?|regions?|resid\w*|data|deploy\w*|process\w*|only|must|daten|gehostet|betrieben|bleiben|läuft|laufen|nur|region|verarbeite\w*)\b/iu;
const NEGATED =
  /\b(?:no|not|without|never|except|don['’]t|doesn['’]t|kein\w*|ohne|nicht|außer)\s+(?:\p{L}+\s+){0,2}$/iu;
const NOT_NEEDED =
  /^[^.,;]{0,20}\b(?:not|nicht|isn['’]t|aren['’]t)\s+(?:needed|required|necessary|nötig|erforderlich)/iu;

/** Words without a measure, what they could be about, and which fields say it. */
const VAGUE: readonly (readonly [RegExp, readonly Field[], string])[] = [
  [
    words(
      String.raw`(?<![\p{L}])(?:fast|quick(?:ly)?|low[- ]latency|responsive|instant(?:ly)?|schnell\p{L}*|flott)(?![\p{L}])`,
    ),
    ['p50_latency_ms', 'p95_latency_ms', 'p99_latency_ms'],
    'How fast? Say a percentile with a limit, such as “p95 under 800 ms”.',
  ],
  [
    words(
      String.raw`(?<![\p{L}])(?:cheap(?:ly)?|low[- ]cost|inexpensive|affordable|günstig\p{L}*|billig\p{L}*|preiswert\p{L}*)(?![\p{L}])`,
    ),
    ['monthly_limit_usd', 'cost_per_1k_requests_usd'],
    'How much may it cost? Say “at most $500 a month” or “$2 per 1,000 requests”.',
  ],
  [
    words(
      String.raw`(?<![\p{L}])(?:highly available|high availability|reliable|always up|hochverfügbar\p{L}*|zuverlässig\p{L}*)(?![\p{L}])`,
    ),
    ['availability'],
    'How available? Say a share, such as “99.9 % availability”.',
  ],
  [
    words(
      String.raw`(?<![\p{L}])(?:high[- ]traffic|high throughput|many requests|heavy load|viele anfragen)(?![\p{L}])`,
    ),
    ['throughput_rps'],
    'How many? Say the peak, such as “50 requests per second”.',
  ],
  [
    words(String.raw`(?<![\p{L}])(?:GDPR|DSGVO|compliant|konform)(?![\p{L}])`),
    ['regions', 'certifications'],
    'Which regions or certificates does that mean for you? Say “hosted in the EU” or “ISO 27001”.',
  ],
  [
    words('(?:vendor )?lock-?in|anbieterbindung'),
    ['vendor_lock_in_tolerance'],
    'How much lock-in is tolerated: none, low, medium or high?',
  ],
];
const LATENCY_ALONE = words(`${N}\\s*${TIME}`);
const MONEY_ALONE = words(MONEY);
const NUMBER_ALONE = words(`[€£$]?\\s?${NUMBER}\\s*(?:%|€|EUR|\\p{L}+(?:[ /](?:per|a|pro) ?\\p{L}+)?)?`);
const LEADS = /(?:above|over|more than|at least|longer than|minimum|mindestens|über|mehr als)\s*$/iu;
const UPPER_FIELDS = /latency|usd/;

/** A question about drafting, or a word against it, is no order to draft. */
const NO_ORDER =
  /^\s*(?:how|should|shall|what|why|when|which|wie|soll\w*|warum|was|wann)(?!\p{L})|(?<!\p{L})(?:do not|don['’]t|never)\s+(?:yet\s+)?(?:draft|create|make|write|set up|add)(?!\p{L})|(?<!\p{L})kein(?:e|en)?\s+szenario/iu;

/**
 * Reads a scenario from a person's words by a table of patterns. Whatever could mean two things, a number that nothing
 * has read among it, is unclear instead of guessed.
 */
export function readScenario(text: string): Reading {
  const decimalComma = hasDecimalComma(text);
  const understood: Understood[] = [];
  const unclear: Unclear[] = [];
  const [noOrder] = NO_ORDER.exec(text) ?? [];
  if (noOrder !== undefined)
    unclear.push({ words: noOrder.trim(), ask: 'Do you want a scenario? Say “Draft a scenario: …”.' });
  let rest = text;
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => void) => {
    for (const match of [...rest.matchAll(pattern)] as RegExpExecArray[]) {
      read(match);
      const { index } = match;
      rest = rest.slice(0, index) + '\u0000'.repeat(match[0].length) + rest.slice(index + match[0].length);
    }
  };
  const isNegated = ({ index, 0: all }: RegExpExecArray) =>
    NEGATED.test(clauseBefore(text, index)) || NOT_NEEDED.test(text.slice(index + all.length));
  const put = (match: RegExpExecArray, found: Omit<Understood, 'words'>) => {
    const said = match[0].trim();
    const isWrongWay = UPPER_FIELDS.test(found.field) && LEADS.test(clauseBefore(text, match.index));
    if (isWrongWay) unclear.push({ words: said, ask: ASK_UPPER });
    else if (found.field !== 'name' && isNegated(match))
      unclear.push({ words: said, ask: 'There is a “not” or “no” beside it. Is it required or not?' });
    else understood.push({ ...found, words: said });
  };

  for (const [pattern, read] of PATTERNS)
    take(pattern, (match) => {
      const groups = match.groups ?? {};
      const written = groups.n ?? groups.n2;
      const number = written === undefined ? null : readNumber(written, decimalComma);
      const found = read({ groups, words: match[0], number });
      if ('ask' in found) unclear.push({ words: match[0].trim(), ask: found.ask });
      else put(match, found);
    });
  take(REGION, (match) => {
    const [name] = match;
    // “us” is a word, “US” a region.
    if (/^(?:us|eu|uk)$/iu.test(name) && name !== name.toUpperCase()) return;
    if (/^europ[ae]$/iu.test(name))
      unclear.push({
        words: name,
        ask: 'Does that mean EU, or EEA, or are other countries of Europe allowed?',
      });
    else if (PLACED.test(sentenceAround(text, match.index)))
      put(match, { field: 'regions', value: REGION_NAMES[name.toLowerCase()] ?? name });
    else unclear.push({ words: name, ask: `Must it run there? Say “hosted in ${name}”, or leave it out.` });
  });
  for (const [workload, pattern] of WORKLOADS)
    take(pattern, (match) => put(match, { field: 'workload_type', value: workload }));

  for (const [pattern, fields, ask] of VAGUE) {
    const isSaid = understood.some(({ field }) => fields.includes(field));
    take(pattern, (match) => {
      if (!isSaid) unclear.push({ words: match[0], ask });
    });
  }
  take(LATENCY_ALONE, (match) => {
    const isLeast = LEADS.test(clauseBefore(text, match.index));
    unclear.push({ words: match[0].trim(), ask: isLeast ? ASK_UPPER : ASK_PERCENTILE });
  });
  take(MONEY_ALONE, (match) =>
    unclear.push({ words: match[0].trim(), ask: 'Is that a month, or per 1,000 requests?' }),
  );
  take(NUMBER_ALONE, (match) =>
    unclear.push({
      words: match[0].trim(),
      ask: 'What does it limit, and in which unit: ms, s, requests per second, %, USD a month, USD per 1,000 requests?',
    }),
  );
  return { understood: once(understood, unclear), unclear };
}

/** Of fields with one value two different ones are unclear; regions and certificates are lists. */
function once(understood: readonly Understood[], unclear: Unclear[]): Understood[] {
  const byField = Map.groupBy(understood, ({ field }) => field);
  return [...byField].flatMap(([field, all]) => {
    const values = [...new Map(all.map((one) => [String(one.value).toLowerCase(), one])).values()];
    if (values.length === 1 || field === 'regions' || field === 'certifications') return values;
    if (field === 'quality' && areOfDifferentScores(values)) return values;
    const said = values.map((one) => one.words).join(' and ');
    unclear.push({ words: said, ask: 'These are different values of one thing. Which one is it?' });
    return [];
  });
}

/** Two minimums of one score contradict each other. */
const areOfDifferentScores = (values: readonly Understood[]) =>
  new Set(values.map(({ value }) => String(value).split('=')[0])).size === values.length;

const clauseBefore = (text: string, index: number) =>
  text.slice(Math.max(0, index - 60), index).replace(/^.*[.;,](?=\s)/su, '');

function sentenceAround(text: string, index: number): string {
  const before = text.slice(0, index).replace(/^.*[.;!?](?=\s)/su, '');
  const after = text.slice(index).replace(/[.;!?](?:\s.*)?$/su, '');
  return before + after;
}
