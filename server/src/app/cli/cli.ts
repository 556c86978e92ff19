import { UsageError } from './terminal/arguments.ts';
import { exitWithReader } from './terminal/closed-output.ts';
import { explainError } from './terminal/explain-error.ts';

/** Runs a command with its arguments; resolves to the exit code. */
type Run = (args: string[]) => Promise<number>;

/** Commands are loaded only when they are called. */
const COMMANDS: Readonly<Record<string, { does: string; run: Run }>> = {
  serve: { does: 'start the service', run: async (args) => (await import('./serve.ts')).runServe(args) },
  keys: {
    does: 'create, list and revoke API keys',
    run: async (args) => (await import('./keys/keys.ts')).runKeys(args),
  },
  providers: {
    does: 'list, add, change, check and remove model providers',
    run: async (args) => (await import('./providers.ts')).runProviders(args),
  },
  prices: {
    does: 'list, set and withdraw prices of models',
    run: async (args) => (await import('./prices.ts')).runPrices(args),
  },
  backup: {
    does: 'copy the data while the service runs',
    run: async (args) => (await import('./backups/backup.ts')).runBackup(args),
  },
  restore: {
    does: 'restore a backup into an empty data directory or a database',
    run: async (args) => (await import('./backups/restore.ts')).runRestore(args),
  },
  verify: {
    does: 'check a backup, or the data of a service',
    run: async (args) => (await import('./backups/verify.ts')).runVerify(args),
  },
  approvals: {
    does: 'approve or decline requests of agents',
    run: async (args) => (await import('./approvals.ts')).runApprovals(args),
  },
  catalog: {
    does: 'update the prices in your own facts',
    run: async (args) => (await import('./catalog/catalog.ts')).runCatalog(args),
  },
  migrate: {
    does: 'compare models for a migration; without options, update the database schema',
    run: async (args) => (await import('./migrate/migrate.ts')).runMigrate(args),
  },
  demo: {
    does: 'run a complete comparison on example data',
    run: async (args) => (await import('./demo/demo.ts')).runDemo(args),
  },
  ask: {
    does: 'ask a question in a workspace; the answer quotes its sources',
    run: async (args) => (await import('./ask/ask.ts')).runAsk(args),
  },
  try: {
    does: 'send one item to the application or model of a stack',
    run: async (args) => (await import('./try.ts')).runTry(args),
  },
  check: {
    does: 'send one request to each target and judge before a run',
    run: async (args) => (await import('./check.ts')).runCheck(args),
  },
  data: {
    does: 'show how a file is read as a dataset: its columns, their meaning, its problems',
    run: async (args) => (await import('./data-inspect.ts')).runData(args),
  },
  grade: {
    does: 'run a grader on your own responses',
    run: async (args) => (await import('./grade.ts')).runGrade(args),
  },
  eval: {
    does: 'run an evaluation file, or import one from another tool',
    run: async (args) => (await import('./eval/eval.ts')).runEval(args),
  },
  compare: {
    does: 'compare results of other evaluation tools; no model is called',
    run: async (args) => (await import('./compare/compare.ts')).runCompare(args),
  },
  import: {
    does: 'import recorded traffic as a dataset and load',
    run: async (args) => (await import('./import/import.ts')).runImport(args),
  },
  series: {
    does: 'run a series now; its exit code reports an alarm',
    run: async (args) => (await import('./series.ts')).runSeriesCommand(args),
  },
  mcp: {
    does: 'serve the Model Context Protocol over stdin and stdout',
    run: async (args) => (await import('./mcp/mcp.ts')).runMcp(args),
  },
  'mock-model': {
    does: 'start a scriptable model server',
    run: async (args) => (await import('@touchstone/mock')).runMockModelCommand(args),
  },
  'mock-app': {
    does: 'start a mock application for HTTP requests',
    run: async (args) => (await import('@touchstone/mock')).runMockAppCommand(args),
  },
  version: {
    does: 'print the version',
    run: async () => print((await import('../../kernel/version.ts')).VERSION),
  },
  help: { does: 'print this list', run: async () => print(help()) },
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
};

/** Runs one command line. Resolves to the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCli([word = 'help', ...args]: string[]): Promise<number> {
  try {
    const name = OTHER_NAMES[word] ?? word;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) {
      const known = Object.keys(COMMANDS).join(', ');
      throw new UsageError(`There is no command "${word}". The commands are: ${known}.`);
    }
    return await command.run(args);
  } catch (error) {
    const explained = explainError(error);
    if (!explained) throw error;
    process.stderr.write(`${explained.message}\n`);
    return explained.exitCode;
  }
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(14)}${does}`);
  return `touchstone <command> [flags]\n\n${lines.join('\n')}\n\nFlags of a command: touchstone <command> --help`;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

if (import.meta.main) {
  // Every written file (database, index, owner.json) is readable only by its own user.
  process.umask(0o077);
  exitWithReader();
  process.exitCode = await runCli(process.argv.slice(2));
}
