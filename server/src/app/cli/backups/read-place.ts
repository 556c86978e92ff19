import { type Config, loadConfig, readToolEnvironment } from '../../../platform/config.ts';
import type { BackupPlace } from '../../backups/backups.ts';
import { settingsFromFlags } from '../terminal/arguments.ts';

/** The database that flags and environment name; not by a pooler in transaction mode: pg_dump and psql set up their connection. */
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
