import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkArchitecture, type Rule, unusedPermissions } from './architecture-check.ts';
import { findCircles } from './architecture-circles.ts';
import { readSource } from './architecture-imports.ts';
import type { FeatureTable } from './architecture-inside.ts';
import { type Layers, MAY_IMPORT, WINGS } from './architecture-rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the sources keep the rules', () => {
  const paths = globSync('{server,web,report,client,mock}/src/**/*.{ts,tsx,mts,js,mjs,jsx}', { cwd: root });
  const sources = new Map(paths.map((path) => [path, readFileSync(root + path, 'utf8')]));
  assert.ok(sources.size > 0);
  const found = [...checkArchitecture(sources), ...unusedPermissions(sources)].map(
    ({ rule, where, message }) => `${where}: ${message} (${rule})`,
  );
  assert.deepEqual(found, []);
});

test('the table itself only looks down: no row can reach its own folder', () => {
  const reach = (folder: string, from: string): boolean => {
    const allowed = MAY_IMPORT[from];
    if (allowed === undefined || allowed === 'everything') return false;
    return allowed.some((next) => next === folder || reach(folder, next));
  };
  for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
    assert.equal(reach(folder, folder), false, folder);
    if (allowed !== 'everything')
      assert.deepEqual(
        allowed.filter((name) => !Object.hasOwn(MAY_IMPORT, name)),
        [],
      );
  }
});

test('each folder stands in one wing, and imports that wing and those above it only', () => {
  const wings = Object.values(WINGS);
  assert.deepEqual(wings.flat().toSorted(), Object.keys(MAY_IMPORT).toSorted());
  const levelOf = (folder: string) => wings.findIndex((folders) => folders.includes(folder));
  const upwards = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) =>
    allowed === 'everything'
      ? []
      : allowed.filter((next) => levelOf(next) > levelOf(folder)).map((next) => `${folder} imports ${next}`),
  );
  assert.deepEqual(upwards, []);
});

/** Where a file of the server lies, for a path that leaves its wing out as the trees below do. */
function inWing(path: string): string {
  const [, folder = ''] = /^server\/src\/([\w-]+)/.exec(path) ?? [];
  const wing = Object.keys(WINGS).find((name) => WINGS[name]?.includes(folder)) ?? folder;
  const isWing = wing === folder && path.startsWith(`server/src/${folder}/`);
  return isWing ? path : path.replace('server/src/', `server/src/${wing}/`);
}

/** A tree as it lies in the wings, with what its files name of each other. */
function inWings(tree: Readonly<Record<string, string>>): Map<string, string> {
  const moved = Object.entries(tree).map(([path, text]) => {
    const named = (_: string, name: string) => {
      const target = posix.relative(
        posix.dirname(inWing(path)),
        inWing(posix.join(posix.dirname(path), name)),
      );
      return `'${target.startsWith('.') ? target : `./${target}`}'`;
    };
    return [inWing(path), text.replaceAll(/'(\.{1,2}\/[^']*)'/g, named)] as const;
  });
  return new Map(moved);
}

