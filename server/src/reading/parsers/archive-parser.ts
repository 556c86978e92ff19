import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { isProseFile } from '../classification/file-kind.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import type { ParseOutput, Parser } from './parser.ts';
import { MAX_FILE_BYTES, repositoryPath, type SkipReason, skipByContent, skipReason } from './skip-rules.ts';

/** The most files of one repository. For a larger one the user names a folder. */
const MAX_FILES = 50_000;
/** The most entries of any kind: an archive of empty entries must end, too. */
const MAX_ENTRIES = 500_000;
const PROGRESS_EVERY = 100;

/** The text files below `path` in a gzipped tar archive. Nothing of the archive is written to disk. */
export function archiveParser({ path, maxBytes }: Extract<ParseTask, { do: 'archive' }>): Parser {
  return async (bytes, output) => {
    const skipped: Record<string, number> = {};
    const count = (reason: SkipReason) => {
      skipped[reason] = (skipped[reason] ?? 0) + 1;
    };
    let files = 0;
    let entries = 0;
    try {
      for await (const entry of entriesOf(bytes, maxBytes)) {
        if (++entries > MAX_ENTRIES) throw new ReadingFailure('too_many_files');
        const read = await readEntry(entry, path, output, count);
        if (read && ++files > MAX_FILES) throw new ReadingFailure('too_many_files', `more than ${MAX_FILES}`);
        if (entries % PROGRESS_EVERY === 0) output.progress({ unit: 'files', done: files, total: null });
      }
    } catch (error) {
      throw error instanceof ReadingFailure ? error : new ReadingFailure('malformed_archive', '', error);
    }
    output.progress({ unit: 'files', done: files, total: files });
    if (files === 0)
      throw new ReadingFailure(path === '' ? 'empty_content' : 'path_not_found', path.slice(0, 100));
    return { title: '', mediaType: 'application/x-git-repository', skipped };
  };
}

async function* entriesOf(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<ParsedTarEntry> {
  const gunzip = createGunzip();
  const compressed = Readable.from(bytes, { objectMode: false });
  compressed.on('error', (error) => gunzip.destroy(error));
  compressed.pipe(gunzip);
  const decoder = createTarDecoder({ strict: true });
  // Its failure is thrown when the entries are read.
  const fed = Readable.toWeb(Readable.from(counted(gunzip, maxBytes)))
    .pipeTo(decoder.writable as never)
    .catch((error: unknown) => error);
  try {
    yield* decoder.readable as unknown as AsyncIterable<ParsedTarEntry>;
  } catch (error) {
    const cause = await fed;
    throw cause instanceof Error ? cause : error;
  } finally {
    gunzip.destroy();
    compressed.destroy();
  }
  const cause = await fed;
  if (cause instanceof Error) throw cause;
}

async function* counted(stream: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of stream) {
    count += piece.length;
    if (count > most) throw new ReadingFailure('too_large', `more than ${most / 1e6} MB unpacked`);
    yield piece;
  }
}

/**
 * Returns whether the entry became a document. Reads its body to the end in any case: the decoder stands still before a
 * body that nobody reads, and after some that are cancelled while they arrive.
 */
async function readEntry(
  { header, body }: ParsedTarEntry,
  under: string,
  output: ParseOutput,
  count: (reason: SkipReason) => void,
): Promise<boolean> {
  const path = repositoryPath(header.name);
  const reason = path === null ? 'bad_path' : entryReason(header, path);
  const isAsked = header.type !== 'directory' && (path === null || isUnder(path, under));
  if (path === null || reason !== null || !isAsked) {
    if (reason !== null && isAsked) count(reason);
    for await (const _ of body as unknown as AsyncIterable<Uint8Array>);
    return false;
  }
  const bytes = await bodyOf(body);
  const byContent = skipByContent(bytes, !isProseFile(path));
  const content = byContent === null ? cleanText(decodeText(bytes, '').text) : '';
  if (content.trim() === '') {
    count(byContent ?? 'empty');
    return false;
  }
  output.document({
    kind: isProseFile(path) ? 'markdown' : 'code',
    path: cleanText(path),
    content,
    marks: [],
  });
  return true;
}

/** Links and devices are no files to read. */
function entryReason({ type = 'file', size }: ParsedTarEntry['header'], path: string): SkipReason | null {
  return type === 'file' ? skipReason(path, size) : 'not_a_file';
}

function isUnder(path: string, under: string): boolean {
  return under === '' || path === under || path.startsWith(`${under}/`);
}

async function bodyOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    length += piece.length;
    // It is larger than its header says.
    if (length > MAX_FILE_BYTES) throw new ReadingFailure('malformed_archive');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
