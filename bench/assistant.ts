import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { candidatesOf } from '../server/src/agents/researcher/candidates.ts';
import { chooseAnswer, LEAST_SCORE } from '../server/src/agents/researcher/choose-answer.ts';
import { readQuestion } from '../server/src/agents/researcher/read-question.ts';
import { scoreCandidates } from '../server/src/agents/researcher/score-candidates.ts';
import { seededRandom } from '../server/src/search/lsa/seeded-random.ts';
import { putDocuments } from '../server/test/support/agents-on-engine.ts';
import {
  type AssistantAnswer,
  type AssistantQuestion,
  type AssistantSet,
  readAssistantSets,
  wrongInAnswer,
} from '../server/test/support/assistant-sets.ts';
import { readAssistantTasks, wrongAfterTask } from '../server/test/support/assistant-tasks.ts';
import { openTestEngine, searchInTime, type TestEngine } from '../server/test/support/search-engine.ts';
import { startService } from '../server/test/support/service.ts';
import { crossValidate } from './lib/cross-validate.ts';

/**
 * What a service makes of the questions and tasks of examples/assistant, by set and kind, with each miss, over its API:
 * `node bench/assistant.ts` starts one; `node bench/assistant.ts <url> [key]` asks one that runs, with the model that is
 * configured there. Then, for the researcher without a model, what other limits of its score would come to on the seen
 * set, and what a limit costs that is chosen on other questions than it is tried on.
 */
const FOLDS = 10;
const RESULTS = 20;
const WAIT_MS = 50;

const [, , givenUrl, key] = process.argv;
const place = mkdtempSync(join(tmpdir(), 'touchstone-assistant-'));
const own =
  givenUrl === undefined
    ? await startService({ dataDir: place, url: undefined, remove: async () => {} })
    : null;
const url = givenUrl ?? own?.url ?? '';
const engine = openTestEngine();
try {
  for (const set of readAssistantSets()) {
    await printAnswers(await addSet(set), set);
    if (set.name !== 'seen') continue;
    await putDocuments(engine, set.name, set.documents);
    await printLimits(engine, set);
  }
  await printTasks();
} finally {
  await engine.close();
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

/** A workspace with the documents of a set, all of them read. */
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

/** The answer to a question, once it is complete; one that failed has no citations and says why. */
async function ask(workspace: string, question: string): Promise<AssistantAnswer> {
  const { answer_id } = await call('POST', `${workspace}/messages`, { content: `@researcher ${question}` });
  for (;;) {
    const message = await call('GET', `${workspace}/messages/${answer_id}`);
    if (message.status === 'failed') return { content: `failed: ${message.error.detail}`, citations: [] };
    if (message.status !== 'streaming') return message;
    await sleep(WAIT_MS);
  }
}

async function printAnswers(workspace: string, set: AssistantSet): Promise<void> {
  const wrong = new Map<AssistantQuestion, string>();
  for (const asked of set.questions) {
    const answered = await ask(workspace, asked.question);
    const why = wrongInAnswer(asked, answered);
    if (why !== null) wrong.set(asked, why);
  }
  const right = (questions: readonly AssistantQuestion[]) =>
    `${questions.filter((asked) => !wrong.has(asked)).length} of ${questions.length}`;
  console.log(`\n${set.name}: ${set.documents.length} documents, ${set.questions.length} questions`);
  for (const kind of new Set(set.questions.map((asked) => asked.kind)))
    console.log(`  ${kind.padEnd(13)} ${right(set.questions.filter((asked) => asked.kind === kind))}`);
  const [answerable, unanswerable] = [false, true].map((is) =>
    set.questions.filter((asked) => (asked.unanswerable ?? false) === is),
  );
  console.log(
    `  answered with a right quote ${right(answerable ?? [])}, refused ${right(unanswerable ?? [])}`,
  );
  for (const [{ id, question }, why] of wrong) console.log(`  ${id} ${why}: ${question}`);
}

/** The tasks of examples/assistant/tasks, each in a workspace of its own. */
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

/** Whether each question of the set is handled rightly by the best sentence alone, at limits from 0.4 to 0.8. */
async function printLimits(on: TestEngine, set: AssistantSet): Promise<void> {
  const best = await Promise.all(
    set.questions.map(async (asked) => {
      const read = readQuestion(asked.question);
      const input = { query: read.query, limit: RESULTS };
      const { results } = await searchInTime(on.engine, set.name, input);
      const [first] = scoreCandidates(read, candidatesOf(results));
      const [quoted] = first ? chooseAnswer(read, [{ ...first, score: 1 }]).quoted : [];
      const citations = quoted ? [{ quote: quoted.text, source_title: quoted.found.source_title }] : [];
      const isRight = asked.unanswerable ?? wrongInAnswer(asked, { content: '', citations }) === null;
      return { score: first?.score ?? 0, isRight, isRefused: asked.unanswerable ?? false };
    }),
  );
  const limits = Array.from({ length: 21 }, (_, at) => 0.4 + at / 50);
  const scores = new Map(
    limits.map((limit) => [
      limit.toFixed(2),
      best.map(({ score, isRight, isRefused }) =>
        Number(isRefused ? score < limit : isRight && score >= limit),
      ),
    ]),
  );
  const { heldOut, ranked } = crossValidate(scores, FOLDS, seededRandom(1));
  const top = ranked.filter(([, share]) => share === ranked[0]?.[1]).map(([limit]) => limit);
  console.log(
    `  by the best sentence alone: the limits ${top.sort().join(', ')} handle ${percent(ranked[0]?.[1])};`,
  );
  console.log(
    `  a limit chosen on nine tenths and tried on the other: ${percent(heldOut)}; in use: ${LEAST_SCORE}`,
  );
}

function percent(share = 0): string {
  return `${(share * 100).toFixed(0)} %`;
}
