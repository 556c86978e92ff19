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

Reads a price list of models.dev (https://models.dev/api.json) or genai-prices (its data.json) and shows what it would
change. Nothing is written without --write; with it, the changed models are written to the file of CATALOG_FILE.

  --write                     Writes the changes to the file of CATALOG_FILE
  --all                       Also adds models that the catalogue does not have
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
  if (word !== 'update')
    throw new UsageError(
      'touchstone catalog takes the word update, as in: touchstone catalog update FILE; see --help.',
    );
  if (!from) throw new UsageError('touchstone catalog update needs a file or an address; see --help.');
  refuseMoreWords('catalog update', more);
  const file = loadConfig({ flags: settingsOf(values) }).catalogFile;
  if (values.write && file === undefined) {
    throw new UsageError('--write needs the file of your own facts: set CATALOG_FILE or --catalog-file.');
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
    process.stdout.write('Nothing is written. With --write the changes go to the file of CATALOG_FILE.\n');
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
  // With --write the file may not exist yet.
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
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    const text = await answer.text();
    if (text.length > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
    return text;
  } catch (error) {
    throw new ConfigError(
      `${from} cannot be read: ${(error as Error).message}. Download it, and give the file instead.`,
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
  const notRead =
    skipped.length === 0
      ? ''
      : `${skipped.length} not read: ${skipped.slice(0, 5).join('; ')}${skipped.length > 5 ? '; …' : ''}\n`;
  return (
    `${blocks.join('')}${notRead}A ${format} list: ${changes.length} models change, ${unchanged} do not, ` +
    `${others} are not in the catalogue (--all adds them). Prices are in USD per million tokens.\n`
  );
}
