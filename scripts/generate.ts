import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createApp } from '../server/src/app/app.ts';
import type { Tool } from '../server/src/converse/tools/tools.ts';
import { DEFAULT_MARGINS } from '../server/src/evaluate/evaluations/kinds/description.ts';
import { EQUIVALENCE_BENCHMARKS } from '../server/src/evaluate/evaluations/pipeline/preset.ts';
import { READING_FAILURES } from '../server/src/knowledge/reading/failures.ts';
import { BenchmarkFacts } from '../server/src/measure/benchmarks/benchmark-schemas.ts';
import { loadConfig } from '../server/src/platform/config.ts';
import {
  benchmarkTables,
  costAssumptions,
  type DocumentedBenchmark,
  graderOptions,
  graderTable,
  lockInPoints,
  providerAccounts,
  providerPresets,
  publishedRules,
  servingByProvider,
} from './lib/document-tables.ts';
import {
  errorTable,
  lockInTolerances,
  metricsTable,
  permissionTable,
  settingsTables,
  toolTable,
  trafficProfiles,
  workloadTypes,
} from './lib/reference-tables.ts';

// `npm run generate` writes the published contract, the client's types made from it, and the tables of the
// documentation that repeat facts of the code. `-- --check` writes nothing, names the files that would change, and
// exits with 1.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CLIENT = join(ROOT, 'client');
const FACTS = Object.keys(BenchmarkFacts);

/** The part of openapi-typescript used here; it has a TypeScript of its own, so it is loaded by path. */
interface Generator {
  default(document: object, options?: object): Promise<unknown[]>;
  astToString(nodes: unknown[]): string;
}

await main(process.argv.slice(2));

async function main(options: string[]): Promise<void> {
  const { document, listed, tools } = await publishedDocuments();
  const files = {
    'client/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'client/src/generated.ts': await clientTypes(document),
    'client/src/generated-benchmarks.ts': benchmarkTable(listed),
    'docs/explanation/how-a-reading-ends.md': withSections('docs/explanation/how-a-reading-ends.md', {
      'reading failures': readingFailures(),
    }),
    'docs/reference/graders.md': withSections('docs/reference/graders.md', {
      graders: graderTable(),
      'the options of graders': graderOptions(),
    }),
    'docs/reference/kinds.md': withSections('docs/reference/kinds.md', {
      ...benchmarkTables(listed),
      'published rules': publishedRules(),
    }),
    'docs/how-to/load-and-cost.md': withSections('docs/how-to/load-and-cost.md', {
      'cost assumptions': costAssumptions(),
      'lock-in points': lockInPoints(),
      'serving by provider': servingByProvider(),
    }),
    'docs/reference/api.md': withSections('docs/reference/api.md', {
      errors: errorTable(),
      permissions: permissionTable(),
      events: eventTypes(document)
        .map((type) => `\`${type}\``)
        .join(', '),
    }),
    'docs/how-to/tasks-and-agents.md': withSections('docs/how-to/tasks-and-agents.md', {
      tools: toolTable(tools),
    }),
    'docs/reference/settings.md': withSections('docs/reference/settings.md', {
      settings: settingsTables(),
      metrics: metricsTable(),
      'model providers': providerPresets(),
      'accounts of clouds': providerAccounts(),
      'workload types': workloadTypes(),
      'traffic profiles': trafficProfiles(),
      'lock-in tolerances': lockInTolerances(),
    }),
  };
  const changed = Object.entries(files).filter(([path, content]) => content !== readCurrent(path));
  if (options.includes('--check')) reportOutdated(changed.map(([path]) => path));
  else for (const [path, content] of changed) write(path, content);
}

type ListedBenchmark = DocumentedBenchmark & { kind: string | null } & Record<string, unknown>;

/**
 * The response of `/openapi.json`, and the tools, from an application with an empty data directory that never listens.
 */
