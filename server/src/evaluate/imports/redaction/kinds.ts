/** What is taken out of imported texts. */
export const REDACTED = [
  'private_key',
  'url_password',
  'jwt',
  'api_key',
  'access_token',
  'password',
  'card',
  'account_number',
  'email',
  'phone',
] as const;
export type RedactedKind = (typeof REDACTED)[number];

/** A stretch of a text that is taken out. */
export interface Found {
  kind: RedactedKind;
  start: number;
  end: number;
}
