const POST = 'POST /workspaces HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
/** What is sent as it stands, and the statuses it may be answered with. */
export const RAW_REQUESTS: [what: string, text: string | Buffer, statuses: number[]][] = [
  ['not HTTP at all', 'hello\r\n\r\n', [400]],
  ['TLS', Buffer.from('16030100a5010000a10303', 'hex'), [400]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['an unknown method', 'FOO / HTTP/1.1\r\nhost: localhost\r\n\r\n', [400]],
  ['a version that does not exist', 'GET / HTTP/9.9\r\nhost: localhost\r\n\r\n', [400]],
  ['no Host', 'GET /workspaces HTTP/1.1\r\nconnection: close\r\n\r\n', [400]],
  [
    'two Hosts',
    'GET /healthz HTTP/1.1\r\nhost: localhost\r\nHost: localhost\r\nconnection: close\r\n\r\n',
    [400],
  ],
  ['a header without a colon', 'GET / HTTP/1.1\r\nhost: localhost\r\nnonsense\r\n\r\n', [400]],
  ['a header name with a space', 'GET / HTTP/1.1\r\nhost: localhost\r\na b: c\r\n\r\n', [400]],
  ['NUL in a header', 'GET / HTTP/1.1\r\nhost: localhost\r\na: \0\r\n\r\n', [400]],
  [
    'raw bytes in the address',
    Buffer.from(
      'GET /workspaces?cursor=\xff HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'latin1',
    ),
    [400],
  ],
  [
    'raw UTF-8 in the address',
    'GET /workspaces?cursor=ü HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    [400],
  ],
  ['NUL in the address', 'GET /workspaces\0 HTTP/1.1\r\nhost: localhost\r\n\r\n', [400]],
  ['a space in the address', 'GET /work spaces HTTP/1.1\r\nhost: localhost\r\n\r\n', [400]],
  [
    'headers larger than accepted',
    `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    [431],
  ],
  ['two lengths', `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}x`, [400]],
  ['a length that is no number', `${POST}content-length: two\r\n\r\n{}`, [400]],
  ['a negative length', `${POST}content-length: -2\r\n\r\n{}`, [400]],
  ['a length and chunks', `${POST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, [400]],
  ['a chunk size that is no number', `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, [400]],
  ['garbage after a chunk', `${POST}transfer-encoding: chunked\r\n\r\n2\r\n{}xxxx\r\n0\r\n\r\n`, [400]],
  ['an unknown transfer encoding', `${POST}transfer-encoding: gzip\r\n\r\n{}`, [400]],
  ['CONNECT', 'CONNECT localhost:1 HTTP/1.1\r\nhost: localhost\r\n\r\n', [405]],
  ['a lot of garbage', Buffer.alloc(300_000, 'garbage '), [400, 431]],
  [
    'an expectation nobody knows, with a wrong body',
    `${POST}expect: miracles\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
    [400],
  ],
  [
    'Expect: 100-continue with a body that is too large',
    `${POST}expect: 100-continue\r\ncontent-length: 999999\r\nconnection: close\r\n\r\n`,
    [413],
  ],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', [404, 405]],
];
