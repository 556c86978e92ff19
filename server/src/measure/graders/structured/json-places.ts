/** A JSON Pointer (RFC 6901); in a pattern `*` is any one part. */
export type JsonPointer = string;

/** The parts of a pointer, unescaped. */
export function partsOf(pointer: JsonPointer): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerOf(parts: readonly string[]): JsonPointer {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
