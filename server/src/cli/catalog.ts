import { readFile } from 'node:fs/promises';
import {
  createCatalog,
  keepModels,
  type PriceUpdate,
  planUpdate,
  readPriceList,
} from '../catalog/catalog.ts';
import { ConfigError, loadConfig } from '../config.ts';
import {
  readArguments,
  refuseMoreWords,
  SETTING_FLAGS,
  settingsOf,
  UsageError,
} from './terminal/arguments.ts';

const FLAGS = {
  ...SETTING_FLAGS,
  write: { type: 'boolean' },
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const HELP = `touchstone catalog update FILE_OR_ADDRESS [--write] [--all]

Reads newer prices, as models.dev (https://models.dev/api.json) or genai-prices (its data.json) publish them, and shows
what they would change. Nothing is written without --write; then the changed models go to the file of CATALOG_FILE.

  --write                     Writes the changes to the file of CATALOG_FILE
  --all                       Also takes models that the catalogue does not have
  --catalog-file FILE         Your own facts (CATALOG_FILE)
  --help                      This text
`;

const READ_TIMEOUT_MS = 30_000;
const MOST_BYTES = 50_000_000;

/** `touchstone catalog`; resolves to the exit code. */
export async function runCatalog(args: string[]): Promise<number> {
  const { values, positionals } = readArguments('catalog', args, FLAGS);
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const [word, from, ...more] = positionals;
  if (word !== 'update') throw new UsageError('touchstone catalog takes the word update; see --help.');
  if (!from) throw new UsageError('touchstone catalog update takes a file or an address; see --help.');
  refuseMoreWords('catalog update', more);
  const file = loadConfig({ flags: settingsOf(values) }).catalogFile;
  if (values.write && file === undefined) {
    throw new UsageError('--write needs the file that your facts are in: CATALOG_FILE or --catalog-file.');
  }
  const update = await readUpdate(from, file, values.all === true);
  process.stdout.write(describe(update));
  if (update.changes.length === 0) return 0;
  if (values.write && file !== undefined) {
    keepModels(
      file,
      update.changes.map(({ row }) => row),
    );
    process.stdout.write(`Written to ${file}. The service reads it when it starts.\n`);
  } else {
    process.stdout.write('Nothing is written; --write writes it to the file of CATALOG_FILE.\n');
  }
  return 0;
}

async function readUpdate(from: string, file: string | undefined, all: boolean): Promise<PriceUpdate> {
  const today = new Date().toISOString().slice(0, 10);
  const list = parse(from, await read(from));
  const offered = readPriceList(list, { source: from, as_of: today });
  if (!offered)
    throw new ConfigError(
      `${from} is neither a models.dev list (api.json) nor one of genai-prices (data.json).`,
    );
  // A file that is yet to be made holds nothing so far.
  const { facts } = createCatalog({ file: file !== undefined && (await exists(file)) ? file : undefined });
  return planUpdate(facts, offered, { today, all });
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}

async function read(from: string): Promise<string> {
  if (!/^https?:\/\//.test(from)) {
    return readFile(from, 'utf8').catch((error: Error) => {
      throw new ConfigError(`${from} cannot be read: ${error.message}.`);
    });
  }
  try {
    const answer = await fetch(from, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    const text = await answer.text();
    if (text.length > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
    return text;
  } catch (error) {
    throw new ConfigError(
      `${from} cannot be read: ${(error as Error).message}. Download it, and name the file.`,
    );
  }
}

function parse(from: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`${from} is not JSON.`);
  }
}

function describe({ format, changes, unchanged, others, skipped }: PriceUpdate): string {
  const blocks = changes.map(
    ({ model, lines }) => `${model}\n${lines.map((line) => `  ${line}\n`).join('')}`,
  );
  const left =
    skipped.length === 0
      ? ''
      : `Not read, ${skipped.length}: ${skipped.slice(0, 5).join('; ')}${skipped.length > 5 ? '; …' : ''}\n`;
  return (
    `${blocks.join('')}${left}A ${format} list: ${changes.length} models change, ${unchanged} stay, ` +
    `${others} are not in the catalogue (--all takes them). Prices are in USD per million tokens.\n`
  );
}
