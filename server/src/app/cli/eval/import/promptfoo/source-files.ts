import { existsSync, realpathSync, statSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, matchesGlob, relative, resolve, sep } from 'node:path';
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
import { isObject, parseJson } from '../../../../../kernel/json.ts';
import { MOST_TABLE_BYTES } from '../../../../../knowledge/reading/tables/tables.ts';
import { UsageError } from '../../../terminal/arguments.ts';
import { readTable, readText, unreadableFile } from '../../../terminal/read-file.ts';
import { NotTaken } from './not-taken.ts';

/** The files of a configuration: what they hold, and where in them each object stands. */
export type SourceFiles = ReturnType<typeof createSourceFiles>;

const MOST_ALIASES = 1_000;
/** So many entries of folders are looked at for one reference. */
const MOST_ENTRIES = 100_000;

const IS_PATTERN = /[*?[{]/;

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    throw new UsageError(unreadableFile(folder, (error as NodeJS.ErrnoException).code));
  }
}

/**
 * Reads the files that a configuration names, relative to its folder. They are read only within `root`, by default that
 * folder, because its author may not be the person who imports it. Each function throws `NotTaken` for a file
 * outside of it, for one that is not a regular file, and for one that is too large.
 */
export function createSourceFiles(config: string, root?: string) {
  const folder = realFolder(dirname(resolve(config)));
  const allowed = root === undefined ? folder : realFolder(root);
  const places = new WeakMap<object, string>();
  const placesWithin = new WeakMap<object, Map<string, string>>();
  const shownName = (file: string) => (isWithin(folder, file) ? relative(folder, file) : file);
  const pathOf = (reference: string) => resolve(folder, reference.replace(/^file:\/\//, ''));

  function requireAllowed(path: string): void {
    if (!isWithin(allowed, existsSync(path) ? realpathSync(path) : path))
      throw new NotTaken(
        `${shownName(path)} is outside of ${allowed} and is not read; to allow it, name a folder that holds it with --root`,
      );
  }

  function readable(reference: string): string {
    const path = pathOf(reference);
    requireAllowed(path);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile())
      throw new NotTaken(`${shownName(path)} is not a regular file`);
    if (found !== undefined && found.size > MOST_TABLE_BYTES)
      throw new NotTaken(`${shownName(path)} has more than ${MOST_TABLE_BYTES / 1024 ** 2} MB`);
    return path;
  }

  /** The files of a folder and its subfolders, down to the given level. Links to folders are not followed. */
  async function filesUnder(base: string, levels: number): Promise<string[]> {
    requireAllowed(base);
    if (!statSync(base, { throwIfNoEntry: false })?.isDirectory()) return [];
    const found: string[] = [];
    const folders = [{ path: base, level: 1 }];
    let seen = 0;
    for (const { path, level } of folders)
      for await (const entry of await opendir(path)) {
        seen += 1;
        if (seen > MOST_ENTRIES)
          throw new NotTaken(
            `${shownName(base) || '.'} has more than ${MOST_ENTRIES} entries to look through`,
          );
        if (!entry.isDirectory()) found.push(join(path, entry.name));
        else if (level < levels) folders.push({ path: join(path, entry.name), level: level + 1 });
      }
    return found.sort();
  }

  async function matchingPattern(path: string): Promise<string[]> {
    const parts = relative(folder, path).split(sep);
    const first = parts.findIndex((part) => IS_PATTERN.test(part));
    const base = resolve(folder, ...parts.slice(0, first));
    const rest = parts.slice(first);
    const levels = rest.some((part) => part.includes('**')) ? Number.POSITIVE_INFINITY : rest.length;
    const found = await filesUnder(base, levels);
    return found.filter((file) => matchesGlob(relative(base, file), rest.join(sep)));
  }

  async function yamlIn(file: string): Promise<unknown> {
    const lines = new LineCounter();
    const document = parseDocument(await readText(file), {
      lineCounter: lines,
      merge: true,
      logLevel: 'error',
    });
    const [error] = document.errors;
    if (error !== undefined) throw new UsageError(`${shownName(file)} is not YAML: ${error.message}`);
    return located(file, document as Document.Parsed, lines);
  }

  function located(file: string, document: Document.Parsed, lines: LineCounter): unknown {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    const placeAt = (offset: number) => `${shownName(file)}:${lines.linePos(offset).line}`;
    const note = (node: unknown, of: unknown): void => {
      const found = isAlias(node) ? node.resolve(document) : node;
      if (typeof of !== 'object' || of === null || !isNode(found)) return;
      const range = (node as Node).range ?? found.range;
      if (range && !places.has(of)) places.set(of, placeAt(range[0]));
      const within = new Map<string, string>();
      const noteWithin = (key: string, child: unknown) => {
        if (isNode(child) && child.range) within.set(key, placeAt(child.range[0]));
        note(child, (of as Record<string, unknown>)[key]);
      };
      if (isSeq(found)) for (const [i, item] of found.items.entries()) noteWithin(String(i), item);
      if (isMap(found))
        for (const pair of found.items) if (isPair(pair)) noteWithin(String(pair.key), pair.value);
      placesWithin.set(of, within);
    };
    note(document.contents, value);
    return value;
  }

  return {
    /** `tests.yaml:12`, where that is known of an object, or of what it holds under a key. */
    placeOf(value: unknown, key?: string | number): string | undefined {
      if (typeof value !== 'object' || value === null) return undefined;
      const within = key === undefined ? undefined : placesWithin.get(value)?.get(String(key));
      return within ?? places.get(value);
    },
    /** Says where objects stand that were made of others. */
    moved<T extends object>(value: T, from: unknown): T {
      if (typeof from !== 'object' || from === null) return value;
      const [place, within] = [places.get(from), placesWithin.get(from)];
      if (place !== undefined && !places.has(value)) places.set(value, place);
      if (within !== undefined && !placesWithin.has(value)) placesWithin.set(value, within);
      return value;
    },
    /** The configuration itself, wherever it is. Throws `UsageError`. */
    config: (): Promise<unknown> => yamlIn(resolve(config)),
    text: async (reference: string): Promise<string> => readText(readable(reference)),
    /** YAML or JSON. Throws `UsageError`. */
    yaml: async (reference: string): Promise<unknown> => yamlIn(readable(reference)),
    /** One JSON object a line. Throws `UsageError`. */
    async jsonLines(reference: string): Promise<unknown[]> {
      const file = readable(reference);
      return (await readText(file)).split('\n').flatMap((line, i) => {
        if (line.trim() === '') return [];
        const value = parseJson(line);
        if (value === undefined) throw new UsageError(`${shownName(file)}:${i + 1} is not JSON.`);
        if (isObject(value)) places.set(value, `${shownName(file)}:${i + 1}`);
        return [value];
      });
    },
    /** The rows of CSV or of a sheet, with their lines. Throws `UsageError`. */
    async rows(reference: string): Promise<Record<string, unknown>[]> {
      const [path = '', sheet] = reference.split('#');
      const file = readable(path);
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
      if (IS_PATTERN.test(reference)) return matchingPattern(path);
      requireAllowed(path);
      if (!existsSync(path)) return [];
      return statSync(path).isDirectory() ? filesUnder(path, 1) : [path];
    },
    isFile(reference: string): boolean {
      const path = pathOf(reference);
      return extname(path) !== '' && existsSync(path) && statSync(path).isFile();
    },
    shownName,
  };
}
