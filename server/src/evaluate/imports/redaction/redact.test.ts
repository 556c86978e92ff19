import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inFull } from '../../../../test/support/in-full.ts';
import { createRedactor } from './redact.ts';

const { redact } = createRedactor('US');
const redacted = async (text: string) => (await redact([text])).values[0];

const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7\n-----END ${kind}PRIVATE KEY-----`;

const FOUND: readonly (readonly [text: string, redacted: string])[] = [
  ['Write to jo.doe+x@mail.example.com today.', 'Write to [email] today.'],
  ['müller@straße.example is ours', '[email] is ours'],
  ['Call +49 30 901820 or (415) 555-2671 now', 'Call [phone] or [phone] now'],
  ['Call 415-555-2671.', 'Call [phone].'],
  ['Ring 0044 20 7946 0958 please', 'Ring [phone] please'],
  ['card 4111 1111 1111 1111, thanks', 'card [card], thanks'],
  ['card 4111111111111111', 'card [card]'],
  ['amex 3782-822463-10005', 'amex [card]'],
  ['ref 1234 card 5555 5555 5555 4444', 'ref 1234 card [card]'],
  ['IBAN DE89 3704 0044 0532 0130 00 is mine', 'IBAN [account_number] is mine'],
  ['iban gb82west12345698765432', 'iban [account_number]'],
  ['account number: 12345678', 'account number: [account_number]'],
  [`key:\n${pem('')}\nend`, 'key:\n[private_key]\nend'],
  [`${pem('RSA ')} and ${pem('EC ')}`, '[private_key] and [private_key]'],
  ['cut off -----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r', 'cut off [private_key]'],
  [
    'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    'jwt [jwt]',
  ],
  [`sk-proj-${'aB3dE5'.repeat(8)}`, '[api_key]'],
  [`sk-ant-api03-${'aB3'.repeat(31)}-AA`, '[api_key]'],
  ['AKIAIOSFODNN7ABCDEFG', '[api_key]'],
  [`AIza${'Sy3d5'.repeat(7)}`, '[api_key]'],
  [`ghp_${'a1B2c3D4e5F6'.repeat(3)}`, '[access_token]'],
  ['Authorization: Bearer abcdef0123456789abcdef', 'Authorization: Bearer [access_token]'],
  ['my_API_KEY=abc123def', 'my_API_KEY=[api_key]'],
  ['"client_secret": "x9y8z7w6"', '"client_secret": "[api_key]"'],
  ['ACCESS_TOKEN=abcdef123', 'ACCESS_TOKEN=[access_token]'],
  ['password: hunter22', 'password: [password]'],
  [String.raw`password: a\\b\c99, so`, 'password: [password], so'],
  ['DB_PASSWORD=hunter22 and PGPASSWORD=hunter22', 'DB_PASSWORD=[password] and PGPASSWORD=[password]'],
  [
    String.raw`{"body": "{\"password\": \"hunter22\", \"n\": 1}"}`,
    String.raw`{"body": "{\"password\": \"[password]\", \"n\": 1}"}`,
  ],
  ['{"password": "correct horse, battery"}', '{"password": "[password]"}'],
  ['password = "a b c" and on', 'password = "[password]" and on'],
  ["DB_PASS='it is\\'s long'; x", "DB_PASS='[password]'; x"],
  ['my password is "three word phrase"!', 'my password is "[password]"!'],
  [
    String.raw`{"args": "{\"pwd\": \"a b \\\"c\\\" d\", \"n\": 1}"}`,
    String.raw`{"args": "{\"pwd\": \"[password]\", \"n\": 1}"}`,
  ],
  ['{"pin": 123456, "n": 5}', '{"pin": [password], "n": 5}'],
  ['the PIN is 4711, CVC: 123', 'the PIN is [password], CVC: [password]'],
  ['{"password": 20261123}', '{"password": [password]}'],
  ['{"api_keys": ["abc def", "x1"], "n": 1}', '{"api_keys": ["[api_key]", "[api_key]"], "n": 1}'],
  [
    '{"credentials": {"user": "jo", "list": [{"value": "p q"}], "type": "basic"}, "n": "x"}',
    '{"credentials": {"user": "[api_key]", "list": [{"value": "[api_key]"}], "type": "basic"}, "n": "x"}',
  ],
  ['apiKeys: [k1x9z2, k1x9z3]', 'apiKeys: [[api_key], [api_key]]'],
  ['secrets:\n  - "a b"\n  - c9d8e7\nnext: 1', 'secrets:\n  - "[password]"\n  - [password]\nnext: 1'],
  ['run --password hunter22 --port 80', 'run --password [password] --port 80'],
  ['<Password>two words</Password>', '<Password>[password]</Password>'],
  ['dbPassword=hunter22 mypassword=hunter23', 'dbPassword=[password] mypassword=[password]'],
  ['Cookie: a=b; c=d e\nHost: x', 'Cookie: [access_token]\nHost: x'],
  ['ｐａｓｓｗｏｒｄ：ｈｕｎｔｅｒ２２', 'ｐａｓｓｗｏｒｄ：[password]'],
  [
    'cards 4111 1111 1111 1111 5555 5555 5555 4444 4242 4242 4242 4242 4012 8888 8888 1881 5105 1051 0510 5100',
    'cards [card] [card] [card] [card] [card]',
  ],
  ['card 4111\t1111\t1111\t1111', 'card [card]'],
  ['card 4111_1111_1111_1111, 4111/1111/1111/1111', 'card [card], [card]'],
  ['card 4111 - 1111 - 1111 - 1111', 'card [card]'],
  ['card_4242424242424242_x', 'card_[card]_x'],
  ['card ４１１１１１１１１１１１１１１１', 'card [card]'],
  ['card ٤١١١١١١١١١١١١١١١', 'card [card]'],
  ['IBAN DE89.3704.0044.0532.0130.00', 'IBAN [account_number]'],
  ['iban_DE89_3704_0044_0532_0130_00', 'iban_[account_number]'],
  ['{"phone": 4915112345678}', '{"phone": [phone]}'],
  ['mobile no 4155552671', 'mobile no [phone]'],
  ['jo＠mail.example', '[email]'],
  ['see https://jo:s3cret@host.example/x?y=1 for it', 'see [url_password] for it'],
  ['postgres://app:s3cret@db:5432/shop', '[url_password]'],
  ['// secretlint-disable\nAKIAIOSFODNN7ABCDEFG', '// secretlint-disable\n[api_key]'],
];

for (const [text, expected] of FOUND) {
  test(`what is private is taken out: ${expected.replaceAll('\n', ' ')}`, async () => {
    assert.equal(await redacted(text), expected);
  });
}

const KEPT = [
  'Order 1234567890 of 2026-01-03 12:30, 3 pieces at 19.99.',
  'At 1700000000 and 1700000000123 and 1700000000123456 it began.',
  'Version 1.2.3.4, part 4111 1111 1111 1112, ISBN 978-3-16-148410-0.',
  'DE00 3704 0044 0532 0130 00 has wrong check digits.',
  'max_tokens: 4096, the password field is required, see https://host.example:8080/a@b.',
  'bypassword: none, max_pass: 300, the secrets: many.',
  'Your password is wrong, your session token is expired, no API key is set.',
  'Set password: none, secret: false, pins 13 and 2 of GPIO pin: 13.',
  '"password": {"type": "string", "description": "What you type"}',
  'Choose a new password:\n- not your name\n- not your birthday',
  'On 30-11-2026 05-12-2026 and 2026/11/30 12/30, rows 1 2 3 4.',
  '{"order": 4915112345679, "max_tokens": 4096, "pass": 12}',
  'The token budget is small. Write sk-ip it.',
  'id 550e8400-e29b-41d4-a716-446655440000, sha 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
];
for (const text of KEPT) {
  test(`what only looks like it stays: ${text}`, async () => assert.equal(await redacted(text), text));
}

test('names, numbers and nested values are looked at, and counted by kind without what they were', async () => {
  const { values, found } = await redact([
    { 'jo@mail.example': { card: 4111111111111111 }, headers: { 'x-api-key': 'short', cookie: 'a=b' } },
    ['jo@mail.example', 7, null],
  ]);
  assert.deepEqual(values, [
    { '[email]': { card: '[card]' }, headers: { 'x-api-key': '[api_key]', cookie: '[access_token]' } },
    ['[email]', 7, null],
  ]);
  assert.deepEqual(found, { email: 2, card: 1, api_key: 1, access_token: 1 });
});

test('under the name of a secret whatever stands there goes, as deep as it stands', async () => {
  const rows: [given: object, kept: object][] = [
    [{ pin: 123456 }, { pin: '[password]' }],
    [
      { pin: 'thumb', pins: 12 },
      { pin: 'thumb', pins: 12 },
    ],
    [{ api_keys: ['a b', 'c'] }, { api_keys: ['[api_key]', '[api_key]'] }],
    [{ userPassword: 1234567 }, { userPassword: '[password]' }],
    [{ 'X-API-Key': { old: 'a', new: ['b'] } }, { 'X-API-Key': { old: '[api_key]', new: ['[api_key]'] } }],
    [{ password: { type: 'string', minLength: 8 } }, { password: { type: 'string', minLength: 8 } }],
    [
      { name: 'password', value: 'a b' },
      { name: 'password', value: '[password]' },
    ],
    [{ phone: 4915112345678 }, { phone: '[phone]' }],
    [{ mobile_number: 4155552671 }, { mobile_number: '[phone]' }],
    [
      { id: 4915112345679, phone: 12 },
      { id: 4915112345679, phone: 12 },
    ],
    [{ cards: [6304000000000000000] }, { cards: ['[card]'] }],
    [
      { cookies: 3, api_key: null, secret: true },
      { cookies: 3, api_key: null, secret: true },
    ],
  ];
  for (const [given, kept] of rows) assert.deepEqual((await redact([given])).values, [kept]);
});

test('a key that begins in one text and ends in another takes nothing between them', async () => {
  const texts = ['-----BEGIN PRIVATE KEY-----\nMIIE', 'What is the weather?', '-----END PRIVATE KEY-----'];
  const { values } = await redact(texts);
  assert.deepEqual(values, ['[private_key]', 'What is the weather?', '-----END PRIVATE KEY-----']);
});

test('of what was read nothing is kept, so that memory does not grow with the file', async () => {
  const before = performance.getEntries().length;
  await redact(['card 4111 1111 1111 1111', 'x'.repeat(300_000)]);
  assert.equal(performance.getEntries().length, before);
});

/** Beginnings of what is searched for, repeated: each is what made a search look again at what it had seen. */
const HOSTILE = [
  'eyJaaaa-',
  'eyJ',
  '.eyJ',
  'ghs_1_a.',
  'a@',
  'a',
  '1 ',
  '4111 1111 1111 1111 ',
  'DE12',
  'DE89 ',
  'a.a.a://x:',
  'http://',
  'password=',
  'password="a b ',
  'pwd=[',
  String.raw`pwd=\"a\\"b\\\\"`,
  '{"pin": 1, "api_keys": [',
  'cookie: a=',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\n-----END ',
  'xoxb-a-',
  '+1(',
  'phone 49151',
];
for (const unit of HOSTILE) {
  test(`a text made to take long takes twice as long where it is twice as long: ${unit}`, async () => {
    const taken = async (bytes: number) => {
      const text = unit.repeat(bytes / unit.length);
      const used = process.cpuUsage();
      await redact([text]);
      return process.cpuUsage(used).user / 1000;
    };
    const bytes = inFull(100_000, 1_000_000);
    await taken(20_000);
    const once = await taken(bytes);
    const twice = await taken(2 * bytes);
    // A square is four times as long; a fixed part is for the collection of garbage.
    assert.ok(
      twice < 3 * once + 250,
      `${bytes} bytes took ${once} ms of processor time, twice as many ${twice}`,
    );
    assert.ok(twice < bytes / 50, `${2 * bytes} bytes took ${twice} ms of processor time`);
  });
}
