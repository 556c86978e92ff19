/** What every kind of evaluations/kinds/ may import. */
const KIND: readonly string[] = [
  'kinds/kind.ts',
  'results',
  'run',
  'stores',
  'plan',
  'kinds/shapes.ts',
  'kinds/*/describe.ts',
  'schemas',
  'schemas/kinds',
];

/**
 * The layers inside of a feature: which of its parts imports which.
 *
 * How to write a table. Its key is a folder of server/src, or `mock` for the workspace's own sources; every file below that
 * folder belongs to one row.
 * A row's name is a path from the folder:
 *
 * - `'query'` is the subfolder query/ with all below it, `'kinds/load'` a nested one;
 * - `'event.ts'` or `'kinds/kind.ts'` is one file: a contract that others may import without the rest;
 * - a star between two names stands for each folder there: the files of the last name are one part;
 * - `'kinds/*'` is each folder (and file) of kinds/ by itself: they may not import each other;
 * - `'.'` is the door and the other files at the top: nothing below may import them, except those with a row.
 *
 * The most exact name holds. A row lists what it may import besides itself, by the names of rows; a part of a
 * `*` row can be named too (`'kinds/load'`). What a row does not list is a violation, and so is a file that is in no
 * row, a row that no file is in, a list that names no row and a table whose rows reach themselves.
 * `'everything'` is for the top alone: all of the feature's rows. A feature that has subfolders has a table.
 * Tests are not checked here, and imports of other features are in architecture-rules.ts.
 */
