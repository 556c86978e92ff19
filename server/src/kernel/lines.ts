import type { Readable } from 'node:stream';

/**
 * The lines of a UTF-8 stream, without line feeds. Lines end only at a line feed or a carriage return with line feed:
 * Node's readline also splits at U+2028 and U+2029, which JSON allows in strings. An aborted signal ends the iteration.
 */
export async function* readLinesOfStream(input: Readable, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const piece of untilAborted(input, signal)) {
    const text = decoder.decode(piece, { stream: true });
    // Searches each piece once, however long the line is.
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
    // A destroyed stream ends the iteration.
    if (!signal?.aborted) throw error;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
