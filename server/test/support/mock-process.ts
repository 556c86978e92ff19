import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startMockModel } from '@touchstone/mock';

export interface MockProcess {
  /** Without the path `/v1`. */
  url: string;
  pid: number | undefined;
  stop(): Promise<void>;
}

if (process.argv[2] === 'serve-mock-model') await serve();

/** A mock model in a process of its own, so that what is measured does not share its thread; `log` is a file of its requests. */
export async function startMockProcess(script: object, log = ''): Promise<MockProcess> {
  const child = fork(fileURLToPath(import.meta.url), ['serve-mock-model', JSON.stringify(script), log]);
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    pid: child.pid,
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

async function serve(): Promise<void> {
  const log = process.argv[4];
  const script = JSON.parse(process.argv[3] ?? '{}');
  const mock = await startMockModel({ script, ...(log && { log }) });
  process.once('disconnect', () => void mock.stop());
  process.send?.(mock.url);
}
