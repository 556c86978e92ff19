/** What a question about results asks for. */
export type Aspect = 'rejected' | 'limits' | 'firm' | 'change' | 'undecided' | 'cost' | 'winner';

const WORDS: readonly (readonly [Aspect, RegExp])[] = [
  [
    'rejected',
    /\b(?:reject|exclu|eliminat|disqualif)\w*|\b(?:ruled? out|fail(?:s|ed)?)\b|abgelehnt|ausge(?:schlossen|schieden)|verworfen|durchgefallen/iu,
  ],
  [
    'firm',
    /\b(?:firm|sure|certain|reliable|robust|solid|doubts?)\b|\b(?:confiden|trust)\w*|\b(?:sicher|belastbar)\b|verlässlich|zweifel/iu,
  ],
  [
    'limits',
    /\b(?:latency|latencies|fast|faster|fastest|slow|slower|slowest|p50|p95|p99|throughput|availability|limits?|requirements?|meets?|keeps?|a month|monthly)\b|latenz|schnell|langsam|grenzen?|anforderung/iu,
  ],
  ['change', /\b(?:chang|flip)\w*|\botherwise\b|ändern|ändert|kippen|kippt/iu],
  [
    'undecided',
    /\b(?:undecided|open|unclear|unknown|inconclusive|missing|tied?|ties)\b|\black\w*|\btold? apart\b|unentschieden|offen|unklar|unbekannt|fehl(?:t|en)/iu,
  ],
  ['cost', /\b(?:costs?|spent|spend)\b|kostet|gekostet|kosten/iu],
  ['winner', /\b(?:wins?|won|winners?|best|take|choose)\b|gewinn|gewonnen|sieger|\bbeste/iu],
];

/** What is asked for, in the order of an answer; nothing particular means everything. */
export function readAspects(text: string): Aspect[] {
  return WORDS.flatMap(([aspect, words]) => (words.test(text) ? [aspect] : []));
}
