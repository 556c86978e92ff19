import { createLog } from '../../../kernel/log.ts';
import { loadConfig } from '../../../platform/config.ts';
import { openDatabase } from '../../../platform/db/db.ts';
import {
  command,
  describeSettings,
  refuseMoreWords,
  SETTING_FLAGS,
  settingsFromFlags,
} from '../terminal/arguments.ts';

const HELP = `touchstone migrate [flags]: update the database to the schema of this program

With --from and --to it compares models: see touchstone migrate --from A --help

"touchstone serve" does the same when it starts; use this command to update the database first.

${describeSettings(['DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL'])}
  --help                      This text
`;

/** Resolves to 0 once the database has this program's schema. Throws as `openDatabase` does. */
export const runMigrateDatabase = command('migrate', SETTING_FLAGS, HELP, async ({ values, positionals }) => {
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
});