/** A small tree that keeps every rule; each case below adds to it. */
const CLEAN: Record<string, string> = {
  'server/src/app.ts': `
    import { loadConfig } from './config.ts';
    import { createStacks } from './stacks/stacks.ts';
    import { stackRoutes } from './stacks/stack-routes.ts';
    import { createCli } from './cli/cli.ts';`,
  'server/src/config.ts': `export const loadConfig = () => process.env.PORT;`,
  'server/src/kernel/ids.ts': `export const id = () => 1;`,
  'server/src/db/db.ts': `import { Kysely } from 'kysely'; import { id } from '../kernel/ids.ts'; new Worker(new URL('./writer-thread.ts', import.meta.url));`,
  'server/src/db/writer-thread.ts': `import { DatabaseSync } from 'node:sqlite';`,
  'server/src/db/schema.ts': `export interface StackRow {}`,
  'server/src/access/access.ts': ``,
  'server/src/http/http.ts': `import fastify from 'fastify'; import '../access/access.ts';`,
  'server/src/http/etag.ts': `export const etag = 1;`,
  'server/src/catalog/catalog.ts': ``,
  'server/src/catalog/prices.ts': ``,
  'server/src/stacks/stacks.ts': `import './stack-store.ts'; import '../catalog/catalog.ts';`,
  'server/src/stacks/say-cost.ts': `import { usd } from '@touchstone/report/figures';`,
  'server/src/stacks/stack-store.ts': `import type { StackRow } from '../db/schema.ts'; import { sql } from 'kysely'; db.selectFrom('stacks');`,
  'server/src/stacks/stack-routes.ts': `import type { FastifyInstance } from 'fastify'; import { etag } from '../http/etag.ts';`,
  'server/src/stacks/stacks.test.ts': `import '../app.ts'; import '../db/writer-thread.ts'; import 'fastify'; process.env.X;`,
  'server/src/evaluations/evaluations.ts': `import './run/run.ts'; import './kinds/registry.ts'; import '../stacks/stacks.ts';`,
  'server/src/evaluations/event.ts': ``,
  'server/src/evaluations/run/run.ts': `import './slot.ts'; import '../kinds/kind.ts'; import '../event.ts';`,
  'server/src/evaluations/run/slot.ts': ``,
  'server/src/evaluations/run/run.test.ts': `import '../evaluations.ts'; import '../kinds/load/load.ts';`,
  'server/src/evaluations/kinds/kind.ts': `import type { Event } from '../event.ts';`,
  'server/src/evaluations/kinds/registry.ts': `import './answers/answers.ts'; import './load/load.ts';`,
  'server/src/evaluations/kinds/answers/answers.ts': `import '../kind.ts'; import './prompt.ts'; import '../../statistics/wilson.ts';`,
  'server/src/evaluations/kinds/answers/prompt.ts': ``,
  'server/src/evaluations/kinds/load/load.ts': `import '../kind.ts';`,
  'server/src/evaluations/statistics/wilson.ts': `import '../graders/exact.ts';`,
  'server/src/evaluations/graders/exact.ts': ``,
  'server/src/models/models.ts': `import './adapters/openai-compatible.ts';`,
  'server/src/models/adapters/openai-compatible.ts': `import { createOpenAICompatible } from '@ai-sdk/openai-compatible';`,
  'server/src/search/search.ts': `import './index/index-reader.ts';`,
  'server/src/search/index/index-reader.ts': `import 'node:sqlite';`,
  'server/src/cli/cli.ts': `import '@touchstone/client'; import '../config.ts'; new URL('../../../examples/a.json', import.meta.url);`,
  'mock/src/mock.ts': `import './script/script.ts';`,
  'mock/src/script/script.ts': ``,
  'client/src/client.ts': `import './generated.ts'; import openapi from '../openapi.json' with { type: 'json' };`,
  'web/src/main.tsx': `import { createClient } from '@touchstone/client'; import { App } from './app.tsx'; export const x = <App />;`,
};

/** What the small tree's folders may import. */
const CLEAN_LAYERS: Layers = {
  ...MAY_IMPORT,
  stacks: ['kernel', 'db', 'http', 'catalog'],
  evaluations: ['stacks'],
  cli: ['config', 'stacks', 'evaluations'],
};

/** The layers inside of the small tree's features. */
const CLEAN_INSIDE: Record<string, FeatureTable> = {
  mock: { '.': 'everything', script: [] },
  models: { '.': 'everything', adapters: [] },
  search: { '.': 'everything', index: [] },
  evaluations: {
    '.': 'everything',
    run: ['kinds/kind.ts', 'statistics', 'event.ts'],
    'kinds/registry.ts': ['kinds/*', 'kinds/kind.ts'],
    'kinds/*': ['kinds/kind.ts', 'statistics'],
    'kinds/kind.ts': ['event.ts'],
    statistics: ['graders'],
    graders: [],
    'event.ts': [],
  },
};

test('a tree that keeps the rules has no violation', () => {
  assert.deepEqual(checkArchitecture(inWings(CLEAN), CLEAN_INSIDE, CLEAN_LAYERS), []);
});

interface Planted {
  readonly name: string;
  readonly rule: Rule;
  /** The file that breaks the rule, and what it says. */
  readonly path: string;
  readonly text: string;
  readonly message: RegExp;
}