async function publishedDocuments(): Promise<{
  document: object;
  tools: Tool[];
  listed: ListedBenchmark[];
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-generate-'));
  try {
    const config = loadConfig({ env: {}, flags: { 'data-dir': dataDir, 'log-level': 'silent' } });
    const app = await createApp(config);
    try {
      await app.http.ready();
      const listed = (await app.http.inject('/benchmarks')).json<{ data: ListedBenchmark[] }>();
      return { document: app.http.swagger(), tools: [...app.tools.values()], listed: listed.data };
    } finally {
      await app.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function clientTypes(document: object): Promise<string> {
  const path = createRequire(join(CLIENT, 'package.json')).resolve('openapi-typescript');
  const found = (await import(pathToFileURL(path).href)) as Generator & { default: Generator };
  // The package's CommonJS build puts its functions one level deeper.
  const generator = typeof found.default === 'function' ? found : found.default;
  // A request may omit a field with a default.
  const options = { silent: true, defaultNonNullable: false };
  const nodes = await generator.default(withoutStreams(document), options);
  return [
    '// Made by "npm run generate" from openapi.json; edit the route schemas instead.\n',
    generator.astToString(nodes),
    `/** Everything that GET …/events may say. */\nexport const EVENT_TYPES = ${JSON.stringify(eventTypes(document), null, 4)} as const;\n`,
    `/** The operations that answer a repeat of an \`Idempotency-Key\` as they answered first. */\nexport const IDEMPOTENT_POSTS = ${JSON.stringify(keyedPosts(document), null, 4)} as const;\n`,
  ].join('');
}

function keyedPosts(document: object): string[] {
  const { paths } = document as { paths: Record<string, { post?: { parameters?: { $ref?: string }[] } }> };
  return Object.keys(paths).filter((path) =>
    paths[path]?.post?.parameters?.some(({ $ref = '' }) => $ref.endsWith('/IdempotencyKey')),
  );
}

/** What is known about benchmarks without asking a service. */
function benchmarkTable(listed: readonly ListedBenchmark[]): string {
  const benchmarks = Object.fromEntries(
    listed
      .filter(({ kind }) => kind !== null)
      .map((one) => [one.type, Object.fromEntries(FACTS.map((field) => [field, one[field]]))]),
  );
  const written = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    '// Made by "npm run generate" from what kinds and benchmarks say of themselves; edit their descriptions instead.\n',
    "import type { components } from './generated.ts';\n",
    `/** What is the same in every service of this version. */\nexport type BenchmarkFacts = Pick<components['schemas']['Benchmark'], ${FACTS.map((field) => `'${field}'`).join(' | ')}>;\n`,
    `/** What this version says of each benchmark that it can run, as GET /benchmarks does. */\nexport const BENCHMARKS: Readonly<Record<string, BenchmarkFacts>> = ${written(benchmarks)};\n`,
    `/** What the preset \`equivalence\` measures where nothing is chosen. */\nexport const EQUIVALENCE = ${written(EQUIVALENCE_BENCHMARKS)} as const;\n`,
    `/** The margins that presets and forms fill in. */\nexport const USUAL_MARGINS = ${written(DEFAULT_MARGINS)} as const;\n`,
  ].join('\n');
}

/**
 * Replaces the text between the comments `<!-- Made by "npm run generate": NAME -->` and `<!-- end -->` of a document.
 */
function withSections(path: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((document, [name, text]) => {
    const begin = `<!-- Made by "npm run generate": ${name} -->\n`;
    const [before, rest] = document.split(begin);
    if (rest === undefined) throw new Error(`${path} has no place for what is generated: ${begin}`);
    return `${before}${begin}\n${text.trimEnd()}\n\n${rest.slice(rest.indexOf('<!-- end -->'))}`;
  }, readCurrent(path) ?? '');
}

/** The codes of failed sources, by whether a retry can succeed. */
function readingFailures(): string {
  const codes = (isRetryable: boolean) =>
    Object.entries(READING_FAILURES)
      .filter(([, { retryable }]) => retryable === isRetryable)
      .map(([code]) => `\`${code}\``)
      .join(', ');
  return `Retryable: ${codes(true)}.\n\nNot retryable: ${codes(false)}.`;
}

/**
 * The document without the streams that some routes return instead of JSON: the typed client accepts JSON, and reads
 * streams with separate functions.
 */
function withoutStreams(document: object): object {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key !== 'content' || !('application/json' in value)) return value;
    const { 'text/event-stream': _, ...others } = value;
    return others;
  });
}

/** The only list of words that is needed at run time, and not only for checking types. */
function eventTypes(document: object): string[] {
  const { components } = document as {
    components: { schemas: { WorkspaceEvent: { properties: { event: { enum: string[] } } } } };
  };
  return components.schemas.WorkspaceEvent.properties.event.enum;
}

function readCurrent(path: string): string | null {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return null;
  }
}

function reportOutdated(paths: string[]): void {
  if (paths.length === 0) return;
  console.error(`Not up to date: ${paths.join(', ')}. Run "npm run generate" and commit what it changes.`);
  process.exitCode = 1;
}

function write(path: string, content: string): void {
  writeFileSync(join(ROOT, path), content);
  console.log(`wrote ${path}`);
}
