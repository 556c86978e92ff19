import { createHash, createHmac } from 'node:crypto';
import type { HttpPost } from '../http/transport.ts';

export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Signs a request with AWS Signature Version 4; the path is encoded twice, as for all services except S3:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signAwsRequest(
  { method = 'POST', origin, path, headers, body }: HttpPost,
  keys: AwsKeys,
  { region, service, now }: { region: string; service: string; now: Date },
): HttpPost {
  const time = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const url = new URL(path, origin);
  const signed: Record<string, string> = {
    'content-type': headers['content-type'] ?? '',
    host: url.host,
    'x-amz-date': time,
    ...(keys.sessionToken !== undefined && { 'x-amz-security-token': keys.sessionToken }),
  };
  if (signed['content-type'] === '') delete signed['content-type'];
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    url.pathname.split('/').map(encodeRfc3986).join('/'),
    [...url.searchParams]
      .map((pair) => pair.map(encodeRfc3986).join('='))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${signed[name]?.trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    sha256(body ?? ''),
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${keys.secretAccessKey}`);
  const signature = hmac(key, [ALGORITHM, time, scope, sha256(canonical)].join('\n')).toString('hex');
  const { host: _, ...added } = signed;
  return {
    method,
    origin,
    path,
    headers: {
      ...headers,
      ...added,
      authorization: `${ALGORITHM} Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    },
    body,
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