export const LAYERS_INSIDE: Readonly<Record<string, FeatureTable>> = {
  evaluations: {
    // What the plan and the results must know of each kind; what goes over the wire, and the plan as data; then what is
    // stored and what is measured of it.
    'schemas/kinds': [],
    'kinds/description.ts': [],
    'kinds/*/describe.ts': ['kinds/description.ts'],
    'kinds/shapes.ts': ['kinds/*/describe.ts', 'kinds/description.ts', 'schemas/kinds'],
    schemas: ['kinds/shapes.ts', 'kinds/*/describe.ts', 'schemas/kinds'],
    plan: ['kinds/shapes.ts', 'kinds/*/describe.ts', 'schemas'],
    stores: ['plan', 'schemas'],
    run: ['stores', 'plan', 'schemas'],
    results: ['stores', 'plan', 'kinds/shapes.ts', 'schemas'],
    generators: ['evaluation-queue.ts', 'run', 'stores'],
    // Each kind knows the contract and those it is made of, and never the registry.
    'kinds/kind.ts': ['results', 'run', 'stores', 'plan', 'kinds/shapes.ts', 'schemas'],
    // What judges are asked, and how their replies are read, wherever one is asked.
    'kinds/judging/prompt': ['kinds/*/describe.ts'],
    'kinds/answers': ['kinds/judging/prompt', ...KIND],
    'kinds/judging': ['kinds/judging/prompt', 'kinds/answers', ...KIND],
    'kinds/tasks': ['kinds/judging/prompt', 'kinds/judging', 'kinds/answers', ...KIND],
    'kinds/retrieval': ['kinds/answers', ...KIND],
    'kinds/preference': ['kinds/judging/prompt', 'kinds/judging', 'kinds/answers', ...KIND],
    'kinds/structured': ['kinds/answers', ...KIND],
    'kinds/adherence': ['kinds/answers', ...KIND],
    'kinds/load': KIND,
    'kinds/capacity': ['kinds/load', ...KIND],
    'kinds/imported': ['kinds/answers', ...KIND],
    // Any other kind stands alone.
    'kinds/*': KIND,
    'kinds/registry.ts': [
      'kinds/answers',
      'kinds/judging',
      'kinds/tasks',
      'kinds/retrieval',
      'kinds/preference',
      'kinds/structured',
      'kinds/adherence',
      'kinds/load',
      'kinds/capacity',
      'kinds/imported',
      'kinds/*',
      'kinds/kind.ts',
      'kinds/description.ts',
      'kinds/shapes.ts',
      'plan',
      'schemas',
    ],
    // A scenario's limits over what load and a search for capacity measured: it names those two kinds.
    requirements: ['kinds/registry.ts', 'kinds/load', 'kinds/capacity', 'results', 'plan', 'schemas'],
    samples: ['evaluation-queue.ts', 'kinds/registry.ts', 'kinds/shapes.ts', 'stores', 'plan', 'schemas'],
    exports: ['kinds/registry.ts', 'kinds/kind.ts', 'plan', 'schemas'],
    'evaluation-events.ts': ['stores', 'schemas'],
    'evaluation-queue.ts': ['schemas'],
    // The stages of an evaluation. They go through the registry and know no kind.
    pipeline: [
      'evaluation-events.ts',
      'evaluation-queue.ts',
      'requirements',
      'kinds/registry.ts',
      'kinds/kind.ts',
      'kinds/shapes.ts',
      'results',
      'run',
      'stores',
      'plan',
      'schemas',
    ],
    // What people do with an evaluation, a file for each verb. The door says who may.
    operations: [
      'evaluation-events.ts',
      'evaluation-queue.ts',
      'pipeline',
      'exports',
      'samples',
      'results',
      'stores',
      'plan',
      'schemas',
    ],
    '.': 'everything',
  },
  db: {
    'schema.ts': [],
    'database-refused.ts': [],
    'contract.ts': ['schema.ts'],
    'batch.ts': ['schema.ts', 'contract.ts'],
    migrations: ['database-refused.ts'],
    dialects: ['schema.ts', 'database-refused.ts', 'contract.ts', 'batch.ts', 'migrations'],
    // Copies are made of files and dumps, beside what runs on them.
    copies: ['database-refused.ts', 'migrations', 'dialects'],
    '.': 'everything',
  },
  http: {
    'app-type.ts': [],
    'read-body.ts': [],
    'schemas.ts': [],
    requests: ['app-type.ts', 'read-body.ts'],
    answers: ['app-type.ts', 'schemas.ts', 'requests'],
    openapi: ['app-type.ts', 'requests', 'answers'],
    '.': 'everything',
  },
  models: {
    contract: [],
    limits: ['contract'],
    endpoint: ['contract'],
    'adapters/http': ['contract'],
    'adapters/adapter.ts': ['contract', 'adapters/http'],
    'adapters/authorization': ['adapters/http'],
    'adapters/openai-protocol': ['contract', 'adapters/http'],
    'adapters/batches': ['contract', 'adapters/adapter.ts', 'adapters/http'],
    'adapters/sdk': [
      'contract',
      'adapters/adapter.ts',
      'adapters/batches',
      'adapters/http',
      'adapters/openai-protocol',
    ],
    adapters: [
      'adapters/authorization',
      'contract',
      'endpoint',
      'adapters/adapter.ts',
      'adapters/batches',
      'adapters/http',
      'adapters/openai-protocol',
      'adapters/sdk',
    ],
    connections: [
      'contract',
      'limits',
      'endpoint',
      'adapters/adapter.ts',
      'adapters/http',
      'adapters/sdk',
      'adapters',
    ],
    '.': 'everything',
  },
  sources: {
    'source-schemas.ts': [],
    'source-queue.ts': [],
    'source-store.ts': [],
    'source-content-store.ts': [],
    'source-owner-store.ts': ['source-store.ts'],
    'source-title.ts': ['chunking'],
    'table-reading.ts': ['source-schemas.ts', 'source-store.ts'],
    versions: ['source-store.ts'],
    'to-response.ts': ['source-schemas.ts', 'source-store.ts', 'source-content-store.ts', 'table-reading.ts'],
    chunking: [],
    indexing: [
      'source-schemas.ts',
      'source-queue.ts',
      'source-store.ts',
      'source-content-store.ts',
      'source-owner-store.ts',
      'source-title.ts',
      'table-reading.ts',
      'chunking',
    ],
    adding: [
      'source-schemas.ts',
      'source-queue.ts',
      'source-store.ts',
      'source-content-store.ts',
      'source-owner-store.ts',
      'source-title.ts',
      'table-reading.ts',
      'to-response.ts',
    ],
    '.': 'everything',
  },
  imports: {
    formats: [],
    redaction: [],
    'import-queue.ts': [],
    'import-store.ts': [],
    'making/strata.ts': ['import-store.ts'],
    'import-schemas.ts': ['formats', 'redaction', 'making/strata.ts'],
    'import-settings.ts': ['formats', 'making/strata.ts', 'import-schemas.ts'],
    reading: ['formats', 'redaction'],
    receiving: ['import-queue.ts', 'import-store.ts', 'import-schemas.ts', 'import-settings.ts', 'reading'],
    making: [
      'formats',
      'import-store.ts',
      'making/strata.ts',
      'import-schemas.ts',
      'import-settings.ts',
      'reading',
    ],
    '.': 'everything',
  },
  reading: {
    'failures.ts': [],
    'contract.ts': ['failures.ts'],
    'parse-task.ts': ['contract.ts'],
    fetching: ['failures.ts'],
    text: ['contract.ts', 'failures.ts'],
    archives: [],
    tables: ['text', 'archives'],
    classification: ['contract.ts', 'parse-task.ts'],
    parsers: ['contract.ts', 'failures.ts', 'parse-task.ts', 'text', 'tables', 'classification'],
    'parser-pool': ['contract.ts', 'failures.ts', 'parse-task.ts', 'parsers'],
    readers: ['contract.ts', 'failures.ts', 'parse-task.ts', 'text', 'tables', 'parser-pool', 'fetching'],
    '.': 'everything',
  },
  'imported-runs': {
    'imported-run.ts': [],
    'read-values.ts': ['imported-run.ts'],
    formats: ['imported-run.ts', 'read-values.ts'],
    '.': 'everything',
  },
  search: {
    text: [],
    rank: [],
    lsa: ['text'],
    index: ['text', 'lsa'],
    stores: ['index'],
    semantic: ['index', 'lsa', 'rank'],
    keyword: ['index', 'rank'],
    query: ['semantic', 'keyword', 'index', 'lsa', 'rank', 'text'],
    threads: ['query', 'semantic', 'index', 'text'],
    sync: ['threads', 'stores', 'index'],
    '.': 'everything',
  },
  catalog: {
    'assumptions.ts': [],
    facts: [],
    vocabulary: [],
    lifecycle: ['facts'],
    'stack-parts.ts': ['assumptions.ts', 'facts'],
    cost: ['assumptions.ts', 'facts', 'stack-parts.ts'],
    compliance: ['assumptions.ts', 'facts', 'stack-parts.ts'],
    'lock-in': ['assumptions.ts', 'facts', 'stack-parts.ts', 'vocabulary'],
    candidates: ['facts', 'vocabulary', 'stack-parts.ts', 'cost', 'compliance', 'lock-in'],
    update: ['facts'],
    '.': 'everything',
  },
  graders: {
    'linear-regex.ts': [],
    'options.ts': [],
    'grading-timed-out.ts': [],
    code: ['grading-timed-out.ts'],
    'timeout-option.ts': ['options.ts'],
    command: ['grading-timed-out.ts', 'timeout-option.ts'],
    'grader.ts': ['options.ts', 'code', 'command'],
    languages: [],
    reply: ['grader.ts', 'options.ts', 'languages'],
    instructions: ['linear-regex.ts'],
    'match-all.ts': [],
    structured: ['linear-regex.ts', 'match-all.ts'],
    '.': 'everything',
  },
  benchmarks: {
    'item.ts': [],
    'passages.ts': [],
    'benchmark-schemas.ts': [],
    'benchmark.ts': ['item.ts', 'passages.ts', 'benchmark-schemas.ts'],
    rows: ['benchmark.ts', 'item.ts'],
    generated: ['benchmark.ts', 'item.ts'],
    grounded: ['benchmark.ts', 'item.ts', 'passages.ts'],
    published: ['rows', 'benchmark.ts', 'item.ts'],
    columns: [],
    '.': 'everything',
  },
  agents: {
    'answer.ts': [],
    'take-step.ts': ['answer.ts'],
    citations: [],
    figures: [],
    'plain.ts': [],
    'pages-without-text.ts': ['answer.ts', 'plain.ts'],
    'without-model': [
      'answer.ts',
      'take-step.ts',
      'plain.ts',
      'pages-without-text.ts',
      'citations',
      'figures',
    ],
    model: ['answer.ts', 'take-step.ts', 'citations', 'figures'],
    'router.ts': ['answer.ts'],
    '.': 'everything',
  },
  mock: {
    'random.ts': [],
    'invalid-input.ts': [],
    script: ['random.ts', 'invalid-input.ts'],
    answers: ['script', 'random.ts'],
    delivery: ['script'],
    batches: ['script', 'delivery'],
    requests: ['script', 'answers', 'delivery', 'random.ts', 'invalid-input.ts'],
    app: ['script', 'answers', 'random.ts'],
    '.': 'everything',
  },
  cli: {
    terminal: [],
    service: ['terminal'],
    report: ['terminal'],
    keys: ['terminal'],
    backups: ['terminal'],
    catalog: ['terminal'],
    mcp: ['terminal'],
    ask: ['terminal', 'service'],
    import: ['terminal', 'service'],
    demo: ['terminal', 'service', 'report'],
    'eval/run': ['terminal', 'service', 'report'],
    'eval/import': ['terminal'],
    migrate: ['terminal', 'service', 'report', 'eval/run'],
    compare: ['terminal', 'service', 'report', 'eval/run'],
    eval: ['terminal', 'eval/run', 'eval/import'],
    '.': 'everything',
  },
};

