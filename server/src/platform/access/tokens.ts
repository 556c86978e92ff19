import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits with a prefix that secret scanners recognise. */
export function newSecret(prefix: 'ts' | 'tss'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Only the hash is stored. A secret of 256 random bits needs no salt and no slow hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(a)), Buffer.from(hashSecret(b)));
}
