/** The kinds of redactions in imported texts. */
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

/** A range of a text that is redacted. */
export interface Found {
  kind: RedactedKind;
  start: number;
  end: number;
}
