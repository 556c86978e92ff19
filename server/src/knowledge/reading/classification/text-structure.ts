import type { Classification } from '../contract.ts';
import type { ParsedDocument } from '../parse-task.ts';
import { isCodeFile } from './file-kind.ts';

type Sample = Pick<ParsedDocument, 'kind' | 'content' | 'path'>;

const DATA_TYPE = /^(?:application\/(?:json|x-ndjson|.*\+json|xml)|text\/(?:csv|tab-separated-values))$/;
const DATA_NAME = /\.(?:csv|tsv|json|jsonl|ndjson|xml|parquet)$/i;
const CODE_LINE =
  /[;{}]\s*$|^\s*(?:import |from \S+ import|def |class |function |const |let |var |return |if \(|for \(|#include|public |private |package |use |fn |func |end$|elif |else:|@\w+)|=>|\w+\([^)]*\)\s*[:{]?$/;
const SPOKEN_LINE = /^\s*(?:\[?\(?\d{1,2}:\d{2}(?::\d{2})?\)?\]?[\s-]|(?:[\p{Lu}][\p{L}.'-]*\s?){1,3}:\s)/u;

const LOOKED_AT_UNITS = 20_000;

/** The kind that the structure of the documents shows, without reading words; null if it shows none. */
export function kindByStructure(
  documents: readonly Sample[],
  name: string,
  mediaType: string,
): Classification | null {
  if (documents.some(({ kind }) => kind === 'transcript')) {
    return { kind: 'transcript', reason: 'Its text has times, as captions do.' };
  }
  const code = lengthOf(documents.filter(({ kind }) => kind === 'code'));
  const all = lengthOf(documents);
  const lines = linesOf(documents);
  if (isData(lines) || ((DATA_TYPE.test(mediaType) || DATA_NAME.test(name)) && !isProgram(name))) {
    return { kind: 'dataset', reason: 'Its lines are records with the same fields.' };
  }
  if (code > all / 2) {
    return { kind: 'code', reason: `${Math.round((100 * code) / all)} % of its text is in source files.` };
  }
  if (share(lines, CODE_LINE) > 0.6 && lines.length >= 5) {
    return { kind: 'code', reason: 'Most of its lines are statements of a programming language.' };
  }
  if (share(lines, SPOKEN_LINE) > 0.5 && lines.length >= 4) {
    return { kind: 'transcript', reason: 'Most of its lines begin with a time or a speaker.' };
  }
  return null;
}

function isProgram(name: string): boolean {
  return isCodeFile(name) && !DATA_NAME.test(name);
}

function lengthOf(documents: readonly Sample[]): number {
  return documents.reduce((sum, { content }) => sum + content.length, 0);
}

function linesOf(documents: readonly Sample[]): string[] {
  const [first] = documents;
  if (!first || documents.length > 1) return [];
  const lines = first.content.slice(0, LOOKED_AT_UNITS).split('\n');
  // The last line may be truncated (samples have a maximum length), so it is ignored.
  if (first.content.length >= LOOKED_AT_UNITS && lines.length > 1) lines.pop();
  return lines.filter((line) => line.trim() !== '').slice(0, 200);
}

function share(lines: readonly string[], pattern: RegExp): number {
  return lines.filter((line) => pattern.test(line.slice(0, 500))).length / Math.max(lines.length, 1);
}

/** Whether there are at least four lines with the same number of fields, or with JSON in each. */
function isData(lines: readonly string[]): boolean {
  if (lines.length < 4) return false;
  if (lines.every((line) => /^\s*\{/.test(line) && /\}\s*$/.test(line.slice(-100)))) return true;
  return ['\t', ',', ';'].some((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const first = counts[0] ?? 0;
    const same = counts.filter((count) => count === first).length / counts.length;
    const isSentence = separator !== '\t' && share(lines, /[a-z], [a-z]|[.!?]\s*$/) > 0.5;
    return first >= (separator === '\t' ? 1 : 2) && same > 0.9 && !isSentence;
  });
}
