import { existsSync, statSync } from 'node:fs';
import { glob, readdir } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import { isObject } from '../../../../../kernel/json.ts';
import { UsageError } from '../../../terminal/arguments.ts';
import { readTable, readText } from '../../../terminal/read-file.ts';

/** The files of a configuration: what they hold, and where in them each object stands. */
export type SourceFiles = ReturnType<typeof createSourceFiles>;

const MOST_ALIASES = 1_000;

/** Reads the files that a configuration names, relative to its folder. */
export function createSourceFiles(root: string) {
  const folder = dirname(resolve(root));
  const places = new WeakMap<object, string>();
  const shownName = (file: string) => {
    const name = relative(folder, file);
    return name.startsWith('..') || isAbsolute(name) ? file : name;
  };
  const pathOf = (reference: string) => resolve(folder, reference.replace(/^file:\/\//, ''));

  function located(file: string, document: Document.Parsed, lines: LineCounter): unknown {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    const note = (node: unknown, of: unknown): void => {
      const found = isAlias(node) ? node.resolve(document) : node;
      if (typeof of !== 'object' || of === null || !isNode(found)) return;
      const range = (node as Node).range ?? found.range;
      if (range && !places.has(of)) places.set(of, `${shownName(file)}:${lines.linePos(range[0]).line}`);
      if (isSeq(found)) for (const [i, item] of found.items.entries()) note(item, (of as unknown[])[i]);
      if (isMap(found))
        for (const pair of found.items)
          if (isPair(pair)) note(pair.value, (of as Record<string, unknown>)[String(pair.key)]);
    };
    note(document.contents, value);
    return value;
  }

  return {
    /** `tests.yaml:12`, where that is known of an object. */
    placeOf: (value: unknown): string | undefined =>
      typeof value === 'object' && value !== null ? places.get(value) : undefined,
    /** Says where objects stand that were made of others. */
    moved<T extends object>(value: T, from: unknown): T {
      const place = typeof from === 'object' && from !== null ? places.get(from) : undefined;
      if (place !== undefined && !places.has(value)) places.set(value, place);
      return value;
    },
    text: (reference: string): Promise<string> => readText(pathOf(reference)),
    /** YAML or JSON. Throws `UsageError`. */
    async yaml(reference: string): Promise<unknown> {
      const file = pathOf(reference);
      const lines = new LineCounter();
      const document = parseDocument(await readText(file), {
        lineCounter: lines,
        merge: true,
        logLevel: 'error',
      });
      const [error] = document.errors;
      if (error !== undefined) throw new UsageError(`${shownName(file)} is not YAML: ${error.message}`);
      return located(file, document as Document.Parsed, lines);
    },
    /** One JSON object a line. Throws `UsageError`. */
    async jsonLines(reference: string): Promise<unknown[]> {
      const file = pathOf(reference);
      return (await readText(file)).split('\n').flatMap((line, i) => {
        if (line.trim() === '') return [];
        const value = parsedLine(line, `${shownName(file)}:${i + 1}`);
        if (isObject(value)) places.set(value, `${shownName(file)}:${i + 1}`);
        return [value];
      });
    },
    /** The rows of CSV or of a sheet, with their lines. Throws `UsageError`. */
    async rows(reference: string): Promise<Record<string, unknown>[]> {
      const [path = '', sheet] = reference.split('#');
      const file = pathOf(path);
      return readTable(file, sheet, async (table) => {
        const rows: Record<string, unknown>[] = [];
        for await (const row of table.rows()) {
          if ('problem' in row) throw new UsageError(`${shownName(file)}:${row.line}: ${row.problem}.`);
          places.set(row.fields, `${shownName(file)}:${row.line}`);
          rows.push(row.fields);
        }
        return rows;
      });
    },
    /** The files that a reference names: one, all of a folder, or those that a pattern matches; [] where there is none. */
    async matching(reference: string): Promise<string[]> {
      const path = pathOf(reference);
      if (/[*?[{]/.test(reference)) {
        const found: string[] = [];
        for await (const one of glob(relative(folder, path), { cwd: folder }))
          found.push(resolve(folder, one));
        return found.sort();
      }
      if (!existsSync(path)) return [];
      if (!statSync(path).isDirectory()) return [path];
      return (await readdir(path)).sort().map((name) => join(path, name));
    },
    isFile(reference: string): boolean {
      const path = pathOf(reference);
      return extname(path) !== '' && existsSync(path) && statSync(path).isFile();
    },
    shownName,
  };
}

function parsedLine(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UsageError(`${place} is not JSON.`);
  }
}
