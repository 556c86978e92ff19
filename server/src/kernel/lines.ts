import type { Readable } from 'node:stream';

/**
 * The lines of a stream of UTF-8, without their line feeds. Only a line feed, also after a carriage return, ends a line:
 * Node's readline parts JSON lines at U+2028 and U+2029 too, which JSON allows in a string. An aborted signal ends it.
 */
export async function* readLinesOfStream(input: Readable, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const piece of untilAborted(input, signal)) {
    const text = decoder.decode(piece, { stream: true });
    // Looked through once, however long the line is.
    if (!text.includes('\n')) {
      rest += text;
      continue;
    }
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield withoutReturn(line);
  }
  rest += decoder.decode();
  if (rest !== '' && !signal?.aborted) yield withoutReturn(rest);
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);

async function* untilAborted(input: Readable, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const end = () => void input.destroy();
  if (signal?.aborted) return end();
  signal?.addEventListener('abort', end, { once: true });
  try {
    for await (const piece of input) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  } catch (error) {
    // What is destroyed breaks off.
    if (!signal?.aborted) throw error;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
