import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLog } from '../kernel/log.ts';
import { createAccountRedaction, createRedaction } from './adapters/http/redaction.ts';
import { createModels } from './models.ts';

const log = createLog('silent');
const NUMBER = '1234';
const HEX = Buffer.from(NUMBER).toString('hex');
const BASE64 = Buffer.from(`the pin ${NUMBER} of it`).toString('base64');

const TEXTS: [what: string, text: string, shown: string][] = [
  ['alone', NUMBER, '[redacted]'],
  ['at the end of a sentence', `It is ${NUMBER}.`, 'It is [redacted].'],
  ['in a list', `1,${NUMBER},5`, '1,[redacted],5'],
  ['after a letter', `pin${NUMBER}x`, 'pin[redacted]x'],
  ['of JSON', `{"pin":${NUMBER}}`, '{"pin":[redacted]}'],
  ['below zero', `-${NUMBER}`, '-[redacted]'],
  [
    'percent-encoded, and after a blank that is',
    `q=%20${NUMBER}&r=%31%32%33%34`,
    'q=%20[redacted]&r=[redacted]',
  ],
  ['with escapes of JSON', `"\\u0020${NUMBER}"`, '"\\u0020[redacted]"'],
  ['in hexadecimal digits', `x ${HEX}`, 'x [redacted]'],
  ['within a longer number', `51234 12345 ${NUMBER}0`, `51234 12345 ${NUMBER}0`],
  ['as a part of a decimal', `0.1234 and ${NUMBER}.5`, `0.1234 and ${NUMBER}.5`],
  ['as digits that are another number', `9${HEX}7`, `9${HEX}7`],
];
for (const [what, text, shown] of TEXTS)
  test(`a secret that is a number: ${what}`, () => assert.equal(createRedaction([NUMBER]).text(text), shown));

test('numbers of JSON that are a secret are not shown, and others stay numbers', () => {
  const seen = createRedaction([NUMBER, '12345678901234567890']).json({
    pin: 1234,
    of: [12345, 1234.5, '1234', Number('12345678901234567890')],
    tokens: 51234,
  });
  assert.deepEqual(seen, {
    pin: '[redacted]',
    of: [12345, 1234.5, '[redacted]', '[redacted]'],
    tokens: 51234,
  });
});

test('a long secret that is a number is found in Base64, and a secret with letters within any text', () => {
  assert.match(createRedaction(['pin 1234 of']).text(`a ${BASE64} b`), /\[redacted\]/);
  assert.equal(createRedaction(['k1234']).text('99k123499'), '99[redacted]99');
  assert.equal(
    createRedaction(['ABC']).text(Buffer.from('Bearer ABC').toString('hex')),
    '42656172657220[redacted]',
  );
  assert.deepEqual(createRedaction(['0007']).json({ tokens: 7, pin: '0007' }), {
    tokens: 7,
    pin: '[redacted]',
  });
});

const ANSWERS: [
  what: string,
  account: { apiKey?: string; headers?: Record<string, string> },
  said: string,
  shown: string,
][] = [
  ['a key', { apiKey: 'sk-abc-123' }, 'sk-abc-123.', '[redacted].'],
  ['a word that is no secret', { apiKey: 'ollama' }, 'Ask ollama.', 'Ask ollama.'],
  ['the value of a header with a key', { headers: { 'x-api-key': 'k-9876543' } }, 'k-9876543', '[redacted]'],
  [
    'a token without its scheme',
    { headers: { Authorization: 'Token abcd1234' } },
    'abcd1234, or Token abcd1234',
    '[redacted], or [redacted]',
  ],
  [
    'the value of another header',
    { headers: { accept: 'application/json' } },
    'application/json',
    'application/json',
  ],
  ['the password of an address', {}, 'p4ssw0rd-1', '[redacted]'],
  ['a version in an address', {}, '2026-01-01-preview', '2026-01-01-preview'],
];
test('an answer is without the secrets of its account, wherever they are in it', () => {
  for (const [what, account, said, shown] of ANSWERS) {
    const baseUrl = 'http://me:p4ssw0rd-1@127.0.0.1/v1?api-version=2026-01-01-preview';
    const { answers } = createAccountRedaction({ baseUrl, ...account });
    const answer = (text: string) => ({
      text,
      toolCalls: [{ name: 'a', arguments: `{"b":"${text}"}` }],
      n: 1,
    });
    assert.deepEqual(answers.whole(answer(said)), answer(shown), what);
  }
});

const HOSTS = ['10.0.0.5:80', '127.0.0.1:80', '[::1]:80', 'app.example.com:443'];
const models = createModels({
  providers: [],
  targets: {
    allowHosts: HOSTS,
    secrets: HOSTS.map((host) => ({ name: 'KEY', host, value: 'very-secret' })),
    allowsLoopback: () => false,
  },
  log,
});
after(() => models.stop());
const endpointAt = (url: string, headers: Record<string, string> = { 'x-key': '{{secret.KEY}}' }) =>
  ({ kind: 'http', url, headers, request: {}, response: { answer: '$' } }) as const;

const ADDRESSES: [
  what: string,
  url: string,
  headers: Record<string, string> | undefined,
  refused: boolean,
][] = [
  ['http to another machine', 'http://10.0.0.5/', undefined, true],
  ['http to another machine, without a secret', 'http://10.0.0.5/', { 'x-team': 'a' }, false],
  ['http to this machine', 'http://127.0.0.1/', undefined, false],
  ['http to this machine, by IPv6', 'http://[::1]/', undefined, false],
  ['https', 'https://app.example.com/', undefined, false],
];
for (const [what, url, headers, refused] of ADDRESSES)
  test(`a secret in a header of a stack, ${what}: ${refused ? 'refused' : 'taken'}`, () => {
    const detail = 'a secret is sent only over https, except to this machine; use https';
    const problems = models.endpointProblems(endpointAt(url, headers));
    assert.deepEqual(problems, refused ? [{ pointer: '/headers/x-key', detail }] : []);
  });

test('a provider of the kind http says that its secrets may go over http', async () => {
  const provider = (allowHttp: boolean) => ({
    ...({ name: 'app', kind: 'http', baseUrl: 'http://10.0.0.5/', allowHttp } as const),
    endpoint: endpointAt('http://10.0.0.5/'),
    secrets: [{ name: 'KEY', value: 'very-secret' }],
  });
  const targets = { allowHosts: [], secrets: [], allowsLoopback: () => false };
  assert.throws(() => createModels({ providers: [provider(false)], targets, log }), /only over https/);
  await createModels({ providers: [provider(true)], targets, log }).stop();
});
