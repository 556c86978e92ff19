import { createLog } from '../../../kernel/log.ts';
import { restoreBackup } from '../../backups/backups.ts';
import {
  command,
  describeSettings,
  refuseMoreWords,
  SETTING_FLAGS,
  UsageError,
} from '../terminal/arguments.ts';
import { describeManifest } from './describe-manifest.ts';
import { readPlace } from './read-place.ts';

const FLAGS = {
  ...SETTING_FLAGS,
  replace: { type: 'boolean' },
} as const;

const HELP = `touchstone restore FROM [--replace]

FROM is a backup's folder, an archive (- reads it from standard input), the data directory of a service, or the
postgres:// address of one. It is restored into DATA_DIR, or with DATABASE_URL into PostgreSQL, wherever it came
from. It is verified first, and restored completely or not at all.

  --replace                   Replaces existing data, which is moved aside (DATA_DIR) or dropped (PostgreSQL)
${describeSettings(['DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL'])}
  --help                      This text
`;

export const runRestore = command('restore', FLAGS, HELP, async ({ values, positionals }) => {
  const [from, ...more] = positionals;
  refuseMoreWords('restore', more);
  if (from === undefined)
    throw new UsageError('touchstone restore needs what to restore: a backup, an archive, - or a database.');
  const { place, logLevel } = readPlace(values);
  const { dataDir, databaseUrl } = place;
  const { manifest, aside } = await restoreBackup(from, place, {
    replace: values.replace === true,
    input: process.stdin,
    log: createLog(logLevel),
  });
  const where = databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL';
  const before = aside === null ? '' : `\nThe previous data is in ${aside}; delete it when it is not needed.`;
  const index =
    databaseUrl === undefined
      ? ''
      : '\nDelete the folder index in DATA_DIR of each process before it starts: it belongs to the previous data.';
  process.stdout.write(`Restored into ${where}. ${describeManifest(manifest)}${before}${index}\n`);
  return 0;
});
