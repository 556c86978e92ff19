import { isObject, parseJson } from '../../../kernel/json.ts';
import type { Row } from './row.ts';

/** One JSON object per line; blank lines are skipped. */
export function* readJsonLines(text: string): Generator<Row> {
  let line = 0;
  let from = 0;
  while (from <= text.length) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    const content = text.slice(from, end).replace(/^\uFEFF/, '');
    line += 1;
    from = end + 1;
    if (content.trim() !== '') yield jsonRow(content, line);
  }
}

export function jsonRow(content: string, line: number): Row {
  const fields = parseJson(content);
  if (fields === undefined) return { line, problem: 'it is not valid JSON' };
  return isObject(fields) ? { line, fields } : { line, problem: 'it is not a JSON object' };
}
