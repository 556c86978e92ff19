// Rules 1 to 5 of docs/architecture.md as data.

const PLATFORM = ['kernel', 'db', 'jobs', 'events', 'access', 'http'];

/**
 * The wings of server/src, each with its folders (and single files). A wing imports itself and those above it in this
 * table. A folder of a wing's own name is the wing itself, and holds the wing's other folders beside its own files.
 */
export const WINGS: Readonly<Record<string, readonly string[]>> = {
  kernel: ['kernel', 'version'],
  platform: [
    'roles',
    'setting-readers',
    'settings',
    'provider-presets',
    'config-providers',
    'config',
    'db',
    'jobs',
    'events',
    'access',
    'http',
    'resources',
    'workspaces',
  ],
  models: ['models', 'catalog', 'prices', 'providers'],
  knowledge: ['reading', 'search', 'sources'],
  measure: ['statistics', 'graders', 'tasks', 'retrieval', 'benchmarks', 'traffic'],
  decide: ['slo', 'scenarios'],
  evaluate: ['imported-runs', 'evaluations', 'stacks', 'series', 'imports'],
  converse: ['approvals', 'agents', 'tools', 'mcp', 'messages'],
  app: ['app', 'cli', 'backups', 'metrics', 'traces', 'webhooks'],
};

/** What each folder of server/src (and each file at its top) may import. */
export type Layers = Readonly<Record<string, readonly string[] | 'everything'>>;

/** Nothing else may exist there, and what a row permits is used. */
export const MAY_IMPORT: Layers = {
  app: 'everything',
  config: ['kernel', 'config-providers', 'settings'],
  settings: ['setting-readers', 'roles'],
  roles: [],
  'setting-readers': [],
  'provider-presets': [],
  'config-providers': ['kernel', 'provider-presets'],
  version: [],
  kernel: [],
  db: ['kernel'],
  jobs: ['kernel', 'db'],
  events: ['kernel', 'db', 'http'],
  access: ['kernel', 'db'],
  // db for types only: what a creating POST keeps for a replay joins the batch of the resource.
  http: ['kernel', 'db', 'access'],
  // What is the same for every resource that people make, change and delete in a workspace.
  resources: ['kernel', 'db', 'events', 'access', 'http'],
  workspaces: PLATFORM,
  // config-providers for the type of what the operator configured: written, and checked, once.
  models: ['kernel', 'db', 'http', 'config-providers', 'provider-presets'],
  catalog: ['kernel', 'http'],
  // Prices that people set while the service runs.
  prices: ['kernel', 'db', 'access', 'http', 'catalog', 'models'],
  // Those that people add while the service runs, and their encrypted keys.
  providers: ['kernel', 'db', 'access', 'http', 'config-providers', 'provider-presets', 'models'],
  search: ['kernel', 'db', 'http', 'models'],
  reading: ['kernel'],
  sources: [...PLATFORM, 'search', 'reading'],
  scenarios: ['kernel', 'db', 'access', 'http', 'resources', 'catalog'],
  stacks: ['kernel', 'db', 'access', 'http', 'resources', 'models'],
  // Engines of an evaluation, which know nothing of evaluations.
  statistics: [],
  graders: ['kernel', 'http', 'models'],
  // What a task of several turns is, how its tools and users are simulated, and what says whether it was solved.
  tasks: ['kernel', 'models', 'graders'],
  // Questions with the passages that answer them: how they are asked, and what an answer from passages is worth.
  retrieval: ['kernel', 'models', 'graders'],
  benchmarks: [
    'kernel',
    'access',
    'http',
    'models',
    'search',
    'reading',
    'sources',
    'statistics',
    'graders',
    'tasks',
    'retrieval',
  ],
  imports: [...PLATFORM, 'reading', 'sources', 'graders'],
  traffic: ['kernel', 'models', 'catalog', 'statistics'],
  slo: ['kernel', 'catalog', 'statistics', 'traffic'],
  // Files of other evaluation tools as runs: bytes to data.
  'imported-runs': ['kernel', 'reading'],
  // Scenarios, stacks and sources are looked up by functions that app.ts passes in.
  evaluations: [
    'imported-runs',
    ...PLATFORM,
    'models',
    'catalog',
    'prices',
    'reading',
    'statistics',
    'graders',
    'tasks',
    'retrieval',
    'benchmarks',
    'traffic',
    'slo',
  ],
  // Evaluations that are repeated, looked at by an always-valid method.
  series: [...PLATFORM, 'resources', 'statistics', 'evaluations'],
  // What happened, told to addresses outside; what it says is read where the routes read it.
  webhooks: [...PLATFORM, 'resources', 'series', 'evaluations'],
  // Operations of all these, one table for agents and MCP clients; the schemas are those of the routes.
  tools: [
    'kernel',
    'access',
    'http',
    'workspaces',
    'models',
    'catalog',
    'search',
    'sources',
    'scenarios',
    'stacks',
    'benchmarks',
    'evaluations',
    'approvals',
  ],
  // What a resource of the protocol shows is read where the routes read it.
  mcp: ['kernel', 'access', 'http', 'workspaces', 'sources', 'evaluations', 'tools'],
  // Told by points of these, or reading their states; none of them knows it.
  metrics: ['kernel', 'db', 'http', 'jobs', 'backups', 'models', 'search', 'evaluations', 'webhooks'],
  // Follows what these do, hears what they tell; none of them knows it.
  traces: ['kernel', 'db', 'http', 'jobs', 'models', 'search', 'evaluations'],
  approvals: ['kernel', 'db', 'events', 'access', 'http', 'evaluations'],
  // A question and what is said to it: neither tables nor HTTP.
  agents: ['kernel', 'models', 'search', 'sources', 'tools'],
  messages: [...PLATFORM, 'agents'],
  backups: ['kernel', 'db', 'jobs', 'search', 'version'],
  cli: [
    'kernel',
    'db',
    'access',
    'models',
    'catalog',
    'reading',
    'graders',
    'benchmarks',
    'app',
    'config',
    'settings',
    'version',
    'backups',
  ],
};

