import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../kernel/log.ts';

/** Records in the data directory that keys exist, so that an emptied database does not open the service. */
export type KeyMark = ReturnType<typeof createKeyMark>;

const TEXT =
  'This service has API keys. While this file is here it is never open without one, not even with an empty database.\n';

export function createKeyMark(dataDir: string, log: Log) {
  const path = join(dataDir, 'keys-exist');
  let isSet = existsSync(path);
  return {
    path,
    isSet: (): boolean => isSet,
    /** A failure to write it is logged, and the next start tries again. */
    set(): void {
      if (isSet) return;
      isSet = true;
      try {
        writeFileSync(path, TEXT, { mode: 0o600 });
      } catch (err) {
        log.warn(
          { err },
          'keys-exist could not be written: an emptied database would be open at the next start',
        );
      }
    },
  };
}
