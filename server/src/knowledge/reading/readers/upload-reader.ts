import type { ReadRequest } from '../contract.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import type { ParserPool } from '../parser-pool/parser-pool.ts';
import { isPage } from './media-type.ts';
import { inTurn, parsingStage, type Reader } from './reader.ts';

/** Reads the bytes of an upload: a PDF, or a text, whose encoding and kind it finds out. */
export function createUploadReader(parsers: ParserPool): Reader {
  return {
    async read(request, options) {
      const { bytes } = request;
      if (!bytes || bytes.length === 0) throw new ReadingFailure('empty_content');
      const parsed = await parsers.parse(taskOf(request, bytes), inTurn([bytes]), parsingStage(options));
      return {
        ok: true,
        ...parsed,
        documents: parsed.documents.map((document) => ({ ...document, link: null })),
        repository: null,
      };
    },
  };
}

/** A text that is a whole page of HTML is read as a page: HTML is never stored. */
function taskOf({ type, filename = '', charset }: ReadRequest, bytes: Uint8Array): ParseTask {
  if (type === 'pdf') return { do: 'pdf', filename };
  if (isPage(bytes)) return { do: 'html', url: 'about:blank', charset: charset ?? '' };
  const known = charset === undefined ? { charset: '' } : { charset, isCharsetSure: true };
  return { do: 'text', mediaType: '', ...known, name: filename };
}
