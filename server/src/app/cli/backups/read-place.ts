import { type Config, loadConfig, readToolEnvironment } from '../../../platform/config.ts';
import type { BackupPlace } from '../../backups/backups.ts';
import { settingsFromFlags } from '../terminal/arguments.ts';

/**
 * The database named by flags and environment. It uses the direct address, because pg_dump and psql do not work
 * through a pooler in transaction mode.
 */
export function readPlace(values: Readonly<Record<string, unknown>>): {
  place: BackupPlace;
  logLevel: Config['logLevel'];
} {
  const { dataDir, databaseUrl, databaseDirectUrl, logLevel } = loadConfig({
    flags: settingsFromFlags(values),
  });
  return {
    place: { dataDir, databaseUrl: databaseDirectUrl ?? databaseUrl, env: readToolEnvironment() },
    logLevel,
  };
}
