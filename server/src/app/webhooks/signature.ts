import { createHmac, randomBytes } from 'node:crypto';

/** A signing secret; `until` in ms since 1970, null for the newest. */
export interface Secret {
  readonly secret: string;
  readonly until: number | null;
}

const PREFIX = 'whsec_';
/** The specification allows 24 to 64. */
const KEY_BYTES = 32;

export const newSigningSecret = () => PREFIX + randomBytes(KEY_BYTES).toString('base64');

/** The secrets that sign at this time, newest first. */
export const secretsInUse = (secrets: readonly Secret[], now: number) =>
  secrets.filter(({ until }) => until === null || until > now);

/**
 * The headers of a message by Standard Webhooks (https://www.standardwebhooks.com): `v1,` and the base64 of the
 * HMAC-SHA-256 of `id.timestamp.body` under the secret’s bytes, one for each secret.
 *
 * @param timestamp seconds since 1970
 */
export function signedHeaders(
  secrets: readonly Pick<Secret, 'secret'>[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signatures = secrets.map(({ secret }) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
