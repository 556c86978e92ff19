import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { sql } from 'kysely';
import {
  LANE_JOB,
  type LaneJob,
  lanesOfOtherRuns,
  RUN_JOB,
} from '../../src/evaluate/evaluations/evaluation-queue.ts';
import { createEvaluations, type Evaluations } from '../../src/evaluate/evaluations/evaluations.ts';
import { type LaneOptions, runLane } from '../../src/evaluate/evaluations/pipeline/lanes.ts';
import { runEvaluation } from '../../src/evaluate/evaluations/pipeline/run-evaluation.ts';
import { createExclusiveMeasurement } from '../../src/evaluate/evaluations/run/exclusive-measurement.ts';
import { systemActor } from '../../src/kernel/actor.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { createLoadThreads } from '../../src/measure/traffic/traffic.ts';
import { type ChatAnswer, createModels, type Models } from '../../src/models/models.ts';
import type { Batch, Database } from '../../src/platform/db/db.ts';
import { type Job, JobAborted, type JobQueue } from '../../src/platform/jobs/jobs.ts';
import { createWorkspaces } from '../../src/platform/workspaces/workspaces.ts';
import { FACTS, NO_REFERENCES } from './evaluation-plan.ts';
import { NO_EVENTS, NO_JOBS } from './no-background.ts';
import { silentLog } from './silent-log.ts';

/** What a simulation came to. */
export interface SimulatedLanes {
  steps: number;
  /** Lanes at once, at most; and how often they were more than before, as further processes had come. */
  lanes: number;
  dividedAnew: number;
  calls: number;
  kills: number;
  stalls: number;
  cancellations: number;
  /** Statements and messages that were lost, or came late; and clocks that were set. */
  lost: number;
  delayed: number;
  clocks: number;
  /** Calls more than units: what was in flight when a process was lost, or an evaluation cancelled. */
  again: number;
  /** Of calls of processes that did not know that their work had been taken over, or back. */
  late: number;
  /** What was spent of `max_cost_usd`, in calls; null where nothing limited it. */
  spent: { calls: number; cap: number } | null;
  ended: 'completed' | 'cancelled';
}

/** A fault that the simulation is to find. */
export type PlantedInLanes = 'fences that stand still' | 'a budget for each';

const ITEMS = 260;
const TARGETS = 4;
const UNITS = ITEMS * TARGETS;
const AT_ONCE = 16;
/** In 10⁻¹² USD: a thousand tokens at a dollar a million. */
const COST = 1e9;
const PROCESSES = 4;
/** Of all statements of processes. */
const LOST = 0.003;
const LATE = 0.01;
const DAY_MS = 86_400_000;
const TICK_MS = 500;
const STEPS_TO_END = 20_000;

interface Call {
  number: number;
  process: Process;
  resolve(answer: ChatAnswer): void;
  reject(error: unknown): void;
}

interface Process {
  deps: LaneOptions;
  isDead: boolean;
  /** It stands still in the eyes of others: its leases have ended. */
  isLate: boolean;
  /** How far its clock is off, in ms. */
  clockOffMs: number;
  /** Its statements whose answers it has not heard yet. */
  underWay: number;
  running: Map<SimulatedJob, AbortController>;
  pauses: (() => void)[];
  /** What a dead process waits for in vain: rejected at the end of the simulation, so that nothing stays open. */
  inVain: ((error: Error) => void)[];
  isBuried: boolean;
}

interface SimulatedJob {
  kind: string;
  key: string;
  payload: LaneJob;
  owner: Process | null;
  fence: number;
}

/**
 * Processes that run one evaluation in lanes: the program's own code on a real database, with calls, jobs and pauses that
 * the simulation ends in an order drawn from the seed, and statements one at a time. Processes come later, are killed, or
 * stand still until others have taken their work, and go on; statements are lost on their way to the database, or only
 * their answers are, or they come late, also those of a process that was killed meanwhile; that a job was taken back is
 * told late or never; clocks are set. The evaluation is cancelled and resumed. Throws where a unit is asked again that is
 * durable, an answer changes, is lost or is written late, the cap is exceeded by more than a call for each time that a
 * worker begins, or the evaluation does not end.
 */
