import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NEWEST_MIGRATION } from '../../src/platform/db/migrations/migrations.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What the sources find above them. */
const BESIDE = [
  'node_modules',
  'package.json',
  'client',
  'mock',
  'report',
  'web',
  'scripts',
  'examples',
  'packaging',
];
const MIGRATION = NEWEST_MIGRATION + 1;

/** What a later version may do beside this one: a table, columns that may be left out, and an index. */
const TOMORROW = `import type { Migration } from './migration.ts';

export const tomorrow: Migration = {
  number: ${MIGRATION},
  name: 'tomorrow',
  oldestProgram: ${NEWEST_MIGRATION},
  up: ({ key, text, tail }) => [
    \`CREATE TABLE colours (workspace_id \${key} NOT NULL, colour \${text} NOT NULL, PRIMARY KEY (workspace_id))\${tail}\`,
    ...['workspaces', 'scenarios', 'stacks', 'sources', 'messages', 'evaluations'].map(
      (table) => \`ALTER TABLE \${table} ADD COLUMN colour \${text}\`,
    ),
    'CREATE INDEX workspaces_by_colour ON workspaces (colour)',
  ],
};
`;

export interface NextVersion {
  /** To be run instead of this version's \`server/src/app/cli/cli.ts\`. */
  readonly cli: string;
  /** The number of its newest migration. */
  readonly schema: number;
  remove(): void;
}

/** The next version of the program: this one with one further migration, which only expands, and a field that answers have. */
export function makeNextVersion(): NextVersion {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-next-'));
  cpSync(join(ROOT, 'server/src'), join(root, 'server/src'), { recursive: true });
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(root, name));
  for (const name of ['package.json', 'node_modules']) {
    const path = join(ROOT, 'server', name);
    // Where all packages lie above the workspaces, this one has none of its own.
    if (existsSync(path)) symlinkSync(path, join(root, 'server', name));
  }
  const at = (path: string) => join(root, 'server/src', path);
  const edit = (path: string, from: string, to: string) => {
    const text = readFileSync(at(path), 'utf8');
    if (!text.includes(from)) throw new Error(`${path} does not hold ${JSON.stringify(from)} any more.`);
    writeFileSync(at(path), text.replace(from, to));
  };
  writeFileSync(at('platform/db/migrations/tomorrow.ts'), TOMORROW);
  edit(
    'platform/db/migrations/migrations.ts',
    'import type { Migration }',
    "import { tomorrow } from './tomorrow.ts';\nimport type { Migration }",
  );
  edit('platform/db/migrations/migrations.ts', ',\n];', ',\n  tomorrow,\n];');
  edit('kernel/version.ts', '0.1.0', '0.2.0');
  const alive = '{ status: Type.String() }';
  edit(
    'platform/http/health-routes.ts',
    `200: Type.Object(${alive})`,
    `200: Type.Object({ ...${alive}, colour: Type.String() })`,
  );
  edit('platform/http/health-routes.ts', "status: 'alive',", "status: 'alive', colour: 'blue',");
  return { cli: at('app/cli/cli.ts'), schema: MIGRATION, remove: () => rmSync(root, { recursive: true }) };
}
