import { existsSync } from 'node:fs';
import { CONSOLE_DIR, VERSION } from '../app.ts';
import { type Config, makeKeyCommand } from '../config.ts';

/** What a person reads when the service has started: where it is and what to do next. */
export function greeting({ url, config, isOpen }: { url: string; config: Config; isOpen: boolean }): string {
  const consoleAt = existsSync(CONSOLE_DIR) ? `${url}/console` : 'not built; npm start builds it';
  const lines = [
    `Touchstone ${VERSION} is ready.`,
    '',
    `  API       ${url}`,
    `  Docs      ${url}/docs`,
    `  Console   ${consoleAt}`,
    `  Data      ${storage(config)}`,
    ...(config.publicUrl ? [`  Public    ${config.publicUrl.origin}${config.basePath}`] : []),
    '',
    isOpen ? OPEN : KEYED,
    `Make a key:      ${makeKeyCommand(config)}`,
    '',
    'See it work:     npm run demo',
    'Stop:            Ctrl+C, or SIGTERM',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const OPEN =
  'No API key exists: the API is open to programs on this machine and to nobody else. The first key ends that.';

const KEYED = 'Requests need an API key: Authorization: Bearer ts_…';

/** Where the data is, without the password that DATABASE_URL may hold. */
function storage({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return dataDir;
  const at = URL.parse(databaseUrl);
  return `PostgreSQL ${at ? `${at.host}${at.pathname}` : '(DATABASE_URL)'}; index and caches in ${dataDir}`;
}
