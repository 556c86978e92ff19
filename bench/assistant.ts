import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AssistantAnswer,
  type AssistantQuestion,
  type AssistantSet,
  readAssistantSets,
  wrongInAnswer,
} from '../server/test/support/assistant-sets.ts';
import { readAssistantTasks, wrongAfterTask } from '../server/test/support/assistant-tasks.ts';
import { startService } from '../server/test/support/service.ts';

/**
 * What a service makes of the questions of examples/assistant, by set and kind, with each miss, over its API:
 * `node bench/assistant.ts` starts one without a model, and a question is right where one of the passages that it shows
 * holds an answer. `node bench/assistant.ts <url> [key]` asks one that runs, with the model that is configured there, which
 * has to refuse what the sources do not say, and does the tasks as well.
 */
const WAIT_MS = 50;

const [, , givenUrl, key] = process.argv;
const place = mkdtempSync(join(tmpdir(), 'touchstone-assistant-'));
const own =
  givenUrl === undefined
    ? await startService({ dataDir: place, url: undefined, remove: async () => {} })
    : null;
const url = givenUrl ?? own?.url ?? '';
const hasModel = own === null;
try {
  for (const set of readAssistantSets()) await printAnswers(await addSet(set), set);
  if (hasModel) await printTasks();
} finally {
  await own?.stop();
  rmSync(place, { recursive: true, force: true });
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
async function call(method: string, path: string, json?: unknown): Promise<any> {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const body = json === undefined ? null : JSON.stringify(json);
  const answer = await fetch(url + path, { method, body, headers });
  if (!answer.ok) throw new Error(`${method} ${path} is ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Creates a workspace with the documents of a set, and waits until they are read. */
async function addSet({ name, documents }: AssistantSet): Promise<string> {
  const { id } = await call('POST', '/workspaces', { name: `assistant: ${name}` });
  for (const { title, content } of documents)
    await call('POST', `/workspaces/${id}/sources`, { type: 'text', title, content });
  for (;;) {
    const { data } = await call('GET', `/workspaces/${id}/sources?status=ready&limit=1000`);
    if (data.length === documents.length) return `/workspaces/${id}`;
    await sleep(WAIT_MS);
  }
}

/** The complete answer to a question; a failed one has no citations and gives the reason. */
async function ask(workspace: string, question: string): Promise<AssistantAnswer> {
  const { answer_id } = await call('POST', `${workspace}/messages`, { content: `@researcher ${question}` });
  for (;;) {
    const message = await call('GET', `${workspace}/messages/${answer_id}`);
    if (message.status === 'failed') return { content: `failed: ${message.error.detail}`, citations: [] };
    if (message.status !== 'streaming') return message;
    await sleep(WAIT_MS);
  }
}

async function printAnswers(workspace: string, { name, documents, questions: all }: AssistantSet) {
  const questions = hasModel ? all : all.filter(({ unanswerable }) => !unanswerable);
  const wrong = new Map<AssistantQuestion, string>();
  for (const asked of questions) {
    const answered = await ask(workspace, asked.question);
    const why = wrongInAnswer(asked, answered);
    if (why !== null) wrong.set(asked, why);
  }
  const right = (some: readonly AssistantQuestion[]) =>
    `${some.filter((asked) => !wrong.has(asked)).length} of ${some.length}`;
  console.log(`\n${name}: ${documents.length} documents, ${questions.length} questions`);
  for (const kind of new Set(questions.map((asked) => asked.kind)))
    console.log(`  ${kind.padEnd(13)} ${right(questions.filter((asked) => asked.kind === kind))}`);
  console.log(`  with a right quote ${right(questions.filter(({ unanswerable }) => !unanswerable))}`);
  if (hasModel) console.log(`  refused ${right(questions.filter(({ unanswerable }) => unanswerable))}`);
  for (const [{ id, question }, why] of wrong) console.log(`  ${id} ${why}: ${question}`);
}

/** The tasks of examples/assistant/tasks, each in its own workspace. */
async function printTasks(): Promise<void> {
  const tasks = readAssistantTasks();
  const wrong: string[] = [];
  for (const task of tasks) {
    const why = await wrongAfterTask(call, task);
    if (why !== null) wrong.push(`  ${task.id} ${why}: ${task.say.join(' / ')}`);
  }
  console.log(`\ntasks: ${tasks.length - wrong.length} of ${tasks.length} left what was asked for`);
  if (wrong.length > 0) console.log(wrong.join('\n'));
}
