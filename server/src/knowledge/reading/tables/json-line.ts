/** A row as a line of JSON lines. Bytes of pictures and the like are no part of a text. */
export const jsonLine = (fields: Record<string, unknown>) => `${JSON.stringify(fields, withoutBytes)}\n`;

const withoutBytes = (_: string, value: unknown) => (value instanceof Uint8Array ? undefined : value);
