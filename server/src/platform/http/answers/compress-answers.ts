import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib';
import type { AnyReply, AnyRequest, App } from '../app-type.ts';

/** A shorter answer fits into one or two packets as it is. */
const WORTH_COMPRESSING_BYTES = 2000;

/**
 * Levels at which 320 kB of results take 1 ms of another thread: 25 kB as zstd, 32 kB as gzip. Brotli and the higher
 * levels of gzip save 7 kB more and take 5 to 20 ms.
 */
const GZIP = { level: constants.Z_BEST_SPEED };
const CODINGS = {
  zstd: { whole: promisify(zstdCompress), stream: () => createZstdCompress() },
  gzip: {
    whole: (text: string) => promisify(gzip)(text, GZIP),
    stream: () => createGzip(GZIP),
  },
} as const;

/**
 * Compresses JSON for clients that accept it; event streams, files and short answers are sent as they are. The entity
 * tag names the revision of the resource, whatever the coding.
 */
export function compressAnswers(app: App): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!isCompressible(reply, payload)) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
    const coding = acceptedCoding(request);
    if (coding === null) return payload;
    reply.header('content-encoding', coding).removeHeader('content-length');
    if (typeof payload === 'string') return CODINGS[coding].whole(payload);
    // An error ends the response, whose reader then sees that it is cut off.
    return pipeline(payload, CODINGS[coding].stream(), () => {});
  });
}

function isCompressible(reply: AnyReply, payload: unknown): payload is string | Readable {
  if (!/^application\/(.+\+)?json\b/.test(String(reply.getHeader('content-type')))) return false;
  if (reply.hasHeader('content-encoding')) return false;
  return typeof payload === 'string'
    ? payload.length >= WORTH_COMPRESSING_BYTES
    : payload instanceof Readable;
}

/** The coding that a client names; one with the weight 0 is refused, and other weights do not matter (RFC 9110, 12.5.3). */
function acceptedCoding({ headers }: AnyRequest): keyof typeof CODINGS | null {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim());
  return (['zstd', 'gzip'] as const).find((coding) => accepted.includes(coding)) ?? null;
}