const PLANTED: readonly Planted[] = [
  // 1. A folder imports only what its row names.
  {
    name: 'a lower layer imports a higher one',
    rule: 'layers',
    path: 'catalog/plan.ts',
    text: `import '../evaluations/evaluations.ts';`,
    message: /catalog imports evaluations; it may import kernel, http/,
  },
  {
    name: 'a type import counts',
    rule: 'layers',
    path: 'kernel/row.ts',
    text: `import type { StackRow } from '../db/schema.ts';`,
    message: /kernel imports db; it may import nothing/,
  },
  {
    name: 'features of one layer import each other',
    rule: 'layers',
    path: 'scenarios/scenarios.ts',
    text: `export * from '../stacks/stacks.ts';`,
    message: /scenarios imports stacks/,
  },
  {
    name: 'the domain knows the web framework layer below only',
    rule: 'layers',
    path: 'db/log.ts',
    text: `await import('../http/http.ts');`,
    message: /db imports http/,
  },
  {
    name: 'configuration is passed in, not fetched',
    rule: 'layers',
    path: 'stacks/limits.ts',
    text: `import { loadConfig } from '../config.ts';`,
    message: /stacks imports config/,
  },
  {
    name: 'a folder nobody put in the table',
    rule: 'layers',
    path: 'billing/billing.ts',
    text: '',
    message: /in no row/,
  },
  {
    name: 'code outside server/src',
    rule: 'layers',
    path: 'stacks/report.ts',
    text: `import '../../../bench/report.ts';`,
    message: /bench\/report\.ts is outside/,
  },
  {
    name: 'test support in a product file',
    rule: 'layers',
    path: 'stacks/sample.ts',
    text: `import { startService } from '../../test/support/service.ts';`,
    message: /server\/test\/support\/service\.ts is outside/,
  },
  // 2. From another folder only its door.
  {
    name: 'a private file of another folder',
    rule: 'doors',
    path: 'stacks/cost.ts',
    text: `import '../catalog/prices.ts';`,
    message: /import its door, catalog\/catalog\.ts/,
  },
  {
    name: 'a private file of the database',
    rule: 'doors',
    path: 'access/access-store.ts',
    text: `new URL('../db/writer-thread.ts', import.meta.url);`,
    message: /db\/writer-thread\.ts is private/,
  },
  {
    name: 'a folder inside evaluations',
    rule: 'doors',
    path: 'cli/tools.ts',
    text: `import '../evaluations/statistics/wilson.ts';`,
    message: /evaluations\/evaluations\.ts/,
  },
  {
    name: 'routes, from anywhere but app.ts',
    rule: 'doors',
    path: 'cli/tools.ts',
    text: `import '../stacks/stack-routes.ts';`,
    message: /stack-routes\.ts is private/,
  },
  {
    name: 'a store, from app.ts',
    rule: 'doors',
    path: 'app.ts',
    text: `import './stacks/stack-store.ts';`,
    message: /stack-store\.ts is private/,
  },
  {
    name: 'a folder without its door',
    rule: 'doors',
    path: 'jobs/job-store.ts',
    text: '',
    message: /no door, jobs\/jobs\.ts/,
  },
  // 3. Packages, queries and the environment, each in its place.
  {
    name: 'fastify in a door',
    rule: 'places',
    path: 'stacks/reply.ts',
    text: `import type { FastifyReply } from 'fastify';`,
    message: /fastify belongs in http/,
  },
  {
    name: 'a fastify plugin in app.ts',
    rule: 'places',
    path: 'app.ts',
    text: `import files from '@fastify/static';`,
    message: /fastify belongs/,
  },
  {
    name: 'Kysely in a door',
    rule: 'places',
    path: 'stacks/list.ts',
    text: `import { sql } from 'kysely';`,
    message: /Kysely belongs in db/,
  },
  {
    name: 'a query without importing Kysely',
    rule: 'places',
    path: 'stacks/list.ts',
    text: `deps.db.selectFrom('stacks');`,
    message: /a query \(selectFrom\)/,
  },
  {
    name: 'SQLite opened outside db and the index',
    rule: 'places',
    path: 'search/query/parse-query.ts',
    text: `import 'node:sqlite';`,
    message: /node:sqlite belongs/,
  },
  {
    name: 'a provider SDK outside the adapters',
    rule: 'places',
    path: 'models/contract/chat.ts',
    text: `import { generateText } from 'ai';`,
    message: /a provider SDK belongs in models\/adapters/,
  },
  {
    name: 'the environment, read outside config.ts',
    rule: 'places',
    path: 'access/keys.ts',
    text: `const { env } = process;`,
    message: /reading process\.env belongs in config\.ts/,
  },
  ...[
    `import proc from 'node:process'; proc.env.PORT;`,
    `import * as p from 'process'; const { env } = p;`,
    `import { default as p } from 'node:process'; p['env'];`,
    `import * as p from 'node:process'; p.default.env;`,
    `(await import('node:process')).env;`,
  ].map((text) => ({
    name: `the environment, by ${text}`,
    rule: 'places' as const,
    path: 'access/keys.ts',
    text,
    message: /reading process\.env belongs in config\.ts/,
  })),
  {
    name: 'the client, outside cli',
    rule: 'places',
    path: 'stacks/ask.ts',
    text: `import '@touchstone/client';`,
    message: /the client belongs in cli/,
  },
  {
    name: 'the report, outside the exports',
    rule: 'places',
    path: 'evaluations/results.ts',
    text: `import { toReport } from '@touchstone/report';`,
    message: /the report belongs in cli\/\*\*, evaluations\/exports/,
  },
  {
    name: 'the mock, in the service',
    rule: 'places',
    path: 'models/try.ts',
    text: `import { startMockModel } from '@touchstone/mock';`,
    message: /the mock belongs in cli\/cli\.ts, cli\/demo/,
  },
  {
    name: 'the mock, in another command',
    rule: 'places',
    path: 'cli/eval/eval.ts',
    text: `await import('@touchstone/mock');`,
    message: /the mock belongs in cli\/cli\.ts, cli\/demo/,
  },
  // 4. No feature imports app or cli.
  {
    name: 'a feature imports app',
    rule: 'entrances',
    path: 'stacks/again.ts',
    text: `import { createApp } from '../app.ts';`,
    message: /stacks imports app/,
  },
  {
    name: 'a feature imports cli',
    rule: 'entrances',
    path: 'evaluations/print.ts',
    text: `import '../cli/cli.ts';`,
    message: /evaluations imports cli/,
  },
  // And what no table row can say.
  {
    name: 'a folder outside of its wing',
    rule: 'wings',
    path: 'platform/catalog/moved.ts',
    text: '',
    message: /catalog belongs in the wing models/,
  },
  { name: 'a name that says nothing', rule: 'names', path: 'stacks/utils.ts', text: '', message: /"utils"/ },
  {
    name: 'a folder that says nothing',
    rule: 'names',
    path: 'kernel/shared/x.ts',
    text: '',
    message: /"shared"/,
  },
  {
    name: 'two folders that import each other',
    rule: 'cycles',
    path: 'catalog/back.ts',
    text: `import '../stacks/stacks.ts';`,
    message: /^(stacks → catalog → stacks|catalog → stacks → catalog)$/,
  },
  // 6. Inside of a feature, what its table names.
  {
    name: 'a part imports one that its row does not name',
    rule: 'inside',
    path: 'evaluations/graders/wide.ts',
    text: `import '../statistics/wilson.ts';`,
    message: /evaluations\/graders imports evaluations\/statistics; it may import nothing beside itself/,
  },
  {
    name: 'a part imports a higher one, for a type only',
    rule: 'inside',
    path: 'evaluations/statistics/run-type.ts',
    text: `import type { Run } from '../run/run.ts';`,
    message: /evaluations\/statistics imports evaluations\/run; it may import graders/,
  },
  {
    name: 'a part imports the door',
    rule: 'inside',
    path: 'evaluations/run/again.ts',
    text: `import '../evaluations.ts';`,
    message: /evaluations\/run imports the top of evaluations\//,
  },
  {
    name: 'a part imports a contract that its row does not name',
    rule: 'inside',
    path: 'evaluations/statistics/event.ts',
    text: `import '../event.ts';`,
    message: /evaluations\/statistics imports evaluations\/event\.ts/,
  },
  {
    name: 'a part imports more of a folder than its contract',
    rule: 'inside',
    path: 'evaluations/run/registry.ts',
    text: `import '../kinds/registry.ts';`,
    message: /evaluations\/run imports evaluations\/kinds\/registry\.ts/,
  },
  {
    name: 'a contract imports a part',
    rule: 'inside',
    path: 'evaluations/event.ts',
    text: `import './run/slot.ts';`,
    message: /evaluations\/event\.ts imports evaluations\/run/,
  },
  {
    name: 'like parts import each other',
    rule: 'inside',
    path: 'evaluations/kinds/answers/borrowed.ts',
    text: `import '../load/load.ts';`,
    message: /evaluations\/kinds\/answers imports evaluations\/kinds\/load/,
  },
  {
    name: 'a thread of another part',
    rule: 'inside',
    path: 'evaluations/kinds/load/start.ts',
    text: `new Worker(new URL('../../run/slot.ts', import.meta.url));`,
    message: /evaluations\/kinds\/load imports evaluations\/run/,
  },
  {
    name: 'a folder inside of a feature that nobody put in its table',
    rule: 'inside',
    path: 'evaluations/results/results.ts',
    text: '',
    message: /in no row of the table of evaluations\//,
  },
  {
    name: 'a subfolder in a feature without a table',
    rule: 'inside',
    path: 'stacks/checks/region.ts',
    text: '',
    message: /^has subfolders and no table/,
  },
  // 7. No circle of files.
  {
    name: 'two files that import each other',
    rule: 'circles',
    path: 'evaluations/run/slot.ts',
    text: `import './run.ts';`,
    message:
      /^server\/src\/evaluate\/evaluations\/run\/run\.ts, server\/src\/evaluate\/evaluations\/run\/slot\.ts$/,
  },
  {
    name: 'a circle over a type',
    rule: 'circles',
    path: 'evaluations/kinds/answers/prompt.ts',
    text: `import type { Answers } from './answers.ts';`,
    message: /answers\.ts, .*prompt\.ts$/,
  },
  {
    name: 'a circle over a thread',
    rule: 'circles',
    path: 'db/writer-thread.ts',
    text: `import type { Db } from './db.ts';`,
    message: /db\/db\.ts, .*db\/writer-thread\.ts$/,
  },
  {
    name: 'a file that imports itself',
    rule: 'circles',
    path: 'evaluations/run/slot.ts',
    text: `import { a } from './slot.ts';`,
    message: /run\/slot\.ts$/,
  },
];

