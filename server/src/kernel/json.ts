import { createHash } from 'node:crypto';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Serialises a value as JSON with sorted object members, so that their original order does not matter. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      isObject(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ''
  );
}

/** SHA-256 in hex of a JSON value; the order of object members does not matter. */
export function hashJson(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** The SHA-256 hash in hex. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
