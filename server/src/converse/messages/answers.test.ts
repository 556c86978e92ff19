import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { until } from '../../../test/support/until.ts';
import { systemActor } from '../../kernel/actor.ts';
import { systemClock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Database, openDatabase, type WriteOutcome } from '../../platform/db/db.ts';
import { createEvents, type Events } from '../../platform/events/events.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createWorkspaces } from '../../platform/workspaces/workspaces.ts';
import type { Agents, Citation, Part, Question } from '../agents/agents.ts';
import { createAnswerSpending } from './answer-spending.ts';
import { defineMessageJobs } from './message-jobs.ts';
import { createLiveAnswers, createMessages } from './messages.ts';

const text = (words: string): Part => ({ type: 'text', text: words });
const CITATION: Citation = {
  mark: 1,
  quote: 'p95 is 140 ms',
  chunk_id: '01890000-0000-7000-8000-000000000001',
  source_id: '01890000-0000-7000-8000-000000000002',
  source_title: 'Notes',
  start: 4,
  end: 17,
  location: { heading: [], start: 0, end: 40 },
  url: null,
};
const STEP: Part = {
  type: 'step',
  step: { tool: 'search', input: { query: 'p95' }, output: [], failed: false, took_ms: 3 },
};
const STREAMS_PER_KEY = 9;
const ANSWERS_PER_KEY = 70;
const alongside = () => {};

/** An agent that says what a test tells it to, when it tells it to. */
function scripted() {
  const questions: Question[] = [];
  const waiting: (Part | Error | null)[] = [];
  let wake = () => {};
  const tell = (...parts: (Part | Error | null)[]) => {
    waiting.push(...parts);
    wake();
  };
  const agents: Agents = {
    choose: (content) => ({
      text: content.replace(/^@researcher /, ''),
      agent: {
        name: 'researcher',
        async *answer(question, signal) {
          questions.push(question);
          for (;;) {
            while (waiting.length === 0) {
              const { promise, resolve, reject } = Promise.withResolvers<void>();
              wake = resolve;
              signal.addEventListener('abort', () => reject(signal.reason), { once: true });
              await promise;
            }
            const next = waiting.shift();
            if (next === null || next === undefined) return;
            if (next instanceof Error) throw next;
            yield next;
          }
        },
      },
    }),
  };
  return { agents, questions, tell };
}

