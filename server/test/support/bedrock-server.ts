import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

/** The package by which the signature is computed once more, by other code than that of the product. */
interface Aws4 {
  sign(
    request: {
      host: string;
      path: string;
      method: string;
      service: string;
      region: string;
      headers: Record<string, string>;
      extraHeadersToIgnore: Record<string, true>;
      body: string;
    },
    keys: { accessKeyId: string; secretAccessKey: string },
  ): { headers: Record<string, string> };
}
const aws4 = createRequire(import.meta.url)('aws4') as Aws4;

export const AWS_KEYS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: 'FwoGZXIvYXdzEBYaDExampleSessionToken/+=',
};
const { sessionToken: _, ...AWS_KEYS_ALONE } = AWS_KEYS;
export const AWS_REGION = 'eu-central-1';
export const BEDROCK_API_KEY = 'ABSKQmVkcm9ja0FQSUtleS1leGFtcGxl';

export interface BedrockReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Frames of a stream, each written by itself. */
  frames?: readonly Buffer[];
}

/** One frame of application/vnd.amazon.eventstream. */
export function frame(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(Buffer.byteLength(value));
    return Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7]),
      length,
      Buffer.from(value),
    ]);
  });
  const head = Buffer.concat(lines);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + head.length + body.length, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const all = Buffer.concat([prelude, head, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(all));
  return Buffer.concat([all, checksum]);
}

export const eventFrame = (type: string, payload: object): Buffer =>
  frame({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, payload);

/** A server that speaks Bedrock's protocol, and refuses as AWS does what is not signed as AWS documents. */
export async function startBedrockServer() {
  let reply: BedrockReply = {};
  let seen: { path: string; body: Record<string, unknown> } | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    seen = { path: request.url ?? '', body: JSON.parse(body || '{}') };
    const problem = signatureProblem(request, body);
    const { status = 200, headers, body: says, frames } = problem ?? reply;
    if (frames === undefined) {
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-amzn-requestid': 'r-1',
        ...headers,
      });
      response.end(JSON.stringify(says ?? {}));
      return;
    }
    response.writeHead(status, { 'content-type': 'application/vnd.amazon.eventstream' });
    for (const one of frames) {
      // In two pieces, so that no frame arrives at once.
      response.write(one.subarray(0, 7));
      await new Promise<void>((resolve) => response.write(one.subarray(7), () => resolve()));
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    reply(next: BedrockReply) {
      reply = next;
    },
    seen() {
      assert.ok(seen, 'nothing was asked');
      return seen;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const refusal = (status: number, type: string, message: string): BedrockReply => ({
  status,
  headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/` },
  body: { message },
});

function signatureProblem(
  { method = '', url = '', headers }: IncomingMessage,
  body: string,
): BedrockReply | null {
  const { authorization = '', host = '' } = headers;
  if (authorization === `Bearer ${BEDROCK_API_KEY}`) return null;
  const [, key, names = ''] = /Credential=([^/]+)\/.*SignedHeaders=([^,]+),/.exec(authorization) ?? [];
  if (key !== AWS_KEYS.accessKeyId)
    return refusal(
      403,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  const token = headers['x-amz-security-token'];
  if (token !== undefined && token !== AWS_KEYS.sessionToken)
    return refusal(403, 'ExpiredTokenException', 'The security token included in the request is expired');
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
  for (const name of ['host', 'x-amz-date']) assert.ok(signed[name], `${name} is not signed`);
  const extraHeadersToIgnore = { 'content-length': true } as const;
  const asked = { host, path: url, method, service: 'bedrock', region: AWS_REGION, body };
  const again = aws4.sign({ ...asked, headers: signed, extraHeadersToIgnore }, AWS_KEYS_ALONE);
  return again.headers.Authorization === authorization
    ? null
    : refusal(
        403,
        'InvalidSignatureException',
        'The request signature we calculated does not match the signature you provided.',
      );
}