/** The program's own entrances: nothing below them knows that they exist. */
export const ENTRANCES: readonly string[] = ['app', 'cli'];

/** Files of another folder that may be imported although they are not its door. */
export const OPEN_FILES: readonly { from: string; files: string; reason: string }[] = [
  { from: '*', files: 'kernel/*.ts', reason: 'the kernel has no door: each file is one small thing' },
  { from: '*', files: 'db/schema.ts', reason: 'row types of all tables; a store names the tables it reads' },
  {
    from: '*',
    files: 'db/live-workspace.ts',
    reason: 'what every read and write inside a workspace is guarded by',
  },
  {
    from: '*',
    files: 'db/revoked-keys.ts',
    reason: 'what lives longer than a request ends with its key',
  },
  { from: '*', files: 'access/operations.ts', reason: 'the table of who may use which operation' },
  {
    from: '*',
    files: 'db/series-use.ts',
    reason: 'what an agent may not change, because a series that uses it spends without an approval',
  },
  {
    from: '*',
    files: 'reading/tables/tables.ts',
    reason: 'the door of files as tables, which loads nothing that fetches or parses documents',
  },
  {
    from: '*',
    files: 'reading/tables/column-mapping.ts',
    reason: 'the one schema of which column of a table is what',
  },
  { from: 'imported-runs', files: 'reading/archives/zip.ts', reason: 'the one reader of ZIP archives' },
  { from: '*', files: 'reading/text/decode-text.ts', reason: 'the one place that decides an encoding' },
  { from: 'imports', files: 'reading/text/key-shapes.ts', reason: 'the one list of the shapes of keys' },
  { from: '*', files: 'db/prepared-statements.ts', reason: 'statements of a hot path, compiled once' },
  { from: '*', files: 'db/purge-rows.ts', reason: 'rows that are deleted a few at a time' },
  { from: '*', files: 'db/row-sets.ts', reason: 'rows that are written as one statement' },
  { from: '*', files: 'db/revise.ts', reason: 'the one way to change a resource that has an ETag' },
  {
    from: '*',
    files: 'db/resource-rows.ts',
    reason: 'the statements of plain resources, written once for their stores',
  },
  {
    from: '*',
    files: 'db/database-refused.ts',
    reason: 'the error a start ends with; cli says it without a stack trace',
  },
  { from: '*', files: 'http/*.ts', reason: 'helpers for route files; what is private lies in a subfolder' },
  { from: 'providers', files: 'models/provider-schemas.ts', reason: 'how every provider is shown' },
  {
    from: 'tools',
    files: '*/*-schemas.ts',
    reason: 'one schema feeds validation, the OpenAPI document and the tools',
  },
  { from: 'tools', files: 'evaluations/schemas/*.ts', reason: 'the same' },
  { from: 'mcp', files: 'evaluations/schemas/*.ts', reason: 'the type of what its summary shows' },
  {
    from: 'cli',
    files: 'backups/backup-refused.ts',
    reason: 'said without a stack trace, and without loading what makes backups',
  },
  {
    from: 'backups',
    files: 'db/copies/*.ts',
    reason: 'copies of databases are made and compared by this feature alone',
  },
  {
    from: 'backups',
    files: 'db/migrations/migrations.ts',
    reason: 'which backups this program can run on',
  },
  {
    from: 'app',
    files: '*/*-routes.ts',
    reason: 'app.ts registers routes; a door handing them on is a barrel',
  },
  { from: 'app', files: '*/*-jobs.ts', reason: 'app.ts registers jobs, for the same reason' },
  { from: 'app', files: '*/*-events.ts', reason: 'app.ts registers pollers, for the same reason' },
];

