import type { ReadRequest } from '../contract.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import type { ParserPool } from '../parser-pool/parser-pool.ts';
import { isTableFile } from '../tables/tables.ts';
import { isHtmlPage } from './media-type.ts';
import { joinSmallPieces, parsingStage, type Reader } from './reader.ts';

/**
 * Reads the bytes of an upload: a PDF, a text, whose encoding and kind are detected, or a file with a table. Slow
 * formats have separate processes.
 */
export function createUploadReader({ texts, others }: { texts: ParserPool; others: ParserPool }): Reader {
  return {
    async read(request, options) {
      const { bytes } = request;
      if (!bytes || bytes.length === 0) throw new ReadingFailure('empty_content');
      const task = taskOf(request, bytes);
      const parsers = task.do === 'pdf' || task.do === 'rows' ? others : texts;
      const parsed = await parsers.parse(task, joinSmallPieces([bytes]), parsingStage(options));
      return {
        ok: true,
        ...parsed,
        documents: parsed.documents.map((document) => ({ ...document, link: null })),
        repository: null,
      };
    },
  };
}

/** A text that is a whole HTML page is read as a page: HTML is never stored. */
function taskOf({ type, filename = '', charset, sheet }: ReadRequest, bytes: Uint8Array): ParseTask {
  if (type === 'pdf') return { do: 'pdf', filename };
  if (sheet !== undefined) return { do: 'rows', sheet, name: filename };
  if (isTableFile(bytes)) return { do: 'rows', name: filename };
  if (isHtmlPage(bytes)) return { do: 'html', url: 'about:blank', charset: charset ?? '' };
  const known = charset === undefined ? { charset: '' } : { charset, isCharsetSure: true };
  return { do: 'text', mediaType: '', ...known, name: filename };
}
