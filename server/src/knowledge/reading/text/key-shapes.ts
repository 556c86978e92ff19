/**
 * The form of a key or token of a known provider. Every text with such a key contains `needs`, so that other texts need
 * no search.
 */
export interface KeyShape {
  kind: 'api_key' | 'access_token';
  needs: string;
  /** Finds each key, also with its indices. Repetitions are bounded. */
  regex: RegExp;
}

export const SECRET_KEY_SHAPES: readonly KeyShape[] = [
  { kind: 'api_key', needs: 'sk-', regex: /\bsk-(?=[\w-]{0,300}\d)[\w-]{16,300}/dg },
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
];
