import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('a key that begins in one text and ends in another takes nothing between them', async () => {
  const texts = ['-----BEGIN PRIVATE KEY-----\nMIIE', 'What is the weather?', '-----END PRIVATE KEY-----'];
  const { values } = await redact(texts);
  assert.deepEqual(values, ['[private_key]', 'What is the weather?', '-----END PRIVATE KEY-----']);
});

test('a text made to take long takes no longer than its length', async () => {
  const hostile = [
    'eyJ'.repeat(100_000),
    'a@'.repeat(150_000),
    '1 '.repeat(150_000),
    'DE12'.repeat(80_000),
    'http://'.repeat(40_000),
    'password='.repeat(30_000),
    '-----BEGIN PRIVATE KEY-----'.repeat(10_000),
    '+1('.repeat(100_000),
    'x'.repeat(300_000),
  ];
  for (const text of hostile) {
    const used = process.cpuUsage();
    await redact([text]);
    const ms = process.cpuUsage(used).user / 1000;
    assert.ok(ms < 5000, `${text.slice(0, 12)}… took ${ms} ms of processor time`);
  }
});
