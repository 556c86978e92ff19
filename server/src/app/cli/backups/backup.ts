import { streamBackup, takeBackup } from '../../backups/backups.ts';
import {
  describeSettings,
  readArguments,
  refuseMoreWords,
  SETTING_FLAGS,
  UsageError,
} from '../terminal/arguments.ts';
import { describeManifest } from './describe-manifest.ts';
import { readPlace } from './read-place.ts';

const FLAGS = { ...SETTING_FLAGS, help: { type: 'boolean', short: 'h' } } as const;

const HELP = `touchstone backup FOLDER    copies the data into a new folder below FOLDER
touchstone backup -         writes them to standard output as a tar archive

While the service runs or while it does not. A copy has its name only once it is whole; a manifest says what is in it.

${describeSettings(['DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL'])}
  --help                      This text
`;

export async function runBackup(args: string[]): Promise<number> {
  const { values, positionals } = readArguments('backup', args, FLAGS);
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
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
}
