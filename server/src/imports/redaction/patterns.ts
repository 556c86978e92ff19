import type { Found, RedactedKind } from './kinds.ts';

/** Of a match, `value` is what is taken out; without such a group all of it. Each is linear: repeats are bounded. */
interface Pattern {
  kind: RedactedKind;
  /** A text without it is not searched: most have none of these. */
  needs: string;
  regex: RegExp;
}

const PATTERNS: readonly Pattern[] = [
  {
    // An end that is missing was cut off, and what is there of the key goes all the same.
    kind: 'private_key',
    needs: 'PRIVATE KEY',
    regex:
      /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END )[\s\S])*(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/dg,
  },
  {
    kind: 'url_password',
    needs: '://',
    regex: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,200}:[^\s/@"'<>]{1,200}@[^\s"'<>]{0,500}/dgi,
  },
  { kind: 'jwt', needs: 'eyJ', regex: /\beyJ[\w-]{5,4000}\.eyJ[\w-]{2,8000}(?:\.[\w-]{0,4000})?/dg },
  { kind: 'api_key', needs: 'sk-', regex: /\bsk-[\w-]{16,300}/dg },
  { kind: 'api_key', needs: 'A', regex: /\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}\b/dg },
  { kind: 'api_key', needs: 'AIza', regex: /\bAIza[\w-]{35}/dg },
  { kind: 'api_key', needs: '_', regex: /\b[srp]k_(?:live|test)_\w{16,200}/dg },
  {
    kind: 'access_token',
    needs: '_',
    regex: /\b(?:gh[pousr]_|github_pat_|glpat-|hf_|npm_|gsk_|xai-)[\w-]{20,255}/dg,
  },
  { kind: 'access_token', needs: 'xox', regex: /\bxox[a-z]-[\w-]{10,250}/dg },
  {
    kind: 'access_token',
    needs: 'hooks.slack.com',
    regex: /hooks\.slack\.com\/(?:services|workflows)\/[\w/-]{10,200}/dg,
  },
  {
    kind: 'access_token',
    needs: ' ',
    regex: /\b(?:Bearer|Basic|Token)[ ]{1,3}(?<value>(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{12,4000}={0,2})/dgi,
  },
  {
    kind: 'api_key',
    needs: '',
    regex:
      /(?:api[_-]?key|accountkey|access[_-]?key(?:[_-]?id)?|secret[_-]?key|client[_-]?secret)["']?[ ]{0,3}[:=][ ]{0,3}["']?(?<value>[^\s"',;&<>]{6,500})/dgi,
  },
  {
    kind: 'access_token',
    needs: '',
    regex:
      /(?:access|auth|refresh|id|session|bearer)[_-]?token["']?[ ]{0,3}[:=][ ]{0,3}["']?(?<value>[^\s"',;&<>]{6,4000})/dgi,
  },
  {
    kind: 'password',
    needs: '',
    regex:
      /(?:\bpass(?:code)?|(?<![a-z])(?:pg)?(?:password|passwd|passphrase|pwd|passwort|secret))\\{0,3}["']?[ ]{0,3}[:=][ ]{0,3}\\{0,3}["']?(?<value>(?:[^\s"',;&<>\\]|\\{1,4}(?!["'\\])){3,200})/dgi,
  },
  {
    kind: 'password',
    needs: 'assword',
    regex: /\bpassword is[ :]{1,3}["']?(?<value>(?=[^\s"']{0,100}[\d!@#$%^&*])[^\s"',;]{6,100})/dgi,
  },
  {
    kind: 'account_number',
    needs: '',
    regex:
      /\b(?:account|acct|konto|a\/c)[ .-]{0,2}(?:number|num|no|nr|nummer|#)?[ .:#=]{0,4}(?:is[ :]{1,2})?(?<value>\d(?:[ -]?\d){6,19})(?![\w-])/dgi,
  },
  {
    kind: 'email',
    needs: '@',
    regex: /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/dgu,
  },
];

/** What the patterns of our own find in a text. */
export function findPatterns(text: string): Found[] {
  const found: Found[] = [];
  for (const { kind, needs, regex } of PATTERNS) {
    if (needs !== '' && !text.includes(needs)) continue;
    for (const match of text.matchAll(regex)) {
      const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length];
      found.push({ kind, start, end });
    }
  }
  return found;
}
