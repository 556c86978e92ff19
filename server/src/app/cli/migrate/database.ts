import { createLog } from '../../../kernel/log.ts';
import { loadConfig } from '../../../platform/config.ts';
import { openDatabase } from '../../../platform/db/db.ts';
import {
  describeSettings,
  readArguments,
  refuseMoreWords,
  SETTING_FLAGS,
  settingsFromFlags,
} from '../terminal/arguments.ts';

const FLAGS = { ...SETTING_FLAGS, help: { type: 'boolean', short: 'h' } } as const;

const HELP = `touchstone migrate [flags]: update the database to the schema of this program

With --from and --to it compares models: see touchstone migrate --from A --help

"touchstone serve" does the same when it starts; use this command to update the database first.

${describeSettings(['DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL'])}
  --help                      This text
`;

/** Resolves to 0 when the database is at this program's schema, whatever it was at. Throws as `openDatabase` does. */
export async function runMigrateDatabase(args: string[]): Promise<number> {
  const { values, positionals } = readArguments('migrate', args, FLAGS);
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  refuseMoreWords('migrate', positionals);
  const {
    databaseUrl: url,
    databaseDirectUrl: directUrl,
    dataDir,
    logLevel,
  } = loadConfig({ flags: settingsFromFlags(values) });
  const db = await openDatabase({ url, directUrl, dataDir, log: createLog(logLevel) });
  await db.close();
  process.stdout.write(
    `The database ${url === undefined ? `in ${dataDir}` : 'of DATABASE_URL'} has the schema of this program.\n`,
  );
  return 0;
}
