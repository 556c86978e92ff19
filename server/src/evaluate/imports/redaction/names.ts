import type { RedactedKind } from './kinds.ts';

/** What is hidden beside a name: any value, or only digits, so many of them. */
export interface Named {
  kind: RedactedKind;
  /** Each name holds one of these: most texts hold none, and are searched no further. */
  holds: readonly string[];
  /** A regular expression of the name in lower case, without what may stand before it. */
  name: string;
  /** The shortest number, and the shortest value without quotes in a text, that is taken. */
  least: number;
  digits?: readonly [from: number, to: number];
}

export const NAMED: readonly Named[] = [
  {
    kind: 'api_key',
    holds: ['key', 'client', 'credential'],
    name: 'api[ _-]?key|account[ _-]?key|access[ _-]?key(?:[ _-]?id)?|secret[ _-]?(?:access[ _-]?)?key|private[ _-]?key|encryption[ _-]?key|signing[ _-]?key|client[ _-]?secret|credential',
    least: 6,
  },
  {
    kind: 'access_token',
    holds: ['token', 'authorization', 'cookie'],
    name: '(?:access|auth|refresh|id|session|bearer|csrf|xsrf|api|bot|personal)[ _-]?token|authorization|(?:set-)?cookie',
    least: 6,
  },
  {
    kind: 'password',
    holds: ['pass', 'pwd', 'kennwort', 'contrase', 'secret'],
    name: 'pass(?:code|word|wd|phrase)|pwd|passwort|kennwort|contrase[ñn]a|mot[ _-]de[ _-]passe|secret',
    least: 3,
  },
  { kind: 'password', holds: ['pass'], name: 'pass', least: 4 },
  {
    kind: 'password',
    holds: ['pin', 'otp'],
    name: 'pin(?:[ _-]?(?:code|number|no|nr))?|otp',
    least: 4,
    digits: [4, 12],
  },
  { kind: 'password', holds: ['cvv', 'cvc'], name: 'cvv2?|cvc2?', least: 3, digits: [3, 4] },
];

/** What is written before such a name without a sign between them. */
export const PREFIXES = '(?:pg|db|my|user|root|admin|mysql|redis|smtp)?';

const WHOLE = NAMED.map((named) => ({
  named,
  regex: new RegExp(`(?:^|[^\\p{L}\\p{N}])${PREFIXES}(?:${named.name})s?$`, 'u'),
}));
const LONGEST_NAME = 200;

/** What a field of such a name hides; null where its name says nothing. `apiKey`, `X-API-Key` and `api_keys` are one. */
export function hiddenBy(field: string): Named | null {
  const name = field
    .slice(-LONGEST_NAME)
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .toLowerCase();
  return WHOLE.find(({ regex }) => regex.test(name))?.named ?? null;
}

/** Fields of a JSON schema: what they say of a password is none. */
const SAYS_WHAT_IT_IS = ['type', 'title', 'description', 'format'];
export const isDescription = (field: string): boolean => SAYS_WHAT_IT_IS.includes(field);

/** Whether a value is what such a name hides. */
export function hides({ digits }: Named, value: string): boolean {
  if (digits === undefined) return value.trim() !== '';
  const count = value.replace(/[ -]/g, '');
  return /^\d+$/.test(count) && count.length >= digits[0] && count.length <= digits[1];
}
