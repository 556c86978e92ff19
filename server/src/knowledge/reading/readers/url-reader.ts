import { ReadingFailure } from '../failures.ts';
import { requireSuccess } from '../fetching/fetch-failures.ts';
import type { Answer, GuardedFetch } from '../fetching/guarded-fetch.ts';
import type { Robots } from '../fetching/robots.ts';
import type { ParseTask } from '../parse-task.ts';
import type { ParserPool } from '../parser-pool/parser-pool.ts';
import { SNIFFED_BYTES } from '../text/sniff.ts';
import { parseMediaType, parseTaskFor } from './media-type.ts';
import { joinSmallPieces, parsingStage, type Reader, type ReadOptions, receiveBody } from './reader.ts';

/** Maximum decompressed bytes read from an address, by kind of document. */
const LIMITS: Readonly<Record<ParseTask['do'], number>> = {
  html: 10e6,
  text: 10e6,
  pdf: 100e6,
  archive: 0,
  table: 0,
  rows: 0,
};

interface FetchedDocument {
  url: URL;
  task: ParseTask;
  pieces: Uint8Array[];
}

/** Reads the document at an address: HTML, PDF, text, Markdown, JSON or a transcript. */
export function createUrlReader({
  web: { fetch, stop },
  robots,
  parsers,
}: {
  web: GuardedFetch;
  robots: Robots;
  parsers: ParserPool;
}): Reader {
  return {
    stop,
    async read({ url = '' }, options) {
      const { signal } = options;
      const headers = { accept: 'text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5' };
      const fetched = await fetch(url, { signal, headers, allow: robots.requireAllowed }, (answer) =>
        receive(answer, options),
      );
      const parsed = await parsers.parse(
        fetched.task,
        joinSmallPieces(fetched.pieces),
        parsingStage(options),
      );
      const link = fetched.url.href;
      return {
        ok: true,
        ...parsed,
        documents: parsed.documents.map((document) => ({ ...document, link })),
        repository: null,
      };
    },
  };
}

/**
 * Receives the whole body into memory, so that no parsing process waits for a slow server. The kind of document, known
 * from the first bytes, decides the size limit.
 */
async function receive(answer: Answer, options: ReadOptions): Promise<FetchedDocument> {
  requireSuccess(answer);
  const pieces: Uint8Array[] = [];
  let task: ParseTask | null = null;
  let length = 0;
  for await (const piece of receiveBody(answer, LIMITS.pdf, options)) {
    pieces.push(piece);
    length += piece.length;
    if (!task && length >= SNIFFED_BYTES) task = taskOf(answer, pieces);
    if (task && length > LIMITS[task.do]) {
      throw new ReadingFailure('too_large', `more than ${LIMITS[task.do] / 1e6} MB`);
    }
  }
  if (length === 0) throw new ReadingFailure('empty_content');
  return { url: answer.url, task: task ?? taskOf(answer, pieces), pieces };
}

function taskOf(answer: Answer, pieces: readonly Uint8Array[]): ParseTask {
  return parseTaskFor(Buffer.concat(pieces), parseMediaType(answer.header('content-type')), answer.url);
}