describe('planted violations are found', () => {
  for (const { name, rule, path, text, message } of PLANTED) {
    test(name, () => expectFound(`server/src/${path}`, text, rule, message));
  }
  // 5. The other workspaces import each other by their names, never the server.
  const customers: readonly [path: string, text: string, message: RegExp][] = [
    [
      'web/src/api.ts',
      `import type { Stack } from '../../server/src/stacks/stacks.ts';`,
      /web\/ imports .*server/,
    ],
    ['web/src/api.ts', `import 'touchstone/src/app.ts';`, /web\/ imports touchstone/],
    ['web/src/api.test.ts', `import '../../server/src/app.ts';`, /web\/ imports .*server/],
    ['web/src/api.ts', `import '../../client/src/generated.ts';`, /it may import @touchstone\/client/],
    [
      'client/src/events.ts',
      `import '../../server/src/kernel/ids.ts';`,
      /client\/ imports .*no other workspace/,
    ],
    [
      'web/src/sources/list.tsx',
      `import '../candidates/list.tsx';`,
      /web\/src\/sources\/ imports candidates\//,
    ],
    ['web/src/ui/page.tsx', `import '../app/keys.tsx';`, /web\/src\/ui\/ imports app\/.*no other folder/],
    ['client/src/pages.ts', `import '@touchstone/report';`, /client\/ imports .*no other workspace/],
    [
      'mock/src/start.ts',
      `import '../../server/src/kernel/errors.ts';`,
      /mock\/ imports .*no other workspace/,
    ],
    ['mock/src/start.test.ts', `import '@touchstone/client';`, /mock\/ imports .*no other workspace/],
    ['report/src/model/report.ts', `import 'touchstone/src/app.ts';`, /report\/ imports touchstone/],
    ['report/src/model/report.ts', `import '../../../web/src/api.ts';`, /it may import @touchstone\/client/],
  ];
  for (const [path, text, message] of customers) {
    test(`${path}: ${text}`, () => expectFound(path, text, 'web', message));
  }
  for (const path of ['server/src/stacks/cost.ts', 'web/src/costs.tsx', 'report/src/model/costs.ts'])
    test(`${path} writes a figure itself`, () =>
      expectFound(
        path,
        'export const said = (usd: number) => `$${usd.toFixed(2)}`;',
        'places',
        /report\/src\/figures/,
      ));
  // 6. The mock has a table too.
  test('a part of the mock imports its door', () =>
    expectFound('mock/src/script/script.ts', `import '../mock.ts';`, 'inside', /imports the top of mock\//));
});

function expectFound(path: string, text: string, rule: Rule, message: RegExp): void {
  const found = checkArchitecture(inWings({ ...CLEAN, [path]: text }), CLEAN_INSIDE, CLEAN_LAYERS);
  const match = found.find((violation) => violation.rule === rule && message.test(violation.message));
  assert.ok(match, `found instead: ${JSON.stringify(found)}`);
  const where = match.where.split(':')[0] ?? '?';
  assert.ok([path, inWing(path)].some((one) => one.startsWith(where)) || /^c(ycl|ircl)es$/.test(rule), where);
}

test('a permission that nobody uses, or only a test, is found, and so is a row without a file', () => {
  const sources = new Map([
    ['server/src/stacks/stacks.ts', `import type { Row } from '../db/schema.ts';`],
    ['server/src/stacks/stacks.test.ts', `import '../kernel/ids.ts';`],
    ['server/src/db/db.ts', ''],
  ]);
  const found = unusedPermissions(sources, { stacks: ['db', 'kernel'], db: [], kernel: [] });
  assert.deepEqual(
    found.map(({ where, message }) => `${where} ${message}`),
    [
      'server/src/stacks may import kernel, and no file does',
      'server/src/kernel has a row in the table of folders and no file',
    ],
  );
});

describe('a table of the layers inside of a feature is wrong with', () => {
  const { evaluations = {} } = CLEAN_INSIDE;
  const wrong: readonly [name: string, rows: FeatureTable, message: RegExp][] = [
    ['a row without a file', { gone: [] }, /^no file is in the row "gone"$/],
    ['a list that names no row', { run: ['results'] }, /^"run" may import "results", which is no row$/],
    ['a list that names the top', { run: ['.'] }, /^"run" may not import the top/],
    ['everything, elsewhere than at the top', { run: 'everything' }, /^"run" may not import everything/],
    ['two rows that import each other', { graders: ['statistics'] }, /^"graders" can reach itself/],
    ['a row that reaches itself over others', { 'event.ts': ['run'] }, /^"event.ts" can reach itself/],
    ['like parts that import one of them', { 'kinds/*': ['kinds/load'] }, /^"kinds\/\*" can reach itself/],
  ];
  for (const [name, rows, message] of wrong) {
    test(name, () => {
      const tables = { evaluations: { ...evaluations, ...rows } };
      const found = checkArchitecture(inWings(CLEAN), tables, CLEAN_LAYERS);
      assert.ok(
        found.some((violation) => violation.rule === 'inside' && message.test(violation.message)),
        JSON.stringify(found),
      );
    });
  }
});

describe('circles', () => {
  const of = (graph: Record<string, string[]>) => findCircles(new Map(Object.entries(graph)));
  test('none where imports go one way, however often', () => {
    assert.deepEqual(of({ a: ['b', 'c'], b: ['c', 'd'], c: ['d'], d: ['elsewhere'] }), []);
  });
  test('each once, with all who are in it and nobody else', () => {
    const graph = { a: ['b'], b: ['c'], c: ['d', 'b'], d: ['b', 'e'], e: ['f'], f: ['e'], g: ['a', 'e'] };
    assert.deepEqual(of(graph).toSorted(), [
      ['b', 'c', 'd'],
      ['e', 'f'],
    ]);
  });
});

describe('a source names other files by', () => {
  const forms: readonly [name: string, text: string][] = [
    ['import', `import { a } from './x.ts';`],
    ['import for its effect', `import './x.ts';`],
    ['import over several lines', `import {\n  a,\n} from\n  './x.ts';`],
    ['type import', `import type { A } from './x.ts';`],
    ['re-export', `export { a } from './x.ts';`],
    ['re-export of everything', `export * as x from './x.ts';`],
    ['dynamic import', `const x = await import('./x.ts');`],
    ['dynamic import of a template without holes', 'const x = await import(`./x.ts`);'],
    ['import type', `let a: import('./x.ts').A;`],
    ['require', `const a = require('./x.ts');`],
    ['file URL', `const u = new URL('./x.ts', import.meta.url);`],
    ['worker', `new Worker('./x.ts');`],
    ['resolve', `import.meta.resolve('./x.ts');`],
  ];
  for (const [name, text] of forms) {
    test(name, () => assert.deepEqual(specifiers(text), ['./x.ts']));
  }

  test('not by comments, strings or URLs of elsewhere', () => {
    const text = `
      // import './x.ts';
      /* import('./x.ts') */
      const s = "import './x.ts'"; const t = \`\${s} from './x.ts'\`;
      new URL('./x.ts', base); load('./x.ts');`;
    assert.deepEqual(specifiers(text), []);
  });

  test('and reads the environment in four ways', () => {
    const text = `process.env.A;\nprocess['env'];\nconst { env: e } = process;\nimport { env } from 'node:process';\nconfig.env;`;
    assert.deepEqual(readSource('x.ts', text).environmentReads, [1, 2, 3, 4]);
  });
});

function specifiers(text: string): string[] {
  return readSource('server/src/a/b.ts', text).references.map((reference) => reference.specifier);
}
