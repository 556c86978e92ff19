import { posix } from 'node:path';
import { findCircles } from './architecture-circles.ts';
import { type Reference, readSource, type SourceFacts } from './architecture-imports.ts';
import { checkInside, type FeatureTable, LAYERS_INSIDE } from './architecture-inside.ts';
import {
  EMPTY_NAMES,
  ENTRANCES,
  ENVIRONMENT,
  FIGURES,
  type Layers,
  MAY_IMPORT,
  OPEN_FILES,
  PACKAGES,
  QUERIES,
  ROOMS_MAY_IMPORT,
  WINGS,
  WITHOUT_DOOR,
  WORKSPACES,
} from './architecture-rules.ts';

export type Rule =
  | 'wings'
  | 'layers'
  | 'unused'
  | 'inside'
  | 'doors'
  | 'places'
  | 'entrances'
  | 'web'
  | 'cycles'
  | 'circles'
  | 'names';

export interface Violation {
  readonly rule: Rule;
  /** Path from the repository's root, with the line where there is one. */
  readonly where: string;
  readonly message: string;
}

/** A parsed file; `place` is its path below its wing of server/src. */
interface ServerFile {
  readonly path: string;
  readonly place: string;
  readonly folder: string;
  readonly facts: SourceFacts;
}

const SERVER = 'server/src/';
const FOLDERS = new Set(Object.values(WINGS).flat());
/** A workspace whose layers inside are kept as those of a feature. */
const MOCK = 'mock/src/';
const CODE = /\.(ts|tsx|mts|cts|js|mjs|cjs|jsx)$/;

/**
 * Holds sources against the rules. Tests may import what they like, except that nothing of the console or the
 * client imports the server.
 *
 * @param sources path from the repository's root (server/src and src of the other workspaces) → its text
 * @param inside the layers inside of features, see architecture-inside.ts
 * @param layers what each folder may import
 */
export function checkArchitecture(
  sources: ReadonlyMap<string, string>,
  inside: Readonly<Record<string, FeatureTable>> = LAYERS_INSIDE,
  layers: Layers = MAY_IMPORT,
): Violation[] {
  const server: ServerFile[] = [];
  const outside: Violation[] = [];
  const imports = new Map<string, readonly Import[]>();
  for (const [path, text] of sources) {
    const facts = readSource(path, text);
    imports.set(path, importsOf(path, facts));
    outside.push(...checkFigures(path, facts));
    if (path.startsWith(SERVER)) {
      if (!isTest(path)) server.push(serverFile(path, facts));
    } else outside.push(...checkCustomer(path, facts));
  }
  return [
    ...server.flatMap((file) => [...checkReferences(file, layers), ...checkPlaces(file)]),
    ...checkCycles(server),
    ...checkCircles(imports),
    ...checkFolders(server, layers),
    ...server.flatMap(checkWing),
    ...checkLayersInside(imports, inside),
    ...[...sources.keys()].flatMap(checkName),
    ...outside,
  ];
}

function serverFile(path: string, facts: SourceFacts): ServerFile {
  const place = placeOf(path);
  return { path, place, folder: folderOf(place), facts };
}

/** `db/db.ts` of `server/src/platform/db/db.ts`: the folders' names are unique, so that rules need not name the wing. */
function placeOf(path: string): string {
  const place = path.slice(SERVER.length);
  const [wing = '', next = ''] = place.split('/');
  const folder = next.replace(CODE, '');
  const isBelow = Object.hasOwn(WINGS, wing) && folder !== wing && FOLDERS.has(folder);
  return isBelow ? place.slice(wing.length + 1) : place;
}

