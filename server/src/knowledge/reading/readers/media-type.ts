import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { SNIFFED_BYTES, sniffKind } from '../text/sniff.ts';

export interface MediaType {
  /** Lower case, without parameters; empty if there is none. */
  type: string;
  charset: string;
}

/** The parts of a Content-Type header. */
export function parseMediaType(header: string): MediaType {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))?.slice('charset='.length);
  return { type: type.toLowerCase(), charset: charset?.replace(/^"|"$/g, '') ?? '' };
}

/** Matches the beginning of an HTML page, whatever its media type. */
const PAGE = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!doctype html|<html[\s>])/i;
const HTML_TYPES = /^(?:text\/html|application\/xhtml\+xml)$/;
const NEVER_TEXT = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:zip|gzip|x-tar|wasm))/;

/**
 * The parse task for a document from the network. The content decides before the header, and the header before the
 * name. If the content can be both, such as a Markdown file that begins with a tag, the header decides.
 *
 * @throws ReadingFailure `unsupported_media_type`
 */
export function parseTaskFor(beginning: Uint8Array, { type, charset }: MediaType, url: URL): ParseTask {
  const found = sniffKind(beginning);
  const name = nameOf(url);
  if (found === 'pdf') return { do: 'pdf', filename: name };
  if (found === 'binary' || NEVER_TEXT.test(type)) {
    throw new ReadingFailure('unsupported_media_type', type.slice(0, 80));
  }
  if (isHtmlPage(beginning) || HTML_TYPES.test(type) || (found === 'html' && type === ''))
    return { do: 'html', url: url.href, charset };
  return { do: 'text', mediaType: type, charset, name };
}

export function isHtmlPage(beginning: Uint8Array): boolean {
  const start = Buffer.from(beginning.subarray(0, SNIFFED_BYTES)).toString('latin1').replaceAll('\0', '');
  return PAGE.test(start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, ''));
}

function nameOf(url: URL): string {
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