onEachDatabaseInFull('answers', (place) => {
  /** The part of the service that answers, with an agent that the test leads; `another` is a further process. */
  async function conversation(
    t: TestContext,
    write = (write: () => Promise<WriteOutcome>) => write(),
    streamsPerKey = STREAMS_PER_KEY,
  ) {
    const at = await place();
    const ends: (() => Promise<void>)[] = [at.remove];
    t.after(async () => {
      for (const end of ends.reverse()) await end();
    });
    const agent = scripted();
    const another = async () => {
      const db = await openDatabase({ url: at.url, dataDir: at.dataDir, log: silentLog });
      ends.push(() => db.close());
      return on(db);
    };
    const on = async (opened: Database) => {
      const jobs = createJobs({ db: opened, log: silentLog, pollMs: 20 });
      const db: Database = { ...opened, write: (build) => write(() => opened.write(build)) };
      const events = createEvents({ db, log: silentLog, streamsPerKey });
      const { publish, tell } = events;
      const live = createLiveAnswers();
      const { agents } = agent;
      const spending = { db, clock: systemClock, log: silentLog, usdPerDay: 1 };
      defineMessageJobs({ db, jobs, agents, live, tell, publish, answerMs: 120_000, spending });
      const messages = createMessages({
        db,
        clock: systemClock,
        events,
        jobs,
        agents,
        live,
        answersPerKey: ANSWERS_PER_KEY,
      });
      ends.push(() => events.stop());
      return { db: opened, jobs, events, messages };
    };
    const first = await another();
    const { id } = await createWorkspaces({ ...first, clock: systemClock }).create(
      systemActor,
      { name: 'here' },
      alongside,
    );
    await first.jobs.start();
    ends.push(() => first.jobs.stop());
    const { messages } = first;
    const ask = async (content = 'How fast is it?') => {
      const said = await messages.create(systemActor, id, { content }, alongside);
      assert.ok(said.answer_id);
      return said.answer_id;
    };
    const read = async (answer: string) => (await messages.get(systemActor, id, answer)).resource;
    const ended = (answer: string) =>
      until(async () => {
        const message = await read(answer);
        return message.status !== 'streaming' && message;
      });
    const has = (answer: string, content: string) =>
      until(async () => (await read(answer)).content === content);
    const follow = (answer: string, from = messages) => following(from, id, answer);
    const revoke = () =>
      first.db.write((batch) => {
        const life = { created_at: 1, revoked_at: 2, hash: 'h' };
        const key = { name: 'k', role: 'editor', workspaces_json: null, is_agent: 0, ...life };
        batch.add(batch.query.insertInto('api_keys').values({ ...key, id: systemActor.id }));
      });
    return { ...agent, ...first, first, url: at.url, id, ask, read, ended, has, follow, revoke, another, on };
  }

  function following(messages: ReturnType<typeof createMessages>, id: string, answer: string) {
    const seen: { event: string; data: unknown }[] = [];
    const { signal } = new AbortController();
    const end = (async () => {
      for await (const event of await messages.follow(systemActor, id, answer, signal)) seen.push(event);
      return seen;
    })();
    return { seen, end };
  }
  const said = (events: readonly { event: string; data: unknown }[]) =>
    events.map(({ event, data }) => (event === 'delta' ? (data as { text: string }).text : event));

  test('an answer grows in the background, is durable as it grows, and ends complete', async (t) => {
    const { ask, read, has, ended, tell, messages, id } = await conversation(t);
    const answer = await ask();
    assert.equal((await read(answer)).status, 'streaming');
    tell(STEP, { type: 'citation', citation: CITATION }, text('It is 140 ms [1].'));
    await has(answer, 'It is 140 ms [1].');
    assert.equal((await read(answer)).status, 'streaming');
    tell(text(' No more.'), {
      type: 'usage',
      usage: { input_tokens: 7, output_tokens: null, cost_usd: '0.01' },
    });
    tell(null);
    const { created_at, reply_to, ...whole } = await ended(answer);
    assert.deepEqual(whole, {
      id: answer,
      role: 'assistant',
      content: 'It is 140 ms [1]. No more.',
      agent_name: 'researcher',
      status: 'complete',
      pinned: false,
      citations: [CITATION],
      usage: { input_tokens: 7, output_tokens: null },
      cost: '0.01',
    });
    assert.deepEqual(await messages.steps(systemActor, id, answer), [STEP.type === 'step' && STEP.step]);
    assert.equal((await read(reply_to as string)).answer_id, answer);
  });

  test('who follows an answer sees a mark’s citation before the words with it, and the whole at last', async (t) => {
    const { ask, follow, tell, read } = await conversation(t);
    const answer = await ask();
    const { seen, end } = follow(answer);
    await until(() => seen.length > 0);
    tell(STEP, { type: 'citation', citation: CITATION }, text('It is 140 ms [1].'));
    await until(() => said(seen).includes('It is 140 ms [1].'));
    tell(text(' No more.'), null);
    assert.deepEqual(said(await end), [
      'message',
      'step',
      'citation',
      'It is 140 ms [1].',
      ' No more.',
      'done',
    ]);
    assert.deepEqual(seen.at(-1)?.data, await read(answer));
  });

  test('who comes late, or again, gets what there is and then the rest', async (t) => {
    const { ask, follow, tell, has } = await conversation(t);
    const answer = await ask();
    tell(STEP, text('First.'));
    await has(answer, 'First.');
    const late = follow(answer);
    await until(() => late.seen.length > 0);
    tell(text(' Then.'), null);
    const [message] = await late.end;
    assert.equal((message as { data: { content: string } }).data.content, 'First.');
    assert.deepEqual(said(late.seen), ['message', 'step', ' Then.', 'done']);
    assert.deepEqual(said(await follow(answer).end), ['message', 'step', 'done']);
  });

  test('another process that follows an answer sees it grow too', async (t) => {
    const { ask, tell, first, another, on, follow, db } = await conversation(t);
    const there = db.capabilities.manyProcesses ? await another() : await on(db);
    const answer = await ask();
    const { seen, end } = follow(answer, there.messages);
    tell(STEP, text('First.'));
    await until(() => said(seen).includes('First.'));
    tell(text(' Then.'), null);
    assert.deepEqual(said(await end), ['message', 'step', 'First.', ' Then.', 'done']);
    assert.ok(first);
  });

  test('many who follow an answer get all of it, each in larger pieces', async (t) => {
    const { ask, tell, messages, id, ended } = await conversation(t, undefined, 150);
    const answer = await ask();
    const followed = Array.from({ length: 150 }, () => following(messages, id, answer));
    await until(() => followed.every(({ seen }) => seen.length > 0));
    for (let n = 0; n < 100; n++) {
      tell(text(`${n}.`));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    tell(null);
    const { content } = await ended(answer);
    for (const { end } of followed) {
      const pieces = said(await end).slice(1, -1);
      assert.equal(pieces.join(''), content);
      assert.ok(pieces.length < 50, `${pieces.length} pieces`);
    }
  });

  test('a stopped answer keeps what it has, and stays stopped', async (t) => {
    const { ask, read, tell, messages, id, follow } = await conversation(t);
    const answer = await ask();
    const { seen, end } = follow(answer);
    tell(text('Half of'));
    await until(() => said(seen).includes('Half of'));
    const { resource } = await messages.stop(systemActor, id, answer);
    assert.deepEqual([resource.status, resource.content], ['stopped', 'Half of']);
    assert.deepEqual(said(await end), ['message', 'Half of', 'done']);
    tell(text(' more'));
    assert.deepEqual((await messages.stop(systemActor, id, answer)).resource, resource);
    assert.deepEqual(await read(answer), resource);
  });

  test('a stop in the last moment of an answer writes nothing twice', async (t) => {
    let gate: Promise<void> | null = null;
    let atGate = 0;
    const { ask, tell, ended, messages, id, follow } = await conversation(t, async (write) => {
      if (gate) atGate++;
      await gate;
      return write();
    });
    const answer = await ask();
    const { seen } = follow(answer);
    tell(STEP, text('One.'));
    await until(() => said(seen).includes('One.'));
    const { promise, resolve: open } = Promise.withResolvers<void>();
    gate = promise;
    await until(() => atGate === 1);
    tell(text(' Two.'), null);
    await until(() => said(seen).includes(' Two.'));
    const stopping = messages.stop(systemActor, id, answer).catch((error: AppError) => error.code);
    open();
    await stopping;
    assert.equal((await ended(answer)).content, 'One. Two.');
    assert.equal((await messages.steps(systemActor, id, answer)).length, 1);
  });

  test('what was streamed while a stop was written is kept too', async (t) => {
    let gate: Promise<void> | null = null;
    let atGate = 0;
    const { ask, tell, has, messages, id, follow, read } = await conversation(t, async (write) => {
      if (gate) atGate++;
      await gate;
      return write();
    });
    const answer = await ask();
    const { seen, end } = follow(answer);
    tell(text('One.'));
    await has(answer, 'One.');
    const { promise, resolve: open } = Promise.withResolvers<void>();
    gate = promise;
    const stopping = messages.stop(systemActor, id, answer);
    await until(() => atGate === 1);
    tell(STEP, text(' Two.'));
    await until(() => said(seen).includes(' Two.'));
    open();
    const { resource } = await stopping;
    assert.deepEqual([resource.status, resource.content], ['stopped', 'One. Two.']);
    assert.deepEqual((await end).at(-1)?.data, resource);
    assert.deepEqual(await read(answer), resource);
    assert.equal((await messages.steps(systemActor, id, answer)).length, 1);
  });

  test('what was streamed before another process stopped it is kept too', async (t) => {
    const { ask, tell, another, on, db, id, follow, has } = await conversation(t);
    const there = db.capabilities.manyProcesses ? await another() : await on(db);
    const answer = await ask();
    const { seen } = follow(answer);
    tell(text('One.'));
    await has(answer, 'One.');
    tell(text(' Two.'));
    await until(() => said(seen).includes(' Two.'));
    const { resource } = await there.messages.stop(systemActor, id, answer);
    assert.equal(resource.status, 'stopped');
    await has(answer, 'One. Two.');
  });

  test('a write that fails after it was committed is not repeated, and ends the call of the model', async (t) => {
    let fails = 0;
    const { ask, tell, ended, messages, id, questions } = await conversation(t, async (write) => {
      const outcome = await write();
      if (fails-- > 0) throw new AppError('storage_unavailable', 'The connection was lost; try again.');
      return outcome;
    });
    const answer = await ask();
    await until(() => questions.length > 0);
    fails = 1;
    // Nothing more comes of this agent until its signal is aborted.
    tell(STEP, text('One.'));
    const { content, error } = await ended(answer);
    assert.deepEqual([content, error?.code], ['One.', 'storage_unavailable']);
    assert.equal((await messages.steps(systemActor, id, answer)).length, 1);
  });

  test('an answer that is deleted while a batch adds steps to it leaves none', async (t) => {
    const { ask, tell, messages, id, has, db, url } = await conversation(t);
    if (url === undefined) return t.skip('one batch is written at a time');
    const answer = await ask();
    tell(text('x'));
    await has(answer, 'x');
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN');
    await other.query("UPDATE messages SET content = 'xy' WHERE id = $1", [answer]);
    await other.query("INSERT INTO message_steps VALUES ($1, $2, 0, '{}')", [id, answer]);
    const removing = messages.remove(systemActor, id, answer, null);
    await until(async () => {
      const waiting = await other.query('SELECT 1 FROM pg_locks WHERE NOT granted');
      return waiting.rowCount !== 0;
    });
    await other.query('COMMIT');
    await other.end();
    await removing;
    assert.deepEqual(await db.query.selectFrom('message_steps').selectAll().execute(), []);
  });

  test('what is not being written cannot be stopped', async (t) => {
    const { ask, ended, read, tell, messages, id } = await conversation(t);
    const answer = await ask();
    tell(text('All.'), null);
    await ended(answer);
    const { reply_to } = await read(answer);
    for (const one of [answer, reply_to as string]) {
      await assert.rejects(messages.stop(systemActor, id, one), { code: 'wrong_state' });
    }
  });

  for (const whole of [false, true]) {
    test(`${whole ? 'a deleted conversation' : 'an answer deleted while it is written'} stays deleted`, async (t) => {
      const { ask, tell, messages, id, follow, db } = await conversation(t);
      const answer = await ask();
      const { seen, end } = follow(answer);
      tell(STEP, text('Half'));
      await until(() => said(seen).includes('Half'));
      if (whole) await messages.removeAll(systemActor, id);
      else await messages.remove(systemActor, id, answer, null);
      tell(text(' more'), null);
      assert.equal((await end).at(-1)?.event, 'deleted');
      await assert.rejects(messages.get(systemActor, id, answer), { code: 'not_found' });
      await until(
        async () => (await db.query.selectFrom('message_steps').selectAll().execute()).length === 0,
      );
      assert.equal((await messages.list(systemActor, id, {})).total, whole ? 0 : 1);
    });
  }

  test('an agent that cannot go on fails the message with its reason, which keeps what it had', async (t) => {
    const { ask, ended, tell } = await conversation(t);
    const answer = await ask();
    tell(text('So far.'), new AppError('not_ready', 'The index restarts; ask again in a moment.'));
    const { status, content, error } = await ended(answer);
    assert.deepEqual([status, content], ['failed', 'So far.']);
    assert.deepEqual(error, { code: 'not_ready', detail: 'The index restarts; ask again in a moment.' });
  });

  test('a defect fails the message without its words', async (t) => {
    const { ask, ended, tell } = await conversation(t);
    const answer = await ask();
    tell(new TypeError('secret is undefined'));
    const { status, error } = await ended(answer);
    assert.deepEqual([status, error?.code], ['failed', 'internal']);
    assert.doesNotMatch(error?.detail ?? '', /secret/);
  });

  test('an answer longer than a message can be fails and keeps what fits in its last whole part', async (t) => {
    const { ask, ended, tell } = await conversation(t);
    const answer = await ask();
    tell(text('x'.repeat(60_000)), text('y'.repeat(60_000)));
    const { status, error, content } = await ended(answer);
    assert.deepEqual([status, error?.code, content.length], ['failed', 'limit_exceeded', 60_000]);
  });

  test('an orderly stop of the service ends the answer as interrupted, with what it had', async (t) => {
    const { ask, read, tell, has, jobs } = await conversation(t);
    const answer = await ask();
    tell(text('So far.'));
    await has(answer, 'So far.');
    await jobs.stop();
    const { status, content, error } = await read(answer);
    assert.deepEqual([status, content, error?.code], ['failed', 'So far.', 'interrupted']);
  });

  test('an answer that a killed process had begun is not begun again', async (t) => {
    const { id, db, messages, jobs, read, on, questions } = await conversation(t);
    await jobs.stop();
    const { answer_id = '' } = await messages.create(systemActor, id, { content: 'Hello?' }, alongside);
    await db.write((batch) => {
      const begun = { is_begun: 1, content: 'It was' };
      batch.add(batch.query.updateTable('messages').set(begun).where('id', '=', answer_id));
    });
    const next = await on(db);
    await next.jobs.start();
    t.after(() => next.jobs.stop());
    await until(async () => (await read(answer_id)).status === 'failed');
    const { content, error } = await read(answer_id);
    assert.deepEqual([content, error?.code, questions.length], ['It was', 'interrupted', 0]);
  });

  test('an agent is told the messages before, oldest first; pinned ones also when the others are too many', async (t) => {
    const { ask, ended, tell, messages, id, questions } = await conversation(t);
    const say = (content: string) =>
      messages.create(systemActor, id, { role: 'user', content, respond: false }, alongside);
    const { id: decision } = await say('We run in Frankfurt.');
    const pin = () => messages.patch(systemActor, id, decision, { pinned: true }, [1]);
    assert.deepEqual(
      [(await pin()).resource.pinned, (await messages.get(systemActor, id, decision)).revision],
      [true, 2],
    );
    await assert.rejects(pin(), { code: 'precondition_failed' });
    for (let n = 0; n < 30; n++) await say(`${n}`.padEnd(2000, '.'));
    const answer = await ask('@researcher Where?');
    tell(null);
    await ended(answer);
    const [{ text: asked, before }] = questions as [Question];
    assert.equal(asked, 'Where?');
    assert.deepEqual(before[0], { role: 'user', content: 'We run in Frankfurt.' });
    assert.deepEqual([before.length, before.at(-1)?.content.slice(0, 3)], [13, '29.']);
    // The oldest that is told fits in part.
    assert.deepEqual([before[1]?.content.slice(0, 3), before[1]?.content.slice(-4)], ['18.', ' […]']);
  });

  test('a pinned message that is longer than all memory is cut short, and leaves half of it to the others', async (t) => {
    const { ask, ended, tell, messages, id, questions } = await conversation(t);
    const say = (content: string) =>
      messages.create(systemActor, id, { role: 'user', content, respond: false }, alongside);
    await say('We run in Frankfurt.');
    const { id: long } = await say('P'.repeat(30_000));
    await messages.patch(systemActor, id, long, { pinned: true }, null);
    for (let n = 0; n < 4; n++) await say(`${n}`.padEnd(2000, '.'));
    const answer = await ask('Where?');
    tell(null);
    await ended(answer);
    const [{ before }] = questions as [Question];
    const told = before.map(({ content }) => [content.slice(0, 2), content.length]);
    assert.deepEqual(told, [
      ['We', 20],
      ['PP', 24_000 - 8020],
      ...['0.', '1.', '2.', '3.'].map((start) => [start, 2000]),
    ]);
  });

  test('a pin on an answer that is being written does not say that it has ended', async (t) => {
    const { ask, tell, has, messages, id, events } = await conversation(t);
    const answer = await ask();
    tell(text('So far.'));
    await has(answer, 'So far.');
    const heard: string[] = [];
    const close = await events.open(systemActor, id, {
      event: (event) => event.id === answer && heard.push(event.type),
      end: () => {},
    });
    t.after(close);
    await messages.patch(systemActor, id, answer, { pinned: true }, null);
    await until(() => heard.length > 0);
    assert.deepEqual([...new Set(heard)], ['message.delta']);
  });

  test('a key that is revoked ends the answer that it asked for', async (t) => {
    const { ask, ended, tell, has, revoke } = await conversation(t);
    const answer = await ask();
    tell(text('So far.'));
    await has(answer, 'So far.');
    await revoke();
    tell(text(' More.'));
    const { status, content, error } = await ended(answer);
    assert.deepEqual([status, content, error?.code], ['failed', 'So far. More.', 'unauthenticated']);
  });

  test('a key that is revoked ends an answer of which nothing comes', async (t) => {
    const { ask, ended, questions, revoke } = await conversation(t);
    const answer = await ask();
    await until(() => questions.length > 0);
    await revoke();
    const { status, error } = await ended(answer);
    assert.deepEqual([status, error?.code], ['failed', 'unauthenticated']);
  });

  test('who follows answers has so many streams as a key may have, until they leave', async (t) => {
    const { ask, messages, id, tell, ended } = await conversation(t);
    const answer = await ask();
    const left = Array.from({ length: STREAMS_PER_KEY }, () => new AbortController());
    for (const { signal } of left) await messages.follow(systemActor, id, answer, signal);
    const refused = () => messages.follow(systemActor, id, answer, new AbortController().signal);
    await assert.rejects(refused(), { code: 'rate_limited' });
    left[0]?.abort();
    await refused();
    await assert.rejects(refused(), { code: 'rate_limited' });
    tell(null);
    await ended(answer);
  });

  for (const [what, end] of [
    ['key', (events: Events) => events.endActor(systemActor.id)],
    ['service', (events: Events) => void events.stop()],
  ] as const) {
    test(`the end of a ${what} ends the streams of answers at once`, async (t) => {
      const { ask, follow, tell, events } = await conversation(t);
      const { seen, end: over } = follow(await ask());
      tell(text('So far.'));
      await until(() => said(seen).includes('So far.'));
      end(events);
      assert.deepEqual(said(await over), ['message', 'So far.']);
      tell(null);
    });
  }

  test('calls of a model cost so much a day and key, those included that have not ended', async (t) => {
    const { db } = await conversation(t);
    let now = 1_800_000_000_000;
    const limit = { db, clock: { now: () => now }, log: silentLog, usdPerDay: 1 };
    const [one, other] = [createAnswerSpending(limit, 'one'), createAnswerSpending(limit, 'other')];
    const ended = await one.begin(0.9);
    await one.begin(0.2);
    await assert.rejects(one.begin(0.1), { code: 'limit_exceeded' });
    await other.begin(5);
    await ended(0.3);
    await one.begin(0.6);
    await assert.rejects(one.begin(0.1), { code: 'limit_exceeded' });
    now += 24 * 3_600_000;
    await (await one.begin(9))(null);
    await assert.rejects(one.begin(0.1), { code: 'limit_exceeded' });
    const kept = await db.query.selectFrom('answer_costs').select('cost_usd').execute();
    assert.deepEqual(kept, [{ cost_usd: 9 }]);
    await createAnswerSpending({ ...limit, usdPerDay: null }, 'one').begin(9);
  });

  test('calls that begin in the same moment, in two processes, cost no more than a day may', async (t) => {
    const { db, another } = await conversation(t);
    const there = db.capabilities.manyProcesses ? (await another()).db : db;
    const limit = { clock: systemClock, log: silentLog, usdPerDay: 1 };
    const keys = [
      createAnswerSpending({ ...limit, db }, 'one'),
      createAnswerSpending({ ...limit, db: there }, 'one'),
    ] as const;
    for (let round = 0; round < 10; round++) {
      const begun = await Promise.allSettled(
        Array.from({ length: 12 }, (_, n) => keys[(n % 2) as 0 | 1].begin(0.5)),
      );
      const room = begun.filter(({ status }) => status === 'fulfilled');
      assert.equal(room.length, 2, `round ${round}`);
      for (const one of begun) {
        if (one.status === 'fulfilled') await one.value(0);
        else assert.equal(one.reason.code, 'limit_exceeded');
      }
    }
  });

  test('a key has so many answers waiting or being written as it may, also where it asks in two processes', async (t) => {
    const { db, id, messages, another, jobs, on } = await conversation(t);
    const there = db.capabilities.manyProcesses ? await another() : await on(db);
    await jobs.stop();
    const both = [messages, there.messages] as const;
    const ask = (n: number, actor = systemActor) =>
      both[(n % 2) as 0 | 1].create(actor, id, { content: `Question ${n}` }, alongside);
    const asked = await Promise.allSettled(Array.from({ length: ANSWERS_PER_KEY + 8 }, (_, n) => ask(n)));
    const kept = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.equal(kept.length, ANSWERS_PER_KEY);
    await assert.rejects(ask(0), (error: AppError) => {
      assert.deepEqual([error.code, error.retryAfter], ['rate_limited', 10]);
      assert.match(
        error.message,
        /^70 answers .* \(ANSWERS_PER_KEY\)\. Try again in 10 seconds, or stop one/,
      );
      return true;
    });
    // What waits is another key's business, what needs no answer may be said, and what has ended leaves room.
    await ask(1, { ...systemActor, id: 'another' });
    await messages.create(systemActor, id, { content: 'Noted', respond: false }, alongside);
    await messages.stop(systemActor, id, kept[0]?.answer_id ?? '');
    await ask(2);
    await assert.rejects(ask(3), { code: 'rate_limited' });
    await messages.removeAll(systemActor, id);
    await ask(4);
  });

  test('an answer whose job is given up on has failed', async (t) => {
    let broken = false;
    const { id, db, messages, jobs, ended, on } = await conversation(t, (write) => {
      if (broken) throw new TypeError('no statement');
      return write();
    });
    await jobs.stop();
    const { answer_id = '' } = await messages.create(systemActor, id, { content: 'Hello?' }, alongside);
    await db.write((batch) => {
      batch.add(batch.query.updateTable('jobs').set({ attempts: 4 }));
    });
    broken = true;
    const next = await on(db);
    await next.jobs.start();
    t.after(() => next.jobs.stop());
    const { status, error } = await ended(answer_id);
    assert.deepEqual([status, error?.code], ['failed', 'internal']);
  });
});
