/**
 * Removes what looks like a credential from a server's message, including credentials that are not ours or are partly
 * masked.
 */
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic) (?=\S*[\d*.…])[\w.~+/=*…-]{6,}/gi, '$1 [redacted]'],
  [
    /\b(?:sk|pk|rk|gsk|xai|nvapi|hf|r8|fw|ghp|glpat|pplx|tgp|AIza|AKIA|ASIA)[-_]?(?=[\w-]*[\d*•…]|[\w-]*\.{3})[\w*•….-]{6,}/g,
    '[redacted]',
  ],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[redacted]'],
  [/[\w-]{0,64}(?:\*{3,}|•{3,}|x{6,}|X{6,})[\w*•-]*/g, '[redacted]'],
  [/([?&](?:[\w-]*(?:key|token|secret|signature|password)|sig|code|auth)=)[^&\s"'<>]+/gi, '$1[redacted]'],
  [/(\/\/)[^/\s@:]+(?::[^/\s@]*)?@/g, '$1[redacted]@'],
];

export function withoutCredentials(text: string): string {
  return CREDENTIALS.reduce((left, [pattern, shown]) => left.replace(pattern, shown), text);
}

export type Redaction = ReturnType<typeof createRedaction>;

const REDACTED = '[redacted]';
/**
 * Length of the beginnings that texts are searched for first, in characters. V8 takes a second to compile the spellings of a
 * secret of 1,000 characters, and few texts contain even their beginnings.
 */
const BEGINNING = 6;
/** Maximum depth of JSON that is redacted; a path has at most 300 characters, so it never leads deeper. */
const MAX_DEPTH = 300;

/** The secrets of a provider account: its key, the values of its headers, and secrets in its address. */
export function createAccountRedaction({
  baseUrl,
  apiKey = '',
  headers = {},
  secrets = [],
}: {
  baseUrl: string;
  apiKey?: string;
  headers?: Readonly<Record<string, string>>;
  /** Further secrets of the account. */
  secrets?: readonly string[];
}): Redaction {
  const { password, searchParams } = new URL(baseUrl);
  const named = [...searchParams, ...Object.entries(headers)];
  const own: [string, string][] = [
    ...[apiKey, ...secrets].map((key): [string, string] => ['key', key]),
    ['password', decodeURIComponent(password)],
  ];
  // Servers repeat either all of `Bearer abc` or the token alone.
  const all = [...own, ...named].flatMap(([name, value]) =>
    [value, ...value.split(' ').slice(1)].map((part) => [name, part] as const),
  );
  const values = (from: typeof all) => [...new Set(from.map(([, value]) => value))];
  return createRedaction(
    values(all).filter(({ length }) => length >= MIN_SECRET_LENGTH),
    values(all.filter(([name, value]) => SECRET_NAME.test(name) && UNLIKE_WORDS.test(value))),
  );
}

/** Shorter values, such as `1`, occur in any text. */
const MIN_SECRET_LENGTH = 4;
const SECRET_NAME = /key|token|secret|auth|password|credential|cookie|sig|code/i;
/**
 * Minimum length to be removed from responses: unlike `ollama` or `anything`, which servers without keys are given, it
 * does not occur by chance.
 */
const UNLIKE_WORDS = /^(?=.*\d).{8,}$|^.{12,}$/;

/**
 * Removes secrets from what an application sent: verbatim, with JSON escapes, percent-encoded, in hexadecimal digits,
 * and in Base64, also within a longer text such as `Bearer …`; and the beginning of a secret whose rest is masked. A
 * secret of digits alone is removed only as a whole number, not as part of another. `inAnswers` are the secrets that
 * are also removed from successful responses, if these are not parsed from redacted text anyway.
 */
export function createRedaction(secrets: readonly string[], inAnswers: readonly string[] = []) {
  const given = secrets.filter((secret) => secret !== '');
  const masked = given.flatMap(maskedSpelling);
  const begun = given.flatMap((secret) => spellingPatterns(secret, BEGINNING));
  const begins = given.length === 0 ? null : new RegExp([...begun, ...masked].join('|'));
  let whole: RegExp | undefined;
  const text = (raw: string) => {
    if (begins?.test(raw) !== true) return raw;
    whole ??= new RegExp([...given.flatMap((secret) => spellingPatterns(secret)), ...masked].join('|'), 'g');
    return raw.replace(whole, REDACTED);
  };
  // JSON has no number that begins with 0.
  const numbers = new Set(secrets.filter((secret) => /^[1-9]\d*$/.test(secret)).map(Number));
  const json = (value: unknown, depth = 0): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return numbers.has(value) ? REDACTED : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return null;
    if (Array.isArray(value)) return value.map((one) => json(one, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), json(one, depth + 1)]));
  };
  return {
    text /** Removes secrets from every text and name in JSON; parts that are nested too deeply are omitted. */,
    json: (value: unknown): unknown => json(value),
    answers: createAnswerRedaction(inAnswers),
  };
}