export async function simulateLanes(
  real: Database,
  seed: number,
  steps: number,
  planted?: PlantedInLanes,
): Promise<SimulatedLanes> {
  const random = mulberry(seed);
  const chance = (p: number) => random() < p;
  const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(random() * some.length)];
  const report: SimulatedLanes = {
    steps: 0,
    lanes: 0,
    calls: 0,
    kills: 0,
    stalls: 0,
    cancellations: 0,
    dividedAnew: 0,
    lost: 0,
    delayed: 0,
    clocks: 0,
    again: 0,
    late: 0,
    spent: null,
    ended: 'completed',
  };
  const cap = seed % 2 === 0 ? Math.ceil(UNITS * (0.2 + random())) : null;
  const processes: Process[] = [];
  const graves: Process[] = [];
  const jobs = new Map<string, SimulatedJob>();
  let calls: Call[] = [];
  /** By unit, what is durable. */
  const durable = new Map<number, string>();
  /** Answers that arrived after the work of their process had been taken over. */
  const tooLate = new Set<string>();
  let begun = 0;
  let failure: unknown = null;
  const base = createModels({ providers: [], log: silentLog });
  const load = createLoadThreads({ providers: [], logLevel: 'silent' });
  // One statement or batch at a time, so that their order follows from that in which they were asked for.
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  /** What is on its way, and arrives when it is called. */
  let onTheWay: (() => void)[] = [];
  let isFaulty = true;
  /** How often a worker began to ask. */
  let beginnings = 0;

  function inTurn<T>(process: Process | null, work: () => Promise<T>): Promise<T> {
    if (process?.isDead) return never(process);
    // A person who cancels or resumes waits for the answer.
    if (process === null || !isFaulty) return execute(work);
    if (chance(LOST)) return lose(work);
    if (!chance(LATE)) return execute(work);
    report.delayed += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    onTheWay.push(resolve);
    process.underWay += 1;
    const done = chance(0.5) ? promise.then(() => execute(work)) : execute(work).finally(() => promise);
    return done.finally(() => {
      process.underWay -= 1;
    });
  }

  function execute<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1;
    const done = queue.then(work).finally(() => {
      waiting -= 1;
    });
    queue = done.catch(() => {});
    return done;
  }

  /** On the way to the database, or on the way back. */
  async function lose<T>(work: () => Promise<T>): Promise<T> {
    report.lost += 1;
    if (chance(0.5)) await execute(work);
    throw new AppError('storage_unavailable', 'The connection broke.');
  }

  /** Something that another process is told: at once, later, or never. */
  function tell(message: () => void): void {
    const fate = isFaulty ? random() : 0;
    if (fate < 0.5) message();
    else if (fate > 0.75) report.lost += 1;
    else {
      report.delayed += 1;
      onTheWay.push(message);
    }
  }

  function never(process: Process): Promise<never> {
    if (process.isBuried) return Promise.reject(new Error('the process is dead'));
    return new Promise((_, reject) => process.inVain.push(reject));
  }

  function bury(process: Process): void {
    process.isDead = true;
    process.isBuried = true;
    for (const controller of process.running.values()) controller.abort(new JobAborted('stopping'));
    for (const reject of process.inVain) reject(new Error('the process is dead'));
    for (const resume of process.pauses) resume();
  }

  const queueOf: JobQueue = {
    enqueue(batch, { kind, key = '', payload }) {
      if (kind !== RUN_JOB && kind !== LANE_JOB) return;
      batch.afterCommit(() => {
        jobs.set(`${kind} ${key}`, { kind, key, payload: payload as LaneJob, owner: null, fence: 0 });
      });
    },
    cancel(batch, which) {
      if (!('kind' in which)) return;
      batch.afterCommit(() => {
        for (const key of [which.key].flat()) {
          const job = jobs.get(`${which.kind} ${key}`);
          if (job === undefined) continue;
          jobs.delete(`${which.kind} ${key}`);
          for (const one of processes) {
            const controller = one.running.get(job);
            if (controller) tell(() => controller.abort(new JobAborted('cancelled')));
          }
        }
      });
    },
  };

  function newProcess(): Process {
    const process = {
      isDead: false,
      isLate: false,
      clockOffMs: 0,
      underWay: 0,
      running: new Map(),
      pauses: [],
      inVain: [],
      isBuried: false,
    } as unknown as Process;
    const resolveTarget: Models['resolveTarget'] = ({ provider, modelId }) => {
      // Each run of a worker opens all targets.
      beginnings += 1 / TARGETS;
      return {
        provider,
        modelId,
        connectionKey: 'test',
        quirks: {},
        price: { input_usd_per_million: '1', output_usd_per_million: '0' },
        call: (_request, { requestId, signal }) => ask(process, Number(requestId?.split('-').at(-1)), signal),
      };
    };
    process.deps = {
      factsAt: async () => FACTS,
      db: onProcess(real, process, inTurn),
      models: { ...base, resolveTarget, ceiling: () => null },
      facts: FACTS,
      passages: NO_REFERENCES.passages,
      load,
      exclusive: createExclusiveMeasurement(),
      generators: { send: () => Promise.reject(new Error('Nothing here is sent by several processes.')) },
      clock: { ...systemClock, now: () => systemClock.now() + process.clockOffMs },
      log: silentLog,
      cacheMaxAgeMs: 0,
      batchPollMs: 10_000,
      changed() {},
      noteEnd() {},
      jobs: {
        ...queueOf,
        children: async (kind, keys) =>
          keys.map((key) => ({ key, said: null, isHeld: jobs.get(`${kind} ${key}`)?.owner != null })),
        workers: async () => processes.filter(({ isLate }) => !isLate).length,
      },
      pause: (signal) =>
        new Promise((resolve) => {
          if (process.isBuried) resolve();
          process.pauses.push(resolve);
          if (!process.isDead) signal.addEventListener('abort', () => resolve());
        }),
    };
    return process;
  }

  function ask(process: Process, unit: number, signal: AbortSignal | undefined): Promise<ChatAnswer> {
    if (process.isLate || isUnaware(process)) report.late += 1;
    else {
      begun += 1;
      assert.ok(!durable.has(unit), `unit ${unit} is asked again`);
    }
    report.calls += 1;
    const { promise, resolve, reject } = Promise.withResolvers<ChatAnswer>();
    const call: Call = { number: report.calls, process, resolve, reject };
    calls.push(call);
    process.inVain.push(reject);
    signal?.addEventListener('abort', () => {
      if (process.isDead) return;
      calls = calls.filter((other) => other !== call);
      reject(signal.reason);
    });
    return promise;
  }

  function begin(process: Process, job: SimulatedJob): void {
    job.owner = process;
    job.fence += 1;
    const { fence } = job;
    const controller = new AbortController();
    process.running.set(job, controller);
    const holds = () => job.owner === process && job.fence === fence;
    const asJob: Job<LaneJob> = {
      id: job.key,
      kind: job.kind,
      key: job.key,
      workspaceId: job.payload.workspaceId,
      payload: job.payload,
      fence,
      ageMs: 0,
      attempt: 1,
      said: null,
      say: async () => job.payload,
      guard(batch: Batch) {
        const none = batch.query.selectFrom('workspaces').select('id').where('id', '=', 'none');
        if (!holds()) batch.add(none, { orElse: 'lease_lost' });
      },
    };
    const context = { signal: controller.signal, heartbeat() {}, log: silentLog };
    const running =
      job.kind === RUN_JOB
        ? runEvaluation(process.deps, asJob, context)
        : runLane(process.deps, asJob, context);
    running
      .then(
        () => holds() && jobs.get(`${job.kind} ${job.key}`) === job && jobs.delete(`${job.kind} ${job.key}`),
      )
      .catch((error) => {
        if (process.isDead) return;
        const isExpected =
          controller.signal.aborted ||
          (error as { why?: string }).why === 'lease_lost' ||
          (error as { code?: string }).code === 'storage_unavailable';
        if (!isExpected) failure ??= error;
        if (holds()) job.owner = null;
      })
      .finally(() => {
        // It may have begun the same job anew.
        if (process.running.get(job) === controller) process.running.delete(job);
      });
  }

  /** Whether it works for something that was taken over, or back, and has not heard of it. */
  const isUnaware = (process: Process) =>
    [...process.running.keys()].some(
      (job) => job.owner !== process || jobs.get(`${job.kind} ${job.key}`) !== job,
    );

  /** Others work for all that it works for, and have said so in the database. */
  const isTaken = (process: Process) =>
    process.running.size > 0 &&
    [...process.running.keys()].every(({ owner }) => owner !== process && owner?.underWay === 0);

  /** Whether the process does not hold any longer what it works for. */
  function leave(process: Process): void {
    for (const job of process.running.keys()) if (job.owner === process) job.owner = null;
  }

  function replace(process: Process): void {
    processes[processes.indexOf(process)] = newProcess();
  }

  function kill(process: Process): void {
    process.isDead = true;
    leave(process);
    calls = calls.filter((call) => call.process !== process);
    graves.push(process);
    replace(process);
    report.kills += 1;
  }

  const awakeOf = () => processes.filter(({ isLate }) => !isLate);

  /** The process learns that its leases are gone. */
  function wake(process: Process): void {
    for (const controller of process.running.values()) controller.abort(new JobAborted('lease_lost'));
    process.isLate = false;
  }

  /** The process learns of those jobs that it does not hold any longer. */
  function tellLost(process: Process): void {
    for (const [job, controller] of process.running)
      if (job.owner !== process || jobs.get(`${job.kind} ${job.key}`) !== job)
        controller.abort(new JobAborted('lease_lost'));
  }

  /** From here on it knows what it holds. */
  function settle(process: Process): void {
    if (process.isLate) wake(process);
    tellLost(process);
  }

  const due = (process: Process) => {
    const except = lanesOfOtherRuns([...process.running.keys()]);
    return [...jobs.values()].filter(
      ({ kind, key, owner }) => owner === null && !(kind === LANE_JOB && except.includes(key)),
    );
  };

  async function quiet(): Promise<void> {
    for (let calm = 0; calm < 3; calm++) {
      await new Promise(setImmediate);
      if (waiting > 0) {
        await queue;
        calm = -1;
      }
    }
    if (failure) throw failure;
  }

  function act(): void {
    const awake = awakeOf();
    const able = awake.filter((one) => due(one).length > 0);
    if (able.length > 0 && chance(0.3)) {
      const process = pick(able) as Process;
      begin(process, pick(due(process)) as SimulatedJob);
      return;
    }
    const call = chance(0.9) ? pick(calls) : undefined;
    if (call === undefined) {
      const arrived = chance(0.3) ? pick(onTheWay) : undefined;
      if (arrived !== undefined) arrive(arrived);
      else for (const process of processes) for (const resume of process.pauses.splice(0)) resume();
      return;
    }
    calls = calls.filter((other) => other !== call);
    if (call.process.isLate && isTaken(call.process)) tooLate.add(`${call.number}`);
    call.resolve(answer(call.number));
  }

  function arrive(message: () => void): void {
    onTheWay = onTheWay.filter((other) => other !== message);
    message();
  }

  async function look(): Promise<void> {
    const rows = await real.query
      .selectFrom('evaluation_samples')
      .select(['unit', 'answer'])
      .where('evaluation_id', '=', id)
      .execute();
    for (const { unit, answer: text } of rows) {
      const before = durable.get(unit);
      assert.ok(before === undefined || before === text, `the answer of unit ${unit} changed`);
      assert.ok(!tooLate.has(text as string), `unit ${unit} was written by a process that had lost it`);
      durable.set(unit, text as string);
    }
    assert.equal(rows.length, durable.size, 'a unit was lost');
    const lanes = await real.query
      .selectFrom('evaluation_lanes')
      .select('lane')
      .where('evaluation_id', '=', id)
      .execute();
    if (divided > 0 && lanes.length > divided) report.dividedAnew += 1;
    divided = lanes.length;
    report.lanes = Math.max(report.lanes, lanes.length);
    if (planted !== undefined && lanes.length > 0) await plant(planted);
  }

  async function plant(which: PlantedInLanes): Promise<void> {
    await real.write((batch) => {
      if (which === 'fences that stand still')
        batch.add(
          batch.query
            .updateTable('evaluation_lanes')
            .set({ fence: sql`fence - fence % 100 + 1` })
            .where(sql<boolean>`fence % 100 > 0`),
        );
      else batch.add(batch.query.updateTable('evaluation_lanes').set({ leased: (cap ?? 0) * COST }));
    });
  }

  let divided = 0;
  const nothing = () => {};
  const evaluations: Evaluations = createEvaluations({
    db: onProcess(real, null, inTurn),
    clock: systemClock,
    models: base,
    facts: FACTS,
    references: NO_REFERENCES,
    jobs: queueOf,
    changed: nothing,
    noteEnd: nothing,
    tell: nothing,
  });
  const workspaces = createWorkspaces({ db: real, clock: systemClock, jobs: NO_JOBS, events: NO_EVENTS });
  const { id: workspaceId } = await workspaces.create(systemActor, { name: 'W' }, nothing);
  const target = { target_type: 'model' as const, model_provider: 'baseline', model_id: 'echo' };
  const input = {
    name: 'E',
    targets: Array.from({ length: TARGETS }, (_, i) => ({ ...target, label: `t${i}` })),
    benchmarks: [{ benchmark_type: 'arithmetic', num_samples: ITEMS }],
    methodology: {
      cache: false,
      concurrency: AT_ONCE / PROCESSES,
      max_concurrency: AT_ONCE,
      ...(cap !== null && { max_cost_usd: (cap * COST + 1) / 1e12 }),
    },
  };
  const { id } = await evaluations.create(systemActor, workspaceId, input, nothing);
  const status = async () => (await evaluations.get(systemActor, workspaceId, id)).resource;
  let isCancelled = false;

  async function disturb(): Promise<void> {
    const late = processes.find(({ isLate }) => isLate);
    if (late && chance(0.05)) wake(late);
    if (processes.length < PROCESSES && chance(0.01)) processes.push(newProcess());
    if (chance(0.01)) {
      (pick(processes) as Process).clockOffMs = Math.round((random() - 0.5) * DAY_MS);
      report.clocks += 1;
    }
    // As each process looks for itself what it still holds.
    const unaware = awakeOf().find(isUnaware);
    if (unaware && chance(0.05)) tellLost(unaware);
    if (chance(0.004)) kill(pick(processes) as Process);
    const awake = awakeOf();
    if (awake.length > 2 && chance(0.004)) {
      const process = pick(awake) as Process;
      process.isLate = true;
      leave(process);
      report.stalls += 1;
    }
    if (isCancelled && chance(0.1)) await resume();
    else if (!isCancelled && chance(0.001)) {
      const { status: now } = await status();
      if (now !== 'running' && now !== 'queued') return;
      await evaluations.cancel(systemActor, workspaceId, id);
      isCancelled = true;
      report.cancellations += 1;
    }
  }

  async function resume(): Promise<void> {
    isCancelled = false;
    await evaluations.resume(systemActor, workspaceId, id);
  }

  // What happens every half second, as progress is written, happens at a step of the simulation.
  mock.timers.enable({ apis: ['setInterval'] });
  // Long work lets others go first when its time is over, which on a busy machine is in other places.
  const noTime = mock.method(performance, 'now', () => 0);
  try {
    const atFirst = 1 + (seed % PROCESSES);
    for (let i = 0; i < atFirst; i++) processes.push(newProcess());
    for (;;) {
      report.steps += 1;
      isFaulty = report.steps < steps;
      if (isFaulty) await disturb();
      else {
        if (isCancelled) await resume();
        for (const one of processes) settle(one);
        for (const message of onTheWay) arrive(message);
      }
      act();
      if (chance(0.02)) mock.timers.tick(TICK_MS);
      await quiet();
      if (report.steps % 4 === 0) await look();
      if (jobs.size === 0 && !isCancelled) break;
      assert.ok(report.steps < steps + STEPS_TO_END, 'the evaluation does not end');
    }
    await look();
    const ended = await status();
    assert.ok(/completed|cancelled/.test(ended.status), `it is ${ended.status}, and nobody runs it`);
    report.ended = ended.status as SimulatedLanes['ended'];
    const cutOff = ended.results?.cost.cut_off_calls ?? 0;
    report.again = report.calls - durable.size;
    assert.ok(
      report.again <= cutOff + report.late,
      `${report.again} calls were lost, ${cutOff} are said to be`,
    );
    if (cap === null || ended.status === 'completed') assert.equal(durable.size, UNITS);
    if (cap === null) assert.equal(ended.status, 'completed');
    else {
      report.spent = { calls: begun, cap };
      assert.ok(begun <= cap + beginnings, `${begun} calls of ${cap}, ${beginnings} beginnings`);
      if (ended.status !== 'completed') {
        assert.equal(ended.stop_reason, 'budget');
        assert.ok(durable.size + cutOff > cap - 1, `${durable.size} calls and ${cutOff} of ${cap}`);
      }
    }
    return report;
  } catch (error) {
    throw new Error(`seed ${seed}, step ${report.steps}: ${(error as Error).message}`, { cause: error });
  } finally {
    mock.timers.reset();
    noTime.mock.restore();
    for (const process of [...processes, ...graves]) bury(process);
    for (const message of onTheWay) message();
    await queue;
    await new Promise(setImmediate);
  }
}

