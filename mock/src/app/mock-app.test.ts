import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type MockApp, type MockAppOptions, startMockApp } from './mock-app.ts';

const apps: MockApp[] = [];
after(() => Promise.all(apps.map((app) => app.stop())));

async function start(options: MockAppOptions): Promise<MockApp> {
  const app = await startMockApp(options);
  apps.push(app);
  return app;
}

async function ask({ url }: MockApp, body: object) {
  const response = await fetch(`${url}/answer`, { method: 'POST', body: JSON.stringify(body) });
  assert.equal(response.headers.get('x-touchstone-mock'), 'true');
  // biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
  return { status: response.status, body: (await response.json()) as any };
}

const DOCUMENTS = [
  { id: 'kettle', text: 'The kettle holds two litres. The warranty of the kettle lasts three years.' },
  { id: 'shop', text: 'The shop opens at nine.' },
];

test('sums are right as often as it is told, alike at every start, with a call of its tool', async () => {
  const questions = Array.from({ length: 400 }, (_, i) => `What is ${i} + ${2 * i}?`);
  const answersOf = async (some: readonly string[]) => {
    const app = await start({ accuracy: 0.75, seed: 7 });
    const answers = await Promise.all(some.map((question) => ask(app, { question })));
    return answers.map(({ body }) => body.answer);
  };
  const first = await answersOf(questions);
  assert.deepEqual(await answersOf(questions.slice(0, 100)), first.slice(0, 100));
  const right = first.filter((answer, i) => answer === String(3 * i)).length / 400;
  assert.ok(Math.abs(right - 0.75) < 0.07, `${right} are right`);
  const { body } = await ask(await start({}), { question: 'What is 6 * 7?' });
  assert.deepEqual(
    [body.answer, body.tool_calls[0].name, body.tool_calls[0].result],
    ['42', 'calculator', '42'],
  );
});

test('it answers from its passages, says which, and follows a conversation', async () => {
  const app = await start({ documents: DOCUMENTS });
  const first = await ask(app, { question: 'How long is the warranty of the kettle?' });
  assert.equal(first.body.answer, 'The warranty of the kettle lasts three years.');
  assert.equal(first.body.passages[0].id, 'kettle');
  const next = await ask(app, { question: 'Really?', session: first.body.session_id });
  assert.deepEqual([next.body.turn, next.body.passages[0].id], [2, 'kettle']);
  const alone = await ask(app, { question: 'Really?' });
  assert.deepEqual([alone.body.turn, alone.body.answer, alone.body.passages], [1, 'I do not know.', []]);
  const tokens = Math.ceil('Really?'.length / 4) + Math.ceil('I do not know.'.length / 4);
  assert.equal(alone.body.cost_usd, tokens / 1e6);
  assert.equal(app.stats().sessions, 2);
});

test('faults come as often as they are asked for, and are counted', async () => {
  const app = await start({ errorRate: 0.3, errorInsideRate: 0.2 });
  const questions = Array.from({ length: 300 }, (_, i) => ({ question: `What is ${i} + 1?` }));
  const answers = await Promise.all(questions.map((question) => ask(app, question)));
  const share = (of: (one: Awaited<ReturnType<typeof ask>>) => boolean) => answers.filter(of).length / 300;
  assert.ok(Math.abs(share(({ status }) => status === 500) - 0.3) < 0.09);
  assert.ok(Math.abs(share(({ status, body }) => status === 200 && body.error !== undefined) - 0.2) < 0.09);
  const { requests, answered, errors } = app.stats();
  assert.deepEqual([requests, answered + errors], [300, 300]);
  const wrong = await ask(app, { query: 'x' });
  assert.deepEqual([wrong.status, /takes/.test(wrong.body.error.message)], [400, true]);
});

test('known questions are answered from as many of their documents as it is to find, and read as well as it is to', async () => {
  const documents = Array.from({ length: 200 }, (_, i) => ({
    id: `d${i}`,
    text: `The pump p${i}xx holds ${i} litres.`,
  }));
  const items = documents.map(({ id }, i) => ({
    input: `What does p${i}xx hold?`,
    expected: `${i} litres`,
    documents: [id],
  }));
  const nothing = { input: 'Is it red?', expected: null, documents: [] };
  const app = await start({
    documents,
    items: [...items, nothing],
    recall: 0.6,
    readerAccuracy: 0.7,
    seed: 3,
  });
  const answers = await Promise.all(items.map(({ input }) => ask(app, { question: input })));
  const found = answers.map(({ body }, i) => body.passages.some(({ id }: { id: string }) => id === `d${i}`));
  const right = answers.map(({ body }, i) => body.answer.endsWith(`Answer: ${i} litres`));
  const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length;
  assert.ok(Math.abs(share(found) - 0.6) < 0.11, `${share(found)} are found`);
  const read = right.filter((_, i) => found[i]);
  assert.ok(Math.abs(share(read) - 0.7) < 0.13, `${share(read)} are read`);
  assert.ok(answers.every(({ body }, i) => found[i] || body.answer === 'Answer: I do not know.'));
  // Given passages take the place of what it would find, whatever they are called.
  const given = (passages: object[]) => ask(app, { question: items[0]?.input, passages });
  const withText = await given([{ id: null, text: documents[0]?.text }]);
  assert.match(withText.body.answer, /\[1: "The pump p0xx holds 0 litres\."\]/);
  assert.equal((await given([])).body.answer, 'Answer: I do not know.');
  assert.equal((await given([{}])).status, 400);
});
