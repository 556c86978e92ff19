import { streamBackup, takeBackup } from '../../backups/backups.ts';
import {
  command,
  describeSettings,
  refuseMoreWords,
  SETTING_FLAGS,
  UsageError,
} from '../terminal/arguments.ts';
import { describeManifest } from './describe-manifest.ts';
import { readPlace } from './read-place.ts';

const HELP = `touchstone backup FOLDER    copies the data into a new folder in FOLDER
touchstone backup -         writes a tar archive to standard output

Works whether or not the service runs. The copy gets its final name when it is complete; its manifest lists the contents.

${describeSettings(['DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL'])}
  --help                      This text
`;

export const runBackup = command('backup', SETTING_FLAGS, HELP, async ({ values, positionals }) => {
  const [to, ...more] = positionals;
  refuseMoreWords('backup', more);
  if (to === undefined)
    throw new UsageError('touchstone backup needs a folder for the copy, or - for standard output.');
  const { place } = readPlace(values);
  if (to === '-') {
    const { manifest } = await streamBackup(place, process.stdout);
    process.stderr.write(`${describeManifest(manifest)}\n`);
    return 0;
  }
  const { path, manifest } = await takeBackup(place, to);
  process.stdout.write(`${path}\n${describeManifest(manifest)}\n`);
  return 0;
});
