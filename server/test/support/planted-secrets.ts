import { createHash, createHmac } from 'node:crypto';

/** A secret, and a text in which people write it. */
export interface PlantedSecret {
  kind: string;
  secret: string;
  text: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const letters = (text: string, length: number) =>
  digest(text)
    .toString('hex')
    .repeat(Math.ceil(length / 64))
    .slice(0, length);
const mixed = (text: string, length: number) =>
  Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
    digest(text + i)
      .toString('base64')
      .replace(/[+/=]/g, 'x'),
  )
    .join('')
    .slice(0, length);
const digits = (text: string, length: number) =>
  BigInt(`0x${digest(text).toString('hex')}`)
    .toString()
    .slice(0, length);

/** So many secrets of each of twelve kinds, all different. None is real: they are made of hashes. */
export function plantSecrets(each: number): PlantedSecret[] {
  return Object.entries(MAKERS).flatMap(([kind, make]) =>
    Array.from({ length: each }, (_, n) => ({ kind, ...make(`${kind} ${n}`, n) })),
  );
}

type Maker = (seed: string, n: number) => { secret: string; text: string };

const MAKERS: Readonly<Record<string, Maker>> = {
  'e-mail': (seed, n) => plain(`person.${letters(seed, 6)}${n}@mail${n}.example.org`, 'write to'),
  phone: (seed, n) => plain(`+49 30 ${digits(seed, 4)}${1000 + n}`, 'call'),
  card: (seed) => plain(withLuhn(`4${digits(seed, 14)}`), 'card'),
  iban: (seed) => plain(withCheckDigits('DE', digits(seed, 18)), 'IBAN'),
  'private key': (seed) =>
    plain(
      `-----BEGIN PRIVATE KEY-----\n${mixed(seed, 64)}\n${mixed(`${seed}.`, 64)}\n-----END PRIVATE KEY-----`,
      'key',
    ),
  jwt: (seed, n) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: `user ${n}`, iat: 1_790_000_000 + n })}`;
    return plain(`${signed}.${createHmac('sha256', seed).update(signed).digest('base64url')}`, 'session');
  },
  'provider key': (seed) => plain(`sk-proj-${mixed(seed, 48)}`, 'key'),
  'cloud key': (seed) => plain(`AKIA${letters(seed, 16).toUpperCase()}`, 'the account uses'),
  'access token': (seed) => plain(`ghp_${mixed(seed, 36)}`, 'token'),
  'bearer token': (seed) => plain(`7${mixed(seed, 40)}`, 'Authorization: Bearer'),
  password: (seed) => plain(`${mixed(seed, 14)}!7`, 'password:'),
  'url with a password': (seed, n) => ({
    secret: mixed(seed, 12),
    text: `connect to postgres://app:${mixed(seed, 12)}@db${n}.example.org:5432/shop`,
  }),
};

const plain = (secret: string, before: string) => ({ secret, text: `${before} ${secret}` });

function withLuhn(digits15: string): string {
  for (let check = 0; check < 10; check++) {
    const card = `${digits15}${check}`;
    const sum = [...card].reduce((all, digit, i) => {
      const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
      return all + (value > 9 ? value - 9 : value);
    }, 0);
    if (sum % 10 === 0) return card;
  }
  throw new Error('A check digit always exists.');
}

function withCheckDigits(country: string, account: string): string {
  const moved = `${account}${[...country].map((letter) => Number.parseInt(letter, 36)).join('')}00`;
  return `${country}${String(98n - (BigInt(moved) % 97n)).padStart(2, '0')}${account}`;
}
