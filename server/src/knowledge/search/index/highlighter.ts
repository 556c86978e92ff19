import { DatabaseSync } from 'node:sqlite';
import { type TracedText, traceIndexable } from '../text/indexable-text.ts';
import type { Phrase } from './index-schema.ts';
import { FTS5_TOKENIZER } from './index-schema.ts';

/** A matched passage of a text, in UTF-16 code units. */
export interface Highlight {
  start: number;
  end: number;
}

const OPEN = '\u0001';
const CLOSE = '\u0002';

/**
 * Finds matches with FTS5 itself, so that highlights are what the index matched: stems, diacritics, prefixes, phrases.
 * The texts are written to an FTS5 table in memory, once as in the column `body` and once with the parts of names
 * separated; nothing is kept.
 */
export function createHighlighter() {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE passage USING fts5 (body, names, ${FTS5_TOKENIZER})`);
  const insert = db.prepare('INSERT INTO passage (rowid, body, names) VALUES (?, ?, ?)');
  const select = db.prepare(
    `SELECT rowid, highlight(passage, 0, '${OPEN}', '${CLOSE}') AS body, highlight(passage, 1, '${OPEN}', '${CLOSE}') AS names
     FROM passage WHERE passage MATCH ?`,
  );
  return {
    /** For each text the passages that match a phrase, in order, without overlaps. */
    highlight(texts: readonly string[], phrases: readonly Phrase[]): Highlight[][] {
      if (phrases.length === 0) return texts.map(() => []);
      const found: Highlight[][] = texts.map(() => []);
      const traced = texts.map((text) => ({
        body: traceIndexable(text, false),
        names: traceIndexable(text, true),
      }));
      db.exec('BEGIN');
      try {
        for (const [at, { body, names }] of traced.entries()) {
          insert.run(at, body.text, names.text === body.text ? '' : names.text);
        }
        for (const row of select.all(phrases.join(' OR '))) {
          const at = Number(row.rowid);
          const text = traced[at];
          if (!text) continue;
          found[at] = merge([
            ...markedIn(String(row.body), text.body),
            ...markedIn(String(row.names), text.names),
          ]);
        }
      } finally {
        db.exec('ROLLBACK');
      }
      return found;
    },
    close: (): void => db.close(),
  };
}

function markedIn(marked: string, source: TracedText): Highlight[] {
  const found: Highlight[] = [];
  let at = 0;
  let opened = 0;
  for (let i = 0; i < marked.length; i++) {
    const unit = marked[i];
    if (unit === OPEN) opened = at;
    else if (unit === CLOSE) {
      const start = source.from ? (source.from.origins[opened] ?? 0) : opened;
      found.push({ start, end: source.from ? (source.from.ends[at - 1] ?? start) : at });
    } else at++;
  }
  return found;
}

function merge(found: Highlight[]): Highlight[] {
  const merged: Highlight[] = [];
  for (const next of found.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last && next.start < last.end) last.end = Math.max(last.end, next.end);
    else merged.push({ ...next });
  }
  return merged;
}
