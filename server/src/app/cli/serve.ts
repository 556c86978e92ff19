import { existsSync } from 'node:fs';
import { DEMO_COMMAND } from '../../kernel/how-called.ts';
import { createLog, type Log } from '../../kernel/log.ts';
import { VERSION } from '../../kernel/version.ts';
import { type Config, firstKeyCommand, loadConfig } from '../../platform/config.ts';
import type { Touchstone } from '../app.ts';
import {
  command,
  describeSettings,
  refuseMoreWords,
  SETTING_FLAGS,
  settingsFromFlags,
} from './terminal/arguments.ts';
import { catchStopSignals, type StopSignals } from './terminal/stop-signals.ts';

const HELP = `touchstone serve [flags]: start the service; SIGTERM or Ctrl+C stops it

Every flag is also an environment variable: --data-dir is DATA_DIR. Defaults in parentheses.

${describeSettings()}
  --help                      This text
`;

/** Runs the service until SIGTERM or SIGINT. Prints its addresses on stdout; the log goes to stderr. */
export const runServe = command('serve', SETTING_FLAGS, HELP, async ({ values, positionals }) => {
  refuseMoreWords('serve', positionals);
  const config = loadConfig({ flags: settingsFromFlags(values) });
  const log = createLog(config.logLevel);
  const signals = catchStopSignals(log);
  // Loaded here, so that help and errors in flags do not load the whole service.
  const { CONSOLE_DIR, createApp } = await import('../app.ts');
  const app = await createApp(config, log);
  try {
    await serveUntilSignal(app, config, signals, CONSOLE_DIR);
  } finally {
    await stop(app, log, signals);
  }
  return 0;
});

async function serveUntilSignal(
  app: Touchstone,
  config: Config,
  signals: StopSignals,
  consoleDir: string,
): Promise<void> {
  if (signals.received()) return;
  const { url, metricsUrl } = await app.start();
  process.stdout.write(greeting({ url, metricsUrl, config, consoleDir, isOpen: await app.access.isOpen() }));
  await signals.first;
}

async function stop(app: Touchstone, log: Log, signals: StopSignals): Promise<void> {
  if (signals.received()) log.info({}, 'stopping');
  await app.stop((step) => signals.nowStopping(step));
  signals.nowStopping('an unknown part');
  if (signals.received()) log.info({}, 'stopped');
}

interface Greeting {
  url: string;
  metricsUrl: string | null;
  config: Config;
  consoleDir: string;
  isOpen: boolean;
}

/** The text printed when the service has started: its addresses, and what to do next. */
function greeting({ url, metricsUrl, config, consoleDir, isOpen }: Greeting): string {
  const metrics = metricsUrl === null ? [] : [`  Metrics   ${metricsUrl}`];
  if (config.role === 'worker' || config.role === 'load') return workerGreeting(url, metrics, config);
  const consoleAt = existsSync(consoleDir) ? `${url}/console` : 'not built; npm start builds it';
  const lines = [
    `Touchstone ${VERSION} is ready.`,
    '',
    `  API       ${url}`,
    `  Docs      ${url}/docs`,
    ...metrics,
    `  Console   ${consoleAt}`,
    `  Data      ${storage(config)}`,
    ...(config.publicUrl ? [`  Public    ${config.publicUrl.origin}${config.basePath}`] : []),
    '',
    isOpen ? OPEN_NOTE : KEY_NOTE,
    `Create a key:    ${firstKeyCommand(config)}`,
    '',
    `See it work:     ${DEMO_COMMAND}`,
    'Stop:            Ctrl+C, or SIGTERM',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function workerGreeting(url: string, metrics: string[], config: Config): string {
  const lines = [
    `Touchstone ${VERSION} is ready, as ${config.role}: it runs ${config.role === 'load' ? 'evaluations' : 'background work'} and serves no API requests.`,
    '',
    `  Health    ${url}/healthz, ${url}/readyz`,
    ...metrics,
    `  Data      ${storage(config)}`,
    '',
    'Stop:            Ctrl+C, or SIGTERM',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const OPEN_NOTE =
  'No API key exists: every program on this machine can use the API, and no other machine can. Creating the first key ends this.';

const KEY_NOTE = 'Requests need an API key: Authorization: Bearer ts_…';

/** The place of the data, without the password that DATABASE_URL may contain. */
function storage({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return dataDir;
  const at = URL.parse(databaseUrl);
  return `PostgreSQL ${at ? `${at.host}${at.pathname}` : '(DATABASE_URL)'}; index and caches in ${dataDir}`;
}