/** Row → the rows it may import. */
export type FeatureTable = Readonly<Record<string, readonly string[] | 'everything'>>;

/** A file of the server or the mock and what it imports of them; `place` is a path below server/src, or `mock/…`. */
export interface PlacedFile {
  readonly place: string;
  readonly imports: readonly { readonly place: string; readonly line: number }[];
}

export interface InsideFinding {
  /** A path below server/src, with the line where there is one. */
  readonly where: string;
  readonly message: string;
}

/** The row that a file belongs to, and its part of it: the same, except in a row that ends with `*`. */
interface Part {
  readonly row: string;
  readonly name: string;
}

const TOP = '.';

/** Compares imports inside of each folder that has a table with that table, and each table with the files. */
export function checkInside(
  files: readonly PlacedFile[],
  tables: Readonly<Record<string, FeatureTable>>,
): InsideFinding[] {
  const found = Object.entries(tables).flatMap(([folder, table]) => {
    const own = files.filter(({ place }) => place.startsWith(`${folder}/`));
    return [...checkTable(folder, table, own), ...own.flatMap((file) => checkFile(folder, table, file))];
  });
  return [...found, ...checkTables(files, tables)];
}

/** A feature that has subfolders has a table. */
function checkTables(
  files: readonly PlacedFile[],
  tables: Readonly<Record<string, FeatureTable>>,
): InsideFinding[] {
  const folders = files.flatMap(({ place }) => /^([^/]+)\/[^/]+\//.exec(place)?.[1] ?? []);
  const missing = [...new Set(folders)].filter((folder) => !Object.hasOwn(tables, folder));
  return missing.map((where) => ({ where, message: 'has subfolders and no table (architecture-inside.ts)' }));
}

function checkFile(folder: string, table: FeatureTable, { place, imports }: PlacedFile): InsideFinding[] {
  const from = partOf(table, place.slice(folder.length + 1));
  if (!from)
    return [{ where: place, message: `is in no row of the table of ${folder}/ (architecture-inside.ts)` }];
  return imports.flatMap(({ place: target, line }) => {
    const to = target.startsWith(`${folder}/`) ? partOf(table, target.slice(folder.length + 1)) : undefined;
    if (!to || to.name === from.name || mayImport(table, from, to)) return [];
    return [
      {
        where: `${place}:${line}`,
        message: `${shown(folder, from)} imports ${shown(folder, to)}; it may import ${listed(table[from.row])}`,
      },
    ];
  });
}

function mayImport(table: FeatureTable, from: Part, to: Part): boolean {
  const allowed = table[from.row] ?? [];
  return allowed === 'everything' || allowed.includes(to.row) || allowed.includes(to.name);
}

function shown(folder: string, { name }: Part): string {
  return name === TOP ? `the top of ${folder}/` : `${folder}/${name}`;
}

function listed(allowed: FeatureTable[string] | undefined): string {
  if (allowed === 'everything') return allowed;
  return allowed?.length ? allowed.join(', ') : 'nothing beside itself';
}

/** @param path from the table's folder */
function partOf(table: FeatureTable, path: string): Part | undefined {
  const parts = Object.keys(table).flatMap((row): Part[] => {
    const name = nameIn(row, path);
    return name === undefined ? [] : [{ row, name }];
  });
  return parts.toSorted((a, b) => exactness(b) - exactness(a))[0];
}

function nameIn(row: string, path: string): string | undefined {
  const [parentOfAll, file] = row.split('/*/');
  if (file !== undefined) {
    const [folder, ...rest] = path.slice(`${parentOfAll}/`.length).split('/');
    return path === `${parentOfAll}/${folder}/${file}` && rest.length === 1 ? row : undefined;
  }
  if (row === TOP) return path.includes('/') ? undefined : TOP;
  if (!row.endsWith('/*')) return path === row || path.startsWith(`${row}/`) ? row : undefined;
  const parent = row.slice(0, -1);
  return path.startsWith(parent) ? parent + path.slice(parent.length).split('/')[0] : undefined;
}

/** Deeper rows before higher ones, names before `*`, anything before the top. */
function exactness({ row }: Part): number {
  return row === TOP ? 0 : row.split('/').length * 2 - (row.endsWith('/*') ? 1 : 0);
}

/** What is wrong with a table itself. */
function checkTable(folder: string, table: FeatureTable, files: readonly PlacedFile[]): InsideFinding[] {
  const used = new Set(
    files.flatMap(({ place }) => partOf(table, place.slice(folder.length + 1))?.row ?? []),
  );
  const finding = (message: string): InsideFinding => ({ where: folder, message });
  return Object.entries(table).flatMap(([row, allowed]) => {
    const found: InsideFinding[] = [];
    if (!used.has(row)) found.push(finding(`no file is in the row "${row}"`));
    if (allowed === 'everything') {
      if (row !== TOP) found.push(finding(`"${row}" may not import everything; only the top may`));
      return found;
    }
    for (const name of allowed) {
      if (name === TOP) found.push(finding(`"${row}" may not import the top; give the file it needs a row`));
      else if (!rowNamed(table, name)) found.push(finding(`"${row}" may import "${name}", which is no row`));
    }
    if (reaches(table, row, row)) found.push(finding(`"${row}" can reach itself over its imports`));
    return found;
  });
}

/** The row that a list names: its own name, or that of a part of a `*` row. */
function rowNamed(table: FeatureTable, name: string): string | undefined {
  return Object.hasOwn(table, name) ? name : Object.keys(table).find((row) => nameIn(row, name) === name);
}

function reaches(table: FeatureTable, from: string, to: string, seen = new Set<string>()): boolean {
  const allowed = table[from];
  if (allowed === undefined || allowed === 'everything' || seen.has(from)) return false;
  seen.add(from);
  return allowed.some((name) => {
    const row = rowNamed(table, name);
    return row !== undefined && (row === to || reaches(table, row, to, seen));
  });
}
