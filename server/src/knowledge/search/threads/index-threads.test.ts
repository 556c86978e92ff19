import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { silentLog } from '../../../../test/support/silent-log.ts';
import { startIndexThread } from './index-threads.ts';

type Operations = { echo(input: string): string; crash(input: null): void; hang(input: null): void };

const worker = `
  import { serveThread } from '${new URL('./serve-thread.ts', import.meta.url)}';
  const crash = () => process.exit(1);
  const hang = () => { for (;;); };
  serveThread({ crash, hang, echo: (input) => input }, () => {});
`;

describe('an index thread', () => {
  const url = new URL(`data:text/javascript,${encodeURIComponent(worker)}`);
  const thread = startIndexThread<Operations>('test', url, silentLog);
  after(() => thread.stop());

  it('answers requests', async () => {
    assert.deepEqual(await Promise.all(['a', 'b'].map((text) => thread.call('echo', text, 10_000))), [
      'a',
      'b',
    ]);
  });

  it('is restarted when it crashes; its requests fail', async () => {
    const lost = [thread.call('crash', null, 10_000), thread.call('echo', 'lost', 10_000)];
    for (const { status } of await Promise.allSettled(lost)) assert.equal(status, 'rejected');
    await assert.rejects(Promise.race(lost), { code: 'not_ready' });
    assert.equal(await thread.call('echo', 'again', 10_000), 'again');
  });

  it('is restarted when it does not answer in time', async () => {
    await assert.rejects(thread.call('hang', null, 50), { code: 'not_ready' });
    assert.equal(await thread.call('echo', 'again', 10_000), 'again');
  });

  it('fails the requests of a thread that cannot start, without restarting it in a loop', async () => {
    const broken = startIndexThread<Operations>('test', new URL('data:text/javascript,throw 1'), silentLog);
    await assert.rejects(broken.call('echo', 'a', 10_000), { code: 'not_ready' });
    await assert.rejects(broken.call('echo', 'b', 10_000), /being restarted/);
    await broken.stop();
  });

  it('refuses work once it is stopped', async () => {
    const other = startIndexThread<Operations>('test', url, silentLog);
    await other.stop();
    await assert.rejects(other.call('echo', 'late', 1000), { code: 'not_ready' });
  });
});
