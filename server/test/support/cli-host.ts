import { CLI } from './cli-process.ts';

// Runs command lines one after another, as a process of its own would: `cli-runner.ts` starts it and reads what it writes.

/** What a host is asked to run. `end` is written to both outputs when the command has ended. */
export interface CommandLine {
  readonly args: string[];
  readonly env: Readonly<Record<string, string>>;
  readonly end: string;
}

if (import.meta.main) {
  process.umask(0o077);
  const { runCli }: typeof import('../../src/app/cli/cli.ts') = await import(CLI);
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ args, env, end }: CommandLine) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    const code = await runCli(args);
    // A command may listen for signals until its process ends.
    for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
    process.stdout.write(end);
    process.stderr.write(end);
    process.send?.(code);
  });
  process.send?.('ready');
}
