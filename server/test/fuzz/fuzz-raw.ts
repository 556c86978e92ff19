import { once } from 'node:events';
import { connect } from 'node:net';
import fc, { type Arbitrary } from 'fast-check';

/** Bytes as they are sent, in pieces, and how the sender then behaves. */
export interface RawRequest {
  pieces: string[];
  /** After the last piece: waits for the answer, closes its side, or is gone. */
  then: 'wait' | 'end' | 'destroy';
}

/** How long an answer may take before the sender gives up; what is incomplete is never answered. */
const PATIENCE_MS = 150;

const methods = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'HEAD',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'get',
  'G\0T',
  'CONNECT',
  'BREW',
  '',
);
const targets = (paths: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        '*',
        '/',
        '//',
        '//evil.example/workspaces',
        'http://evil.example/workspaces',
        'http://127.0.0.1/healthz',
        'https://127.0.0.1:1/healthz',
        '/workspaces/%zz',
        '/workspaces/%',
        '/workspaces/%00',
        '/workspaces/%ed%a0%80',
        '/workspaces?cursor=%ff',
        '/../../etc/passwd',
        '/console/..%2f..%2fpackage.json',
        '/console/%2e%2e/%2e%2e/package.json',
        '/docs/..%5c..%5c',
        '/./healthz',
        '/healthz#fragment',
        '/healthz?a=1#b',
        '/workspaces;x=1',
        `/${'a/'.repeat(3000)}`,
        `/healthz?${'a=1&'.repeat(3000)}`,
        '/\ud83d\ude80',
        '/a b',
        'healthz',
        '',
      ),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  );
const versions = fc.constantFrom(
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/0.9',
  'HTTP/1.11',
  'http/1.1',
  '',
);
const odd = fc.constantFrom(
  'host: evil.example',
  'host: 127.0.0.1, localhost',
  'host:',
  'content-length: 2',
  'content-length: 3',
  'content-length: -1',
  'content-length: 0x2',
  'content-length: 2, 2',
  'content-length: 18446744073709551616',
  'Content-Length : 2',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked, chunked',
  'transfer-encoding: gzip, chunked',
  'transfer-encoding: identity',
  'transfer-encoding: xchunked',
  'content-type: application/json',
  'content-type: application/json, text/plain',
  'content-encoding: gzip',
  'expect: 100-continue',
  'expect: miracles',
  'connection: close',
  'connection: upgrade',
  'upgrade: websocket',
  'upgrade: h2c',
  'range: bytes=0-5,-3,99999999999999999999-',
  'authorization: Bearer \u00ff\u00fe',
  'authorization: Bearer',
  'cookie: touchstone_session=%00',
  'if-match: "1", *',
  'x: \0',
  'x: a\u007fb',
  'x\ty: z',
  ' folded',
  'nonsense',
  ': empty',
  `x: ${'y'.repeat(17_000)}`,
  'trailer: content-length',
);
const bodies = fc.constantFrom(
  '',
  '',
  '',
  '',
  '{}',
  '{"name":"raw"}',
  '0\r\n\r\n',
  '2\r\n{}\r\n0\r\n\r\n',
  'e\r\n{"name":"raw"}\r\n0\r\n\r\n',
  'zz\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}xx\r\n0\r\n\r\n',
  '-1\r\n{}\r\n0\r\n\r\n',
  'ffffffffffffffffff\r\n{}',
  '2;ext="\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}\r\n0\r\ncontent-length: 7\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n',
  '\u001f\u008b\u0008\0',
);

/** Requests as no client library would send them. */
export function rawRequests(paths: readonly string[]): Arbitrary<RawRequest> {
  const request = fc
    .tuple(
      methods,
      targets(paths),
      versions,
      fc.oneof(fc.constant([]), fc.array(odd, { maxLength: 3 })),
      bodies,
      fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
    )
    .map(([method, target, version, headers, body, eol]) =>
      [`${method} ${target} ${version}`, 'host: localhost', ...headers, '', body].join(eol),
    );
  const garbage = fc.string({ unit: 'binary', maxLength: 200 });
  const one = fc.oneof({ weight: 12, arbitrary: request }, { weight: 1, arbitrary: garbage });
  const whole = fc.array(one, { minLength: 1, maxLength: 3 }).map((all) => all.join(''));
  return fc
    .tuple(
      whole,
      fc.nat(400),
      fc.boolean(),
      fc.constantFrom<RawRequest['then']>('wait', 'wait', 'end', 'destroy'),
    )
    .map(([text, cut, split, then]) => ({
      pieces: split ? [text.slice(0, cut), text.slice(cut)] : [text],
      then,
    }));
}

/** Sends it; answers what came back. */
export async function sendRaw(url: string, { pieces, then }: RawRequest): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  const over = Promise.race([once(socket, 'close'), once(socket, 'end')]).catch(() => {});
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(Buffer.from(piece, 'latin1'));
    if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve));
  }
  if (then === 'end') socket.end();
  if (then === 'destroy') socket.destroy();
  await over;
  socket.destroy();
  return Buffer.concat(chunks).toString('latin1');
}

/** What is wrong with what came back on a raw connection; undefined where nothing is. */
export function rawProblem(answer: string): string | undefined {
  if (answer === '') return undefined;
  if (!answer.startsWith('HTTP/1.1 ')) return `no HTTP: ${JSON.stringify(answer.slice(0, 60))}`;
  // Only what begins an answer: a body may hold text like it.
  for (const [, status] of answer.matchAll(/(?:^|[}\n])HTTP\/1\.1 (\d{3})/g))
    if (Number(status) >= 500) return `${status} on the wire`;
  const [head = ''] = answer.split('\r\n\r\n', 1);
  const status = Number(head.slice(9, 12));
  if (status >= 400 && !/^content-type: application\/problem\+json/im.test(head))
    return `${status} on the wire without a problem`;
  return undefined;
}

/**
 * Connections that are held open and fed a byte now and then, as those who want to use up a server do. Answers what
 * ends them.
 */
export function slowConnections(url: string, count: number): () => void {
  const { hostname, port } = new URL(url);
  const starts = [
    'GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ',
    'POST /session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 3000\r\n\r\n{"key":"',
  ];
  const sockets = Array.from({ length: count }, (_, i) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(starts[i % 2] ?? '');
    return socket;
  });
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a');
  }, 500);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}