/** Folders whose every file is open (see OPEN_FILES) and that have no door. */
export const WITHOUT_DOOR: readonly string[] = ['kernel'];

/** Packages that only some files may import, types included. Patterns are relative to server/src. */
export const PACKAGES: readonly { name: string; packages: RegExp; only: readonly string[] }[] = [
  {
    name: 'fastify',
    packages: /^(fastify|fastify-plugin|@fastify\/.+)$/,
    only: ['http/**', '**/*-routes.ts'],
  },
  { name: 'Kysely', packages: /^kysely(\/.+)?$/, only: ['db/**', '**/*-store.ts'] },
  { name: 'a PostgreSQL driver', packages: /^pg(-.+)?$/, only: ['db/**'] },
  {
    name: 'node:sqlite',
    packages: /^node:sqlite$/,
    only: ['db/**', 'search/index/**'],
  },
  {
    name: 'a provider SDK',
    packages:
      /^(ai|openai|ollama|groq-sdk|cohere-ai|@ai-sdk\/.+|@anthropic-ai\/.+|@google\/.+|@mistralai\/.+|@aws-sdk\/.+)$/,
    only: ['models/adapters/**'],
  },
  {
    name: 'the MCP server',
    packages: /^@modelcontextprotocol\/.+$/,
    only: ['mcp/**'],
  },
  { name: 'the metrics library', packages: /^prom-client$/, only: ['metrics/**'] },
  // The service does not contain it: the command line starts it, and the demonstration asks it.
  { name: 'the mock', packages: /^@touchstone\/mock(\/.+)?$/, only: ['cli/cli.ts', 'cli/demo/**'] },
  { name: 'the client', packages: /^@touchstone\/client(\/.+)?$/, only: ['cli/**'] },
  // Its figures and limits may be imported everywhere (decision 44). The rest are pure functions of what is published: the exports read results as every other reader does.
  {
    name: 'the report',
    packages: /^@touchstone\/report(?!\/(figures|limits)$)(\/.+)?$/,
    only: ['cli/**', 'evaluations/exports/**'],
  },
];

/** What each workspace beside the server may import of the others. */
export const WORKSPACES: Readonly<Record<string, readonly string[]>> = {
  'web/': ['@touchstone/client', '@touchstone/report'],
  'report/': ['@touchstone/client'],
  'client/': [],
  'mock/': [],
};

/**
 * What the folders of `web/src` may import of each other. A room is a folder that no other room knows; what two of them
 * need lies in `ui/` or `api/`.
 */
export const ROOMS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  app: ['*'],
  api: [],
  ui: [],
  // What would be measured next is shown with its estimate.
  decision: ['api', 'ui', 'style', 'evaluations'],
  '*': ['api', 'ui', 'style'],
};

/** Kysely's ways to begin a query, and where they may stand. */
export const QUERIES = {
  methods: ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'],
  only: ['db/**', '**/*-store.ts'],
} as const;

/** The ways to write a number as text, and where they may stand in any workspace: elsewhere figures are written by `report/src/figures`. */
export const FIGURES = {
  methods: ['toFixed', 'toLocaleString'],
  only: [
    'report/src/figures/**',
    // It imports no other workspace.
    'mock/**',
    // What is sent or kept and not shown: weights in an address, an amount that is read exactly, the text of an item.
    'report/src/model/weights.ts',
    'server/src/models/endpoint/read-answer.ts',
    'server/src/measure/benchmarks/generated/json-extraction.ts',
  ],
} as const;

/** The only reader of the environment. */
export const ENVIRONMENT: readonly string[] = ['config.ts'];

/** Names that say nothing about what is inside. */
export const EMPTY_NAMES = /^(utils?|helpers?|shared|types|common|misc)$/;
