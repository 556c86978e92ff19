import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Call, readAssistantTasks, wrongAfterTask } from './support/assistant-tasks.ts';
import { onDisk } from './support/each-database.ts';
import { type Service, startService } from './support/service.ts';

/** What the rules do not do yet; one that is done has to leave this list. */
const NOT_BY_RULE: readonly string[] = ['t08', 't11', 't12', 't15'];

let service: Service;
before(async () => {
  service = await startService(onDisk(undefined, async () => {}));
});
after(() => service.stop());

const call: Call = async (method, path, body) => {
  const answer = await service.call(method, path, body);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
};

for (const task of readAssistantTasks())
  it(`${NOT_BY_RULE.includes(task.id) ? 'is not done by rule yet' : 'leaves what was asked for'}: ${task.id} ${task.say.join(' / ')}`, async () => {
    const wrong = await wrongAfterTask(call, task);
    assert.equal(wrong !== null, NOT_BY_RULE.includes(task.id), `${wrong}`);
  });
