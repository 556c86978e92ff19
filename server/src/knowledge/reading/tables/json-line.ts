/** A row as a line of JSON lines. Binary values such as pictures are omitted. */
export const jsonLine = (fields: Record<string, unknown>) => `${JSON.stringify(fields, withoutBytes)}\n`;

const withoutBytes = (_: string, value: unknown) => (value instanceof Uint8Array ? undefined : value);
