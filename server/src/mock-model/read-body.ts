import type { IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Reads a whole body as text and hands it on, or null when it is larger than 32 MB. The rest of such a
 * body is thrown away so that the client gets to read the refusal; after twice the size the connection is
 * closed. A client that leaves in the middle is not answered.
 */
export function readBody(req: IncomingMessage, then: (text: string | null) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let refused = false;
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else if (size > 2 * MAX_BODY_BYTES) req.destroy();
    else if (!refused) {
      refused = true;
      chunks.length = 0;
      then(null);
    }
  });
  req.on('end', () => {
    if (refused) return;
    const only = chunks.length === 1 ? chunks[0] : undefined;
    then((only ?? Buffer.concat(chunks)).toString('utf8'));
  });
}
