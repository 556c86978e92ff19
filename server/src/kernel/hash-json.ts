import { createHash } from 'node:crypto';

/** SHA-256 in hex of a JSON value, the same for the same object whose members are written in another order. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      member !== null && typeof member === 'object' && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ''
  );
}
