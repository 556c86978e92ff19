import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The keys of ENCRYPTION_KEYS, 32 bytes each: the first encrypts, all decrypt. */
export type KeyRing = readonly Buffer[];

/** The place a secret belongs to. It can be decrypted only there: a row copied elsewhere cannot be opened. */
export interface SecretPlace {
  /** The id of its row. */
  row: string;
  /** The workspace, or `service` if all workspaces share it. */
  scope: string;
  /** The scheme, host and port that the secret is sent to. */
  origin: string;
}

/**
 * A secret encrypted with its own data key, and the data key encrypted with a key of the ring; all in base64url except
 * `wrappedBy`.
 */
export interface SealedSecret {
  /** The id of the ring's key (`keyId`). */
  wrappedBy: string;
  wrappedKey: string;
  sealed: string;
}

/**
 * `unknown_key`: the ring lacks the key. `altered`: the row, its place or its address is not the one that was sealed.
 */
export type OpenedSecret = { ok: true; secret: string } | { ok: false; why: 'unknown_key' | 'altered' };

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Names a key of the ring without revealing it: 16 hexadecimal digits of a hash. */
export function keyId(key: Buffer): string {
  return createHash('sha256').update('touchstone key id\0').update(key).digest('hex').slice(0, 16);
}

/**
 * Encrypts a secret (AES-256-GCM, NIST SP 800-38D, random 96-bit nonces) with the first key of the ring. The place is
 * authenticated with it.
 * @param ring has at least one key
 * @param random only tests replace it
 */
export function sealSecret(
  ring: KeyRing,
  secret: string,
  place: SecretPlace,
  random: (bytes: number) => Buffer = randomBytes,
): SealedSecret {
  const dataKey = random(KEY_BYTES);
  return {
    ...wrap(ring, dataKey, place, random),
    sealed: encrypt(dataKey, Buffer.from(secret), bound('secret', place), random),
  };
}

export function openSecret(ring: KeyRing, sealed: SealedSecret, place: SecretPlace): OpenedSecret {
  const dataKey = unwrap(ring, sealed, place);
  if (typeof dataKey === 'string') return { ok: false, why: dataKey };
  const secret = decrypt(dataKey, sealed.sealed, bound('secret', place));
  return secret === null ? { ok: false, why: 'altered' } : { ok: true, secret: secret.toString() };
}

/** Encrypts the secret's data key with the first key of the ring; null if it already is. */
export function rewrapSecret(
  ring: KeyRing,
  sealed: SealedSecret,
  place: SecretPlace,
): SealedSecret | null | 'unknown_key' | 'altered' {
  if (ring[0] !== undefined && sealed.wrappedBy === keyId(ring[0])) return null;
  const dataKey = unwrap(ring, sealed, place);
  return typeof dataKey === 'string' ? dataKey : { ...sealed, ...wrap(ring, dataKey, place, randomBytes) };
}

function wrap(ring: KeyRing, dataKey: Buffer, place: SecretPlace, random: (bytes: number) => Buffer) {
  const [first] = ring;
  if (first === undefined) throw new Error('a key ring without a key encrypts nothing');
  return { wrappedBy: keyId(first), wrappedKey: encrypt(first, dataKey, bound('data key', place), random) };
}

function unwrap(
  ring: KeyRing,
  { wrappedBy, wrappedKey }: SealedSecret,
  place: SecretPlace,
): Buffer | 'unknown_key' | 'altered' {
  const key = ring.find((one) => keyId(one) === wrappedBy);
  if (key === undefined) return 'unknown_key';
  return decrypt(key, wrappedKey, bound('data key', place)) ?? 'altered';
}

/** The associated data: JSON, so that different places never have the same text. */
function bound(what: 'secret' | 'data key', { row, scope, origin }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify(['touchstone', 1, what, row, scope, origin]));
}

function encrypt(key: Buffer, plain: Buffer, associated: Buffer, random: (bytes: number) => Buffer): string {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(associated);
  const parts = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

function decrypt(key: Buffer, text: string, associated: Buffer): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(associated)
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