/** The first folder of a place, or the name of a file at its top. */
function folderOf(place: string): string {
  return (place.split('/')[0] ?? '').replace(CODE, '');
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Where a relative reference leads, from the repository's root; undefined for a package. */
function targetOf(path: string, { specifier }: Reference): string | undefined {
  return /^\.{1,2}(\/|$)/.test(specifier) ? posix.join(posix.dirname(path), specifier) : undefined;
}

/** The files of the repository that a file names. */
interface Import {
  readonly path: string;
  readonly line: number;
}

function importsOf(path: string, { references }: SourceFacts): Import[] {
  return references.flatMap((reference) => {
    const target = targetOf(path, reference);
    return target === undefined ? [] : [{ path: target, line: reference.line }];
  });
}

/** Rules 1, 2 and 4: which folders a file imports, and through which of their files. */
function checkReferences(file: ServerFile, layers: Layers): Violation[] {
  return file.facts.references.flatMap((reference) => {
    const target = targetOf(file.path, reference);
    if (target === undefined) return [];
    const found = target.startsWith(SERVER)
      ? checkTarget(file, placeOf(target), layers)
      : checkLeavingTarget(target);
    return found ? [{ ...found, where: `${file.path}:${reference.line}` }] : [];
  });
}

type Finding = Omit<Violation, 'where'>;

function checkTarget(file: ServerFile, place: string, layers: Layers): Finding | undefined {
  const folder = folderOf(place);
  if (folder === file.folder) return undefined;
  const allowed = layers[file.folder];
  if (allowed !== 'everything' && !allowed?.includes(folder)) return wrongLayer(file.folder, folder, allowed);
  const doors = [`${folder}/${folder}.ts`, `${folder}.ts`];
  if (doors.includes(place) || isOpen(file.folder, place)) return undefined;
  return {
    rule: 'doors',
    message: `${place} is private to ${folder}/; import its door, ${folder}/${folder}.ts`,
  };
}

function wrongLayer(from: string, to: string, allowed: readonly string[] = []): Finding {
  if (ENTRANCES.includes(to)) {
    return {
      rule: 'entrances',
      message: `${from} imports ${to}, an entrance of the program; only cli/ imports app`,
    };
  }
  const list = allowed.length > 0 ? allowed.join(', ') : 'nothing';
  return { rule: 'layers', message: `${from} imports ${to}; it may import ${list}` };
}

function isOpen(from: string, place: string): boolean {
  return OPEN_FILES.some(
    (open) => (open.from === '*' || open.from === from) && posix.matchesGlob(place, open.files),
  );
}

/** Data beside the program (its package.json, the built console, examples) may be named; code may not. */
function checkLeavingTarget(target: string): Finding | undefined {
  if (!CODE.test(target)) return undefined;
  return { rule: 'layers', message: `${target} is outside server/src` };
}

/** Rule 3: packages, queries and the environment, each where it belongs. */
function checkPlaces({ path, place, facts }: ServerFile): Violation[] {
  const violation = (line: number, what: string, only: readonly string[]): Violation => ({
    rule: 'places',
    where: `${path}:${line}`,
    message: `${what} belongs in ${only.join(', ')}`,
  });
  const allowed = (only: readonly string[]) => only.some((pattern) => posix.matchesGlob(place, pattern));

  const packages = facts.references.flatMap(({ specifier, line }) =>
    PACKAGES.filter((rule) => rule.packages.test(specifier) && !allowed(rule.only)).map((rule) =>
      violation(line, rule.name, rule.only),
    ),
  );
  const queries = facts.calledMethods
    .filter(({ name }) => QUERIES.methods.some((method) => method === name) && !allowed(QUERIES.only))
    .map(({ name, line }) => violation(line, `a query (${name})`, QUERIES.only));
  const environment = facts.environmentReads
    .filter(() => !allowed(ENVIRONMENT))
    .map((line) => violation(line, 'reading process.env', ENVIRONMENT));
  return [...packages, ...queries, ...environment];
}

/** Rule 3, in every workspace: a figure becomes text in one place. */
function checkFigures(path: string, { calledMethods }: SourceFacts): Violation[] {
  if (isTest(path) || FIGURES.only.some((pattern) => posix.matchesGlob(path, pattern))) return [];
  return calledMethods
    .filter(({ name }) => FIGURES.methods.some((method) => method === name))
    .map(({ name, line }) => ({
      rule: 'places',
      where: `${path}:${line}`,
      message: `${name}: figures are written by report/src/figures`,
    }));
}

/** Rule 5: the other workspaces know each other by their package names and never the server. */
function checkCustomer(path: string, { references }: SourceFacts): Violation[] {
  const own = path.slice(0, path.indexOf('/') + 1);
  return references.flatMap((reference) => {
    const target = targetOf(path, reference) ?? workspaceOf(reference.specifier);
    if (target?.startsWith(own)) return checkRoom(path, target, reference.line);
    if (target === undefined) return [];
    const may = WORKSPACES[own] ?? [];
    if (may.some((name) => reference.specifier === name || reference.specifier.startsWith(`${name}/`)))
      return [];
    const allowed = may.length === 0 ? 'no other workspace' : may.join(' and ');
    const message = `${own} imports ${reference.specifier}; it may import ${allowed}`;
    return [{ rule: 'web', where: `${path}:${reference.line}`, message }];
  });
}

const ROOM = /^web\/src\/([\w-]+)\//;

/** Rule 5, inside of the console: a room knows no other room. */
function checkRoom(path: string, target: string, line: number): Violation[] {
  const [room, other] = [path, target].map((file) => ROOM.exec(file)?.[1]);
  if (room === undefined || other === undefined || room === other) return [];
  const may = ROOMS_MAY_IMPORT[room] ?? ROOMS_MAY_IMPORT['*'] ?? [];
  if (may.includes('*') || may.includes(other)) return [];
  const message = `web/src/${room}/ imports ${other}/; it may import ${may.join(', ') || 'no other folder'}`;
  return [{ rule: 'web', where: `${path}:${line}`, message }];
}

/** The folder of a workspace that is imported by its package's name. */
function workspaceOf(specifier: string): string | undefined {
  if (/^touchstone(\/|$)/.test(specifier)) return 'server/';
  return /^@touchstone\/(client|mock|report|web)(\/|$)/.exec(specifier)?.[1]?.concat('/');
}

function checkCycles(files: readonly ServerFile[]): Violation[] {
  const graph = folderGraph(files);
  const found = new Map<string, Violation>();
  for (const start of graph.keys()) {
    const cycle = pathBack(graph, start);
    const key = cycle?.toSorted().join();
    if (!cycle || !key || found.has(key)) continue;
    found.set(key, { rule: 'cycles', where: `${SERVER}${start}`, message: [...cycle, start].join(' → ') });
  }
  return [...found.values()];
}

function folderGraph(files: readonly ServerFile[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const edges = graph.get(file.folder) ?? new Set();
    graph.set(file.folder, edges);
    for (const reference of file.facts.references) {
      const target = targetOf(file.path, reference);
      if (!target?.startsWith(SERVER)) continue;
      const folder = folderOf(placeOf(target));
      if (folder !== file.folder) edges.add(folder);
    }
  }
  return graph;
}

/** The shortest way from a folder back to itself, breadth first; undefined when there is none. */
function pathBack(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

/** Every folder is one the table knows and has its door. */
function checkFolders(files: readonly ServerFile[], layers: Layers): Violation[] {
  const places = new Set(files.map((file) => file.place));
  return [...new Set(files.map((file) => file.folder))].flatMap((folder): Violation[] => {
    const where = SERVER + folder;
    if (!Object.hasOwn(layers, folder)) {
      return [
        { rule: 'layers', where, message: 'is in no row of the table of folders (architecture-rules.ts)' },
      ];
    }
    if (WITHOUT_DOOR.includes(folder) || places.has(`${folder}.ts`) || places.has(`${folder}/${folder}.ts`))
      return [];
    return [{ rule: 'doors', where, message: `has no door, ${folder}/${folder}.ts` }];
  });
}

/** A file lies in the wing of its folder. */
function checkWing({ path, folder }: ServerFile): Violation[] {
  const wing = Object.keys(WINGS).find((name) => WINGS[name]?.includes(folder));
  if (wing === undefined || path.startsWith(`${SERVER}${wing}/`)) return [];
  return [{ rule: 'wings', where: path, message: `${folder} belongs in the wing ${wing}` }];
}

/** Rule 1, the other way round: no row permits what nobody imports, and none is of a folder that is not there. */
export function unusedPermissions(
  sources: ReadonlyMap<string, string>,
  layers: Layers = MAY_IMPORT,
): Violation[] {
  const files = [...sources].filter(([path]) => path.startsWith(SERVER) && !isTest(path));
  const graph = folderGraph(files.map(([path, text]) => serverFile(path, readSource(path, text))));
  return Object.entries(layers).flatMap(([folder, allowed]): Violation[] => {
    const violation = (message: string): Violation => ({ rule: 'unused', where: SERVER + folder, message });
    const imported = graph.get(folder);
    if (!imported) return [violation('has a row in the table of folders and no file')];
    const unused = allowed === 'everything' ? [] : allowed.filter((name) => !imported.has(name));
    return unused.map((name) => violation(`may import ${name}, and no file does`));
  });
}

/** Rule 6: inside of a feature, imports go one way as well. */
function checkLayersInside(
  imports: ReadonlyMap<string, readonly Import[]>,
  tables: Readonly<Record<string, FeatureTable>>,
): Violation[] {
  const placed = ({ path, line }: Import) => {
    const place = insidePlace(path);
    return place === undefined ? [] : [{ place, line }];
  };
  const paths = new Map<string, string>();
  const files = [...imports].flatMap(([path, found]) => {
    const place = isTest(path) ? undefined : insidePlace(path);
    if (place === undefined) return [];
    paths.set(place, path);
    return [{ place, imports: found.flatMap(placed) }];
  });
  return checkInside(files, tables).map(({ where, message }) => ({
    rule: 'inside',
    where: where.replace(/^[^:]+/, (place) => paths.get(place) ?? SERVER + place),
    message,
  }));
}

/** Where a file is in the tables of layers inside: a path below server/src, or `mock/` and a path below mock/src. */
function insidePlace(path: string): string | undefined {
  if (path.startsWith(SERVER)) return placeOf(path);
  return path.startsWith(MOCK) ? `mock/${path.slice(MOCK.length)}` : undefined;
}

/** Rule 7: no file reaches itself over its imports, types included. */
function checkCircles(imports: ReadonlyMap<string, readonly Import[]>): Violation[] {
  const graph = new Map([...imports].map(([path, found]) => [path, found.map((target) => target.path)]));
  return findCircles(graph).map((circle) => ({
    rule: 'circles',
    where: circle[0] ?? '',
    message: circle.join(', '),
  }));
}

function checkName(path: string): Violation[] {
  const empty = path
    .split('/')
    .map((part) => part.replace(/(\.test)?\.[a-z]+$/, ''))
    .find((part) => EMPTY_NAMES.test(part));
  return empty ? [{ rule: 'names', where: path, message: `"${empty}" does not say what is inside` }] : [];
}
