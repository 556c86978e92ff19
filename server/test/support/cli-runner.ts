import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { SERVICE_ENV } from '../../../scripts/lib/node-flags.mjs';
import type { CommandLine } from './cli-host.ts';
import { compileCache, type Ended } from './cli-process.ts';

const HOST = fileURLToPath(new URL('./cli-host.ts', import.meta.url));

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command, after those that were asked for before, in a process that they share: a new one takes three times the
 * processor time. Its environment is PATH and what is given. What only a process of its own has (signals, closed outputs,
 * its end) is tested by `runCli` and `startCli`.
 */
export function runCommand(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const ran = last.then(async () => {
    host ??= await startHost();
    return runIn(host, args, { ...environment(), ...env });
  });
  last = ran.catch(() => {});
  return ran;
}

async function runIn(child: ChildProcess, args: string[], env: Record<string, string>): Promise<Ended> {
  const end = `\n${randomUUID()}\n`;
  keepAlive(child, true);
  const left = once(child, 'close');
  const outputs = [child.stdout, child.stderr].map((stream) => readUntil(stream as Readable, end));
  const answered = once(child, 'message');
  child.send({ args, env, end } satisfies CommandLine);
  const ended = await Promise.race([answered, left]);
  const [stdout = '', stderr = ''] = await Promise.all(outputs);
  keepAlive(child, false);
  if (child.exitCode !== null || child.signalCode !== null) host = undefined;
  return { code: ended[0], signal: ended[1] ?? null, stdout, stderr };
}

/** What is written before `end`, or before the process ends. */
function readUntil(stream: Readable, end: string): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    const done = () => {
      stream.off('data', onData).off('end', done);
      resolve(text.endsWith(end) ? text.slice(0, -end.length) : text);
    };
    const onData = (chunk: string) => {
      text += chunk;
      if (text.endsWith(end)) done();
    };
    stream.on('data', onData).on('end', done);
  });
}

async function startHost(): Promise<ChildProcess> {
  const child = fork(HOST, [], { env: environment(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8');
  await once(child, 'message');
  return child;
}

function environment(): Record<string, string> {
  const { PATH = '', TEST_CLI } = process.env;
  return { ...SERVICE_ENV, ...compileCache(), PATH, ...(TEST_CLI !== undefined && { TEST_CLI }) };
}

/** A host that has nothing to do does not keep the tests from ending; with them it ends too. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  // Their types are those of streams, and they are sockets.
  const parts = [child, child.channel, child.stdout, child.stderr] as unknown as Socket[];
  for (const part of parts) part?.[isNeeded ? 'ref' : 'unref']?.();
}
