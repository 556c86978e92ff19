import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { isProseFile } from '../classification/file-kind.ts';
import type { DocumentKind, LeftOut, LeftOutReason } from '../contract.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { NOTEBOOK_NAME, notebookMarkdown } from '../text/notebook.ts';
import { createLeftOut } from './left-out.ts';
import type { ParseOutput, Parser } from './parser.ts';
import {
  containsSecretKey,
  isAnnexPointer,
  MAX_FILE_BYTES,
  maxFileBytes,
  repositoryPath,
  skipByContent,
  skipReason,
} from './skip-rules.ts';

/** Maximum number of files of a repository. For a larger one the user names a folder. */
const MAX_FILES = 50_000;
/** Maximum number of entries of any kind, so that an archive of empty entries also ends. */
const MAX_ENTRIES = 500_000;
const PROGRESS_EVERY = 100;

/** The text files below `path` in a gzipped tar archive. Nothing is written to disk. */
export function archiveParser({ path, maxBytes }: Extract<ParseTask, { do: 'archive' }>): Parser {
  return async (bytes, output) => {
    const leftOut = createLeftOut();
    let files = 0;
    let entries = 0;
    try {
      for await (const entry of readEntries(bytes, maxBytes)) {
        if (++entries > MAX_ENTRIES) throw new ReadingFailure('too_many_files');
        const read = await readEntry(entry, path, output, leftOut.add);
        if (read && ++files > MAX_FILES) throw new ReadingFailure('too_many_files', `more than ${MAX_FILES}`);
        if (entries % PROGRESS_EVERY === 0) output.progress({ unit: 'files', done: files, total: null });
      }
    } catch (error) {
      throw error instanceof ReadingFailure ? error : new ReadingFailure('malformed_archive', '', error);
    }
    output.progress({ unit: 'files', done: files, total: files });
    if (files === 0) throw nothingRead(path, leftOut.list());
    return { title: '', mediaType: 'application/x-git-repository', leftOut: leftOut.list() };
  };
}

function nothingRead(path: string, leftOut: readonly LeftOut[]): ReadingFailure {
  const why = leftOut.map(({ reason, count }) => `${reason} ${count}`).join(', ');
  const detail = [path.slice(0, 100), why && `left out: ${why}`].filter(Boolean).join('; ');
  return new ReadingFailure(path === '' ? 'empty_content' : 'path_not_found', detail);
}

async function* readEntries(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<ParsedTarEntry> {
  const gunzip = createGunzip();
  const compressed = Readable.from(bytes, { objectMode: false });
  compressed.on('error', (error) => gunzip.destroy(error));
  compressed.pipe(gunzip);
  const decoder = createTarDecoder({ strict: true });
  // Its failure is thrown when the entries are read.
  const fed = Readable.toWeb(Readable.from(countBytes(gunzip, maxBytes)))
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

async function* countBytes(stream: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of stream) {
    count += piece.length;
    if (count > most) throw new ReadingFailure('too_large', `more than ${most / 1e6} MB unpacked`);
    yield piece;
  }
}

/**
 * Returns whether the entry became a document. Always reads its body to the end: the decoder hangs at an unread body,
 * and after some bodies that are cancelled midway.
 */
async function readEntry(
  { header, body }: ParsedTarEntry,
  under: string,
  output: ParseOutput,
  leaveOut: (reason: LeftOutReason, name: string) => void,
): Promise<boolean> {
  const path = repositoryPath(header.name);
  const reason = path === null ? 'bad_path' : entryReason(header, path);
  const isAsked = header.type !== 'directory' && (path === null || isUnder(path, under));
  if (path === null || reason !== null || !isAsked) {
    if (reason !== null && isAsked) leaveOut(reason, path ?? header.name);
    for await (const _ of body as unknown as AsyncIterable<Uint8Array>);
    return false;
  }
  const read = readFile(path, await bodyOf(body, maxFileBytes(path)));
  if ('reason' in read) {
    leaveOut(read.reason, path);
    return false;
  }
  output.document({ kind: read.kind, path: cleanText(path), content: read.content, marks: [] });
  return true;
}

/** The document made from a file, or why it is omitted. */
function readFile(
  path: string,
  bytes: Uint8Array,
): { kind: DocumentKind; content: string } | { reason: LeftOutReason } {
  const kind = NOTEBOOK_NAME.test(path) ? 'notebook' : isProseFile(path) ? 'markdown' : 'code';
  const byContent = skipByContent(bytes, kind === 'code');
  if (byContent !== null) return { reason: byContent };
  const decoded = decodedText(bytes);
  if (decoded === null) return { reason: 'binary' };
  if (containsSecretKey(path, decoded)) return { reason: 'secret' };
  const text = kind === 'notebook' ? notebookMarkdown(decoded) : decoded;
  if (text === null) return { reason: 'unreadable' };
  const content = cleanText(text);
  if (content.trim() === '') return { reason: 'empty' };
  return content.length > MAX_FILE_BYTES ? { reason: 'too_large' } : { kind, content };
}

/** Null for bytes that look like a text encoding and are invalid: one such file must not fail a repository. */
function decodedText(bytes: Uint8Array): string | null {
  try {
    return decodeText(bytes, '').text;
  } catch (error) {
    if (error instanceof ReadingFailure) return null;
    throw error;
  }
}

/** Links and devices are not read; a link into git-annex refers to a file that is not in the archive. */
function entryReason(
  { type = 'file', size, linkname = '' }: ParsedTarEntry['header'],
  path: string,
): LeftOutReason | null {
  if (type === 'file') return skipReason(path, size);
  return isAnnexPointer(linkname) ? 'pointer' : 'not_a_file';
}

function isUnder(path: string, under: string): boolean {
  return under === '' || path === under || path.startsWith(`${under}/`);
}

async function bodyOf(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    length += piece.length;
    // It is larger than its header says.
    if (length > most) throw new ReadingFailure('malformed_archive');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
