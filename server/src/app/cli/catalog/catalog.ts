import { existsSync } from 'node:fs';
import { utcDay } from '../../../kernel/clock.ts';
import {
  createCatalog,
  type PriceUpdate,
  planPriceUpdate,
  storeModels,
} from '../../../models/catalog/catalog.ts';
import { loadConfig } from '../../../platform/config.ts';
import {
  command,
  refuseMoreWords,
  SETTING_FLAGS,
  settingsFromFlags,
  UsageError,
} from '../terminal/arguments.ts';
import { readList } from './read-list.ts';

const FLAGS = {
  ...SETTING_FLAGS,
  provider: { type: 'string' },
  write: { type: 'boolean' },
  all: { type: 'boolean' },
} as const;

const HELP = `touchstone catalog update FILE_OR_ADDRESS [--write] [--all]
touchstone catalog update --provider NAME [FILE_OR_ADDRESS] [--write] [--all]

Reads a price list of models.dev (https://models.dev/api.json), of genai-prices (its data.json) or of LiteLLM (its
model_prices_and_context_window.json, also with the end dates of models), or asks a configured provider for its models
and their end dates, and shows the differences from the catalogue. Only --write changes anything: it writes the changed
models to the file of CATALOG_FILE.

  --provider NAME             Queries this configured provider (GET /models), or names the provider of the given list
  --write                     Writes the changes to the file of CATALOG_FILE
  --all                       Also adds models that the catalogue does not have
  --catalog-file FILE         Your own facts (CATALOG_FILE)
  --help                      This text
`;

/** The command `touchstone catalog`; resolves to the exit code. */
export const runCatalog = command('catalog', FLAGS, HELP, async ({ values, positionals }) => {
  const [word, from, ...more] = positionals;
  if (word !== 'update')
    throw new UsageError(
      'touchstone catalog needs the word update, as in: touchstone catalog update FILE; see --help.',
    );
  const provider = values.provider as string | undefined;
  if (!from && !provider)
    throw new UsageError('touchstone catalog update needs a file or an address, or --provider; see --help.');
  refuseMoreWords('catalog update', more);
  const config = loadConfig({ flags: settingsFromFlags(values) });
  const file = config.catalogFile;
  if (values.write && file === undefined) {
    throw new UsageError('--write needs a file for your own facts: set CATALOG_FILE or --catalog-file.');
  }
  const today = utcDay(Date.now());
  const list = await readList({ from, provider, today }, config);
  // With --write the file may not exist yet.
  const { facts } = createCatalog({ file: file !== undefined && existsSync(file) ? file : undefined });
  const update = planPriceUpdate(facts, list, { today, all: values.all === true });
  process.stdout.write(describeUpdate(update));
  if (update.changes.length === 0) return 0;
  if (values.write && file !== undefined) {
    storeModels(
      file,
      update.changes.map(({ row }) => row),
    );
    process.stdout.write(`Written to ${file}. The service reads it when it starts.\n`);
  } else {
    process.stdout.write(
      'Nothing was written. Use --write to write the changes to the file of CATALOG_FILE.\n',
    );
  }
  return 0;
});

function describeUpdate({ format, changes, unchanged, others, skipped, kept }: PriceUpdate): string {
  const blocks = changes.map(
    ({ model, lines }) => `${model}\n${lines.map((line) => `  ${line}\n`).join('')}`,
  );
  return (
    `${blocks.join('')}${printSentences('not read', skipped)}${printSentences('kept', kept)}` +
    `A ${format} list: ${changes.length} models change, ${unchanged} do not, ` +
    `${others} are not in the catalogue (--all adds them). Prices are in USD per million tokens.\n`
  );
}

function printSentences(what: string, sentences: readonly string[]): string {
  if (sentences.length === 0) return '';
  return `${sentences.length} ${what}: ${sentences.slice(0, 5).join('; ')}${sentences.length > 5 ? '; …' : ''}\n`;
}