const answer = (number: number): ChatAnswer => ({
  ok: true,
  text: `${number}`,
  reasoning: null,
  finishReason: 'stop',
  usage: { input_tokens: COST / 1e6, output_tokens: 0, reasoning_tokens: null, cached_tokens: null },
  returnedModel: null,
  sent: {},
  latencyMs: 1,
});

type InTurn = <T>(process: Process | null, work: () => Promise<T>) => Promise<T>;

/** The database as one process sees it: several processes share it, and a dead one hears nothing more. */
function onProcess(real: Database, process: Process | null, inTurn: InTurn): Database {
  const inTurns = <T extends object>(builder: T): T =>
    new Proxy(builder, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (String(name).startsWith('execute')) return inTurn(process, () => value.apply(target, given));
          const made = value.apply(target, given);
          return isQuery(made) ? inTurns(made) : made;
        };
      },
    });
  return {
    ...real,
    query: inTurns(real.query),
    longQuery: inTurns(real.longQuery),
    capabilities: { ...real.capabilities, manyProcesses: true },
    write: (build) => inTurn(process, () => real.write(build)),
  };
}

const isQuery = (made: unknown): made is object =>
  typeof made === 'object' && made !== null && 'execute' in made && 'compile' in made;

/** Mulberry32: a number in [0, 1) at each call. */
function mulberry(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