/**
 * Removes secrets from successful responses. A response without secrets only costs a search and is returned unchanged.
 */
function createAnswerRedaction(secrets: readonly string[]) {
  const isIn = (value: unknown, depth = 0): boolean => {
    if (typeof value === 'string') return secrets.some((secret) => value.includes(secret));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
    return depth <= MAX_DEPTH && Object.values(value).some((one) => isIn(one, depth + 1));
  };
  const { text } = secrets.length === 0 ? { text: (raw: string) => raw } : createRedaction(secrets);
  const replaced = (value: unknown, depth = 0): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (depth > MAX_DEPTH) return null;
    if (Array.isArray(value)) return value.map((one) => replaced(one, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, depth + 1)]));
  };
  return {
    whole: <T>(answer: T): T => (secrets.length > 0 && isIn(answer) ? (replaced(answer) as T) : answer),
    /**
     * Forwards pieces of a text. An end that may be the beginning of a secret waits for the next piece or for `end`.
     */
    streamed(onText: (text: string) => void) {
      let waiting = '';
      const pass = (until: number) => {
        if (until > 0) onText(waiting.slice(0, until));
        waiting = waiting.slice(until);
      };
      return {
        onText(piece: string): void {
          waiting += piece;
          if (isIn(waiting)) waiting = text(waiting);
          pass(Math.min(...secrets.map((secret) => beginOf(secret, waiting)), waiting.length));
        },
        end: (): void => pass(waiting.length),
      };
    },
  };
}

/** The index at which the text's end begins that may start a secret; the length of the text if there is none. */
function beginOf(secret: string, text: string): number {
  const first = secret.slice(0, 1);
  let at = text.indexOf(first, text.length - secret.length + 1);
  while (at !== -1 && !secret.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
  return at === -1 ? text.length : at;
}

/** The beginning and the end of a long secret, with dots or asterisks in between. */
function maskedSpelling(secret: string): string[] {
  if (secret.length < 12) return [];
  const from = pattern(secret.slice(0, 3));
  return [`${from}[\\w-]{0,20}(?:\\.{2,}|…|\\*{2,}|•{2,})[\\w*•-]{0,40}`];
}

/** Patterns, the longest first; with `length`, for the beginnings of the spellings. */
function spellingPatterns(secret: string, length = Number.POSITIVE_INFINITY): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) => base64Within(bytes, before)).filter((core) => core.length >= 8);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const hex = [...bytes.toString('hex').slice(0, 2 * length)].map(anyCase).join('');
  const bounded = /^\d+$/.test(secret) && length >= secret.length ? wholeNumber : (digits: string) => digits;
  return [
    bounded(hex),
    `${pattern(whole, length)}=*`,
    ...base64.map((core) => pattern(core, length)),
    bounded(pattern(secret, length)),
  ];
}

/** Not within a longer number or a decimal; a percent-encoded or escaped character before it is allowed. */
function wholeNumber(digits: string): string {
  return `(?<=^|[^\\d.]|(?:^|\\D)\\.|%[\\da-fA-F]{2}|\\\\u[\\da-fA-F]{4})${digits}(?!\\d|\\.\\d)`;
}

/**
 * The base64 digits that depend only on these bytes, whatever comes before (`before` bytes after a multiple of 3) and
 * after.
 */
function base64Within(bytes: Buffer, before: number): string {
  const digits = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const isWhole = (before + bytes.length) % 3 === 0;
  return digits.slice([0, 2, 3][before], isWhole ? undefined : -1);
}

function pattern(text: string, length = Number.POSITIVE_INFINITY): string {
  return [...text].slice(0, length).map(character).join('');
}

/**
 * The spellings of one character: plain, after backslashes, as `\u002f`, or percent-encoded; `+` and `/` also as in
 * base64url.
 */
function character(one: string): string {
  const escaped = one.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const unicode = [...Array(one.length).keys()]
    .map((i) => `\\\\{1,4}u${[...one.charCodeAt(i).toString(16).padStart(4, '0')].map(anyCase).join('')}`)
    .join('');
  const percent = [...Buffer.from(one).toString('hex')]
    .map(anyCase)
    .join('')
    .replace(/(?:\[..\]|.){2}/g, '%$&');
  const other = one === '+' ? '|-' : one === '/' ? '|_' : '';
  return `(?:\\\\{0,4}${escaped}|${unicode}|${percent}${other})`;
}

function anyCase(digit: string): string {
  return /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit;
}
