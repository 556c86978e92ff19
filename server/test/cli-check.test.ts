import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type MockModel, startMockModel } from '@touchstone/mock';
import { runCli, temporaryFolder } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk } from './support/each-database.ts';
import { writeProviders } from './support/evaluation-service.ts';
import { type Service, startService } from './support/service.ts';

/** Servers that answer nothing, none of which refuses. */
const DEAD = {
  'hanging up': { hang_up_rate: 1 },
  'login page': {
    raw_response: { content_type: 'text/html', body: '<html><body>Please sign in</body></html>' },
  },
  empty: { raw_response: {} },
  failing: { error_rate: 1 },
  silent: { hang_rate: 1 },
};
const chatty = { answers: { kind: 'list' as const, values: ['Great, 5 of 5!'] } };
const wrongKey = { status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' };

describe('touchstone check', () => {
  const folder = temporaryFolder();
  let service: Service;
  let mock: MockModel;
  before(async () => {
    mock = await startMockModel({
      script: { models: { good: {}, 'wrong key': { raw_response: wrongKey }, chatty, ...DEAD } },
    });
    const place = onDisk(undefined, async () => {});
    service = await startService(place, { 'touchstone-config': writeProviders(place.dataDir, mock) });
  });
  after(async () => {
    await service.stop();
    await mock.stop();
    folder.remove();
  });

  function fileOf(...models: string[]): string {
    const file = join(folder.path, `${models.length}.json`);
    const stacks = models.map((name) => ({ name, model: { provider: 'mock', model_id: name } }));
    const targets = models.map((stack) => ({ stack }));
    const benchmarks = [{ benchmark_type: 'arithmetic', num_samples: 5 }];
    writeFileSync(file, JSON.stringify({ name: 'Check', stacks, targets, benchmarks }));
    return file;
  }
  const check = (...args: string[]) => runCommand(['check', ...args, '--url', service.url]);

  test('a file passes where everyone answers, asks each once, and leaves nothing behind', async () => {
    mock.reset();
    const { code, stdout, stderr } = await runCli(['check', fileOf('good'), '--url', service.url]);
    assert.deepEqual([code, stderr], [0, ''], stdout);
    assert.match(stdout, /good +target +passed/);
    assert.equal(mock.stats().requests, 1);
    assert.deepEqual((await service.call('GET', '/workspaces')).body.data, []);
  });

  test('the exit code is 1 where one is refused, with the words of its provider', async () => {
    const { code, stdout } = await check(fileOf('good', 'wrong key'));
    assert.equal(code, 1);
    assert.match(stdout, /wrong key +target +refused/);
    assert.match(stdout, /401:\s+Incorrect\s+API\s+key\s+provided/);
    const json = await check(fileOf('good', 'wrong key'), '--json');
    assert.equal(JSON.parse(json.stdout).targets[1].status, 'refused');
  });

  test('the exit code is 1 where one does not answer, for whatever reason', async () => {
    for (const models of [...Object.keys(DEAD).map((name) => [name]), ['good', 'empty']]) {
      const { code, stdout } = await check(fileOf(...models));
      assert.equal(code, 1, stdout);
      assert.match(stdout, /target +undetermined/);
    }
  });

  test('the exit code is 1 where the reply of a judge cannot be read, which is shown', async () => {
    const file = fileOf('good');
    const judge_config = { provider: 'mock', model_id: 'chatty' };
    const criteria = [{ name: 'clear', description: 'It is clear.' }];
    const custom_eval = { prompt_template: 'Say {{x}}', inputs: [{ x: 'one' }], criteria, judge_config };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), custom_eval }));
    const { code, stdout } = await check(file);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /mock\/chatty +judge +undetermined/);
    assert.match(stdout.replace(/\s+/g, ' '), /cannot be read as a judgement .*: “Great, 5 of 5!”/);
  });

  test('a stack of the service is checked by its name', async () => {
    const { body } = await service.call('POST', '/workspaces', { name: 'W' });
    for (const model_id of ['good', 'wrong key'])
      await service.call('POST', `/workspaces/${body.id}/stacks`, {
        name: model_id,
        model: { provider: 'mock', model_id },
      });
    const good = await check('--stack', 'good');
    assert.deepEqual([good.code, good.stdout.split(' (')[0]], [0, 'good: passed']);
    const wrong = await check('--stack', 'wrong key');
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /wrong key: refused.*\n.*401/);
    assert.equal((await check()).code, 2);
    await service.call('POST', `/workspaces/${body.id}/stacks`, {
      name: 'good',
      model: { provider: 'mock', model_id: 'wrong key' },
    });
    const twice = await check('--stack', 'good');
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, /2 stacks of the workspace are called "good". Give the id of one: /);
  });
});
