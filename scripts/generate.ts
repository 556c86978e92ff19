import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createApp } from '../server/src/app.ts';
import { loadConfig } from '../server/src/config.ts';

// `npm run generate`: writes the published contract and the client's types that are made from it.
// `-- --check` writes nothing, names the files that would change and exits with 1.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CLIENT = join(ROOT, 'client');

/** The part of openapi-typescript that is used; it brings a TypeScript of its own, so it is loaded by path. */
interface Generator {
  default(document: object, options?: object): Promise<unknown[]>;
  astToString(nodes: unknown[]): string;
}

await main(process.argv.slice(2));

async function main(options: string[]): Promise<void> {
  const document = await publishedDocument();
  const files = {
    'client/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'client/src/generated.ts': await clientTypes(document),
  };
  const changed = Object.entries(files).filter(([path, content]) => content !== current(path));
  if (options.includes('--check')) refuse(changed.map(([path]) => path));
  else for (const [path, content] of changed) write(path, content);
}

/** What `/openapi.json` answers, from an application that has its own empty data directory and never listens. */
async function publishedDocument(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-generate-'));
  try {
    const config = loadConfig({ env: {}, flags: { 'data-dir': dataDir, 'log-level': 'silent' } });
    const app = await createApp(config);
    try {
      await app.http.ready();
      return app.http.swagger();
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
  // A field that has a default may be left out of a request.
  const options = { silent: true, defaultNonNullable: false };
  const nodes = await generator.default(withoutStreams(document), options);
  return [
    '// Made by "npm run generate" from openapi.json; edit the route schemas instead.\n',
    generator.astToString(nodes),
    `/** Everything that GET …/events may say. */\nexport const EVENT_TYPES = ${JSON.stringify(eventTypes(document), null, 4)} as const;\n`,
  ].join('');
}

/**
 * The document without the streams that some routes answer instead of JSON: the typed client takes JSON, and reads
 * streams by functions of its own.
 */
function withoutStreams(document: object): object {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key !== 'content' || !('application/json' in value)) return value;
    const { 'text/event-stream': _, ...others } = value;
    return others;
  });
}

/** The one list of words that is needed while a program runs, and not only while its types are checked. */
function eventTypes(document: object): string[] {
  const { components } = document as {
    components: { schemas: { WorkspaceEvent: { properties: { event: { enum: string[] } } } } };
  };
  return components.schemas.WorkspaceEvent.properties.event.enum;
}

function current(path: string): string | null {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return null;
  }
}

function refuse(paths: string[]): void {
  if (paths.length === 0) return;
  console.error(`Not up to date: ${paths.join(', ')}. Run "npm run generate" and commit what it changes.`);
  process.exitCode = 1;
}

function write(path: string, content: string): void {
  writeFileSync(join(ROOT, path), content);
  console.log(`wrote ${path}`);
}
