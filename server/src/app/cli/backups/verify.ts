import { plural } from '@touchstone/report/figures';
import {
  type BackupPlace,
  type VerifyResult,
  verifyBackup,
  verifyData,
  withBackupFolder,
} from '../../backups/backups.ts';
import { command, describeSettings, refuseMoreWords, SETTING_FLAGS } from '../terminal/arguments.ts';
import { describeManifest } from './describe-manifest.ts';
import { readPlace } from './read-place.ts';

const HELP = `touchstone verify [BACKUP]

Checks a backup (its folder, an archive, or - for standard input): checksum, pages, references, uploads, and the rows of
each table against its manifest. Without BACKUP it checks the data of the service, also while it runs, and with the
embedded database the search index too. Exit codes: 0 no faults, 1 faults, which are listed.

${describeSettings(['DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL'])}
  --help                      This text
`;

export const runVerify = command('verify', SETTING_FLAGS, HELP, async ({ values, positionals }) => {
  const [backup, ...more] = positionals;
  refuseMoreWords('verify', more);
  const { place } = readPlace(values);
  if (backup === undefined) return printVerified(await verifyData(place), describeData(place));
  return withBackupFolder(backup, place, process.stdin, async (folder) => {
    const verified = await verifyBackup(folder, place.env);
    return printVerified(verified, describeManifest(verified.manifest));
  });
});

function printVerified({ contents, faults, remarks }: VerifyResult, what: string): number {
  const lines = [what, ...remarks, ...faults];
  const rows = Object.values(contents.tables).reduce((sum, count) => sum + count, 0);
  const end =
    faults.length === 0 ? `No faults in ${plural(rows, 'row')}.` : `Faults: ${faults.length}, see above.`;
  process.stdout.write(`${[...lines, end].join('\n')}\n`);
  return faults.length === 0 ? 0 : 1;
}

function describeData({ databaseUrl, dataDir }: BackupPlace): string {
  return databaseUrl === undefined
    ? `The data in ${dataDir}.`
    : 'The data in the database of DATABASE_URL. (The search index is not compared, since each process maintains its own.)';
}
