import { parseJson } from '../../../kernel/json.ts';
import { isCodeFile } from '../classification/file-kind.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { cleanText } from '../text/clean-text.ts';
import { type DecodedText, decodeAs, decodeText } from '../text/decode-text.ts';
import { isNotebook, NOTEBOOK_NAME, notebookMarkdown } from '../text/notebook.ts';
import { sniffKind } from '../text/sniff.ts';
import { joinCues, parseCues } from '../text/transcript.ts';
import { createLeftOut } from './left-out.ts';
import type { Parser } from './parser.ts';

/** Plain text, Markdown, JSON and transcripts: decoded and cleaned, otherwise unchanged. */
export function textParser(task: TextTask): Parser {
  const { mediaType, name } = task;
  return async (bytes, output) => {
    const { text, charset } = decoded(Buffer.concat(await Array.fromAsync(bytes)), task);
    if (isBinary(text)) throw new ReadingFailure('binary_content');
    // In a text, U+0085 ends a line; in JSON it is a character and must not split a record of JSON lines.
    const escapes = text.includes('\u0085') && (isJson(text) || isJson(firstLine(text)));
    const content = cleanText(escapes ? text.replaceAll('\u0085', '\\u0085') : text);
    if (content.trim() === '') throw new ReadingFailure('empty_content');
    const notebook = NOTEBOOK_NAME.test(name) || isNotebook(text) ? notebookMarkdown(text) : null;
    const type = notebook === null ? typeOf(content, mediaType, name) : NOTEBOOK_TYPE;
    if (type === 'text/vtt' || type === 'application/x-subrip') {
      output.document({ kind: 'transcript', path: null, ...joinCues(requireCues(content)) });
    } else if (notebook !== null) {
      const cells = cleanText(notebook);
      if (cells.trim() === '') throw new ReadingFailure('empty_content');
      output.document({ kind: 'notebook', path: null, content: cells, marks: [] });
    } else {
      const kind = isCode(type) || (isCodeFile(name) && !HTML_NAME.test(name)) ? 'code' : 'markdown';
      output.document({ kind, path: null, content, marks: [] });
    }
    const leftOut = createLeftOut();
    leftOut.addInvisible(text);
    return { title: '', mediaType: type, charset, name, leftOut: leftOut.list() };
  };
}

type TextTask = Extract<ParseTask, { do: 'text' }>;

function decoded(bytes: Uint8Array, { charset, isCharsetSure }: TextTask): DecodedText {
  if (sniffKind(bytes) === 'binary') throw new ReadingFailure('binary_content');
  return isCharsetSure ? decodeAs(bytes, charset) : decodeText(bytes, charset);
}

const LOOKED_AT_UNITS = 64 * 1024;
/** Maximum share of control characters: texts have nearly none, random bytes one in ten. */
const MAX_CONTROLS = 1 / 50;

function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  const beginning = text.slice(0, LOOKED_AT_UNITS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const controls = beginning.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls > beginning.length * MAX_CONTROLS;
}

const NOTEBOOK_TYPE = 'application/x-ipynb+json';

/** The reader sends whole HTML pages to the HTML parser; a text that only has such a name is prose. */
const HTML_NAME = /\.x?html?$/i;
const SRT_START = /^\s*\d+\n\d\d:\d\d:\d\d,\d{3} --> \d\d:/;

/** The content decides before the name, and the name before the header: the first line shows a transcript. */
function typeOf(content: string, mediaType: string, name: string): string {
  if (/^WEBVTT(?:[ \t\n]|$)/.test(content)) return 'text/vtt';
  if (SRT_START.test(content.slice(0, 200))) return 'application/x-subrip';
  if (/\.(?:md|markdown|mdx)$/i.test(name)) return 'text/markdown';
  if (isJson(content)) return 'application/json';
  return mediaType === '' || mediaType === 'application/octet-stream' ? 'text/plain' : mediaType;
}

function isCode(type: string): boolean {
  return type === 'application/json' || /[/+](?:xml|x-yaml|yaml)$/.test(type);
}

/** Larger texts are not parsed only to detect JSON. */
const MAX_PARSED = 5_000_000;

function isJson(content: string): boolean {
  if (!/^\s*[{[]/.test(content) || !/[}\]]\s*$/.test(content.slice(-100))) return false;
  if (content.length > MAX_PARSED) return /^\s*[{[]\s*["[{]/.test(content);
  return parseJson(content) !== undefined;
}

const firstLine = (text: string) => text.trimStart().split('\n', 1)[0] ?? '';

function requireCues(content: string) {
  const cues = parseCues(content);
  if (cues.length === 0) throw new ReadingFailure('malformed_transcript');
  return cues;
}
