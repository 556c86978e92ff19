import { createLog } from '../../../kernel/log.ts';
import { loadConfig, readServiceAddress } from '../../../platform/config.ts';
import {
  command,
  describeSettings,
  refuseMoreWords,
  SETTING_FLAGS,
  settingsFromFlags,
  UsageError,
} from '../terminal/arguments.ts';
import { catchStopSignals } from '../terminal/stop-signals.ts';
import { type McpServices, serviceAt, serviceOfDataDir } from './mcp-service.ts';
import { proxyStdio } from './stdio-proxy.ts';

const FLAGS = {
  ...SETTING_FLAGS,
  url: { type: 'string' },
  key: { type: 'string' },
} as const;

const HELP = `touchstone mcp [flags]: serve the Model Context Protocol over stdin and stdout

An MCP client starts it. It forwards messages to the service at TOUCHSTONE_URL with the key in TOUCHSTONE_KEY. Without an
address it uses the service that runs on the data directory; if none runs, it starts one until its input ends. It logs to
stderr.

  --url ADDRESS               The address of a running service, instead of TOUCHSTONE_URL
  --key KEY                   Its API key, instead of TOUCHSTONE_KEY (which keeps it out of the process list)
${describeSettings(['DATA_DIR', 'DATABASE_URL', 'TOUCHSTONE_CONFIG', 'LOG_LEVEL'])}
  --help                      This text
`;

/** Runs until its input ends, or a signal asks it to stop. */
export const runMcp = command('mcp', FLAGS, HELP, async ({ values, positionals }) => {
  refuseMoreWords('mcp', positionals);
  const services = servicesOf(values);
  const signals = catchStopSignals(createLog('warn'));
  const stop = new AbortController();
  signals.first.then(() => stop.abort());
  try {
    // Reports a failed start before a client waits for a response.
    await services.find();
    await proxyStdio({ input: process.stdin, output: process.stdout, services, signal: stop.signal });
  } finally {
    await services.stop();
    process.stdin.destroy();
  }
  return 0;
});

function servicesOf(values: Readonly<Record<string, unknown>>): McpServices {
  const known = readServiceAddress();
  const url = (values.url as string | undefined) ?? known.url;
  const key = (values.key as string | undefined) ?? known.key;
  if (url === undefined) {
    if (values.key !== undefined) throw new UsageError('--key needs --url.');
    return serviceOfDataDir(loadConfig({ flags: settingsFromFlags(values) }));
  }
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError(`The address of the service must begin with http:// or https://; it is "${url}".`);
  return serviceAt(url, key);
}
