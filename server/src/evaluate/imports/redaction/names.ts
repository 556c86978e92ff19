import type { RedactedKind } from './kinds.ts';

/** What is redacted after a name: any value, or only a number of digits. */
export interface SecretName {
  kind: RedactedKind;
  /** Each name contains one of these. Most texts contain none and are not searched further. */
  holds: readonly string[];
  /** A regular expression of the name in lower case, without its prefixes. */
  name: string;
  /** Minimum digits of a number, and minimum length of an unquoted value. */
  least: number;
  digits?: readonly [from: number, to: number];
}

export const SECRET_NAMES: readonly SecretName[] = [
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

/** Prefixes that such names have without a separator. */
export const PREFIXES = '(?:pg|db|my|user|root|admin|mysql|redis|smtp)?';

const WHOLE = SECRET_NAMES.map((named) => ({
  named,
  regex: new RegExp(`(?:^|[^\\p{L}\\p{N}])${PREFIXES}(?:${named.name})s?$`, 'u'),
}));
const LONGEST_NAME = 200;

/** What the name of a field hides; null if nothing. `apiKey`, `X-API-Key` and `api_keys` are the same name. */
export function secretNameOfField(field: string): SecretName | null {
  const name = field
    .slice(-LONGEST_NAME)
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .toLowerCase();
  return WHOLE.find(({ regex }) => regex.test(name))?.named ?? null;
}

/** Fields of a JSON schema that describe a password without containing one. */
const SAYS_WHAT_IT_IS = ['type', 'title', 'description', 'format'];
export const isDescription = (field: string): boolean => SAYS_WHAT_IT_IS.includes(field);

/** Whether a value may be what such a name hides. */
export function isSecretValue({ digits }: SecretName, value: string): boolean {
  if (digits === undefined) return value.trim() !== '';
  const count = value.replace(/[ -]/g, '');
  return /^\d+$/.test(count) && count.length >= digits[0] && count.length <= digits[1];
}
