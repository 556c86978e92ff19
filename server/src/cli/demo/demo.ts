import { existsSync } from 'node:fs';
import type { Schemas } from '@touchstone/client';
import { CONSOLE_DIR } from '../../app.ts';
import { createLog } from '../../kernel/log.ts';
import { printResults } from '../report/print-results.ts';
import { printVerdict } from '../report/print-verdict.ts';
import { printEstimate, runEvaluation } from '../service/run-evaluation.ts';
import { type DemoService, startDemoService } from '../service/temporary-service.ts';
import { readArguments, refuseMoreWords } from '../terminal/arguments.ts';
import { tellError } from '../terminal/explain-client-error.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import { catchStopSignals, type StopSignals } from '../terminal/stop-signals.ts';
import { showDisagreement } from './disagreement.ts';
import { EXAMPLE_CATALOG, type Example, loadExample } from './example.ts';
import { startDemoMocks } from './mock-providers.ts';
import { findRealModel } from './real-model.ts';
import {
  addDataset,
  addDocuments,
  createWorkspace,
  type Stage,
  searchDocuments,
  storeScenarios,
  storeStacks,
} from './steps.ts';

const FLAGS = {
  once: { type: 'boolean' },
  quick: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Requests of load for each target and scenario with --quick. */
const QUICK_REQUESTS = 20;

/** What stands beside the figures of the run. */
const SIMULATED = ' (delays, tokens and prices of mock models are simulated)';

const HELP = `touchstone demo [--once] [--quick]: run a whole comparison on the example in examples/support-assistant

Starts a fresh service in a temporary directory, asks local mock models and a baseline program, prints what
it finds, and leaves the service running until Ctrl+C. With TOUCHSTONE_CONFIG naming a provider that lists a
model, that model joins. Nothing else on this machine is touched; the directory is removed at the end.

  --once                      End when the comparison is done
  --quick                     ${QUICK_REQUESTS} requests of load instead of 120: soon done, and too few to show much
  --help                      This text
`;

/** Resolves to 0 when the whole story was told, 1 when a step of it failed, 130 when it was broken off. */
export async function runDemo(args: string[]): Promise<number> {
  const { values, positionals } = readArguments('demo', args, FLAGS);
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  refuseMoreWords('demo', positionals);
  const signals = catchStopSignals(createLog('warn'));
  const stop = new AbortController();
  void signals.first.then(() => stop.abort());
  return perform({
    once: values.once === true,
    quick: values.quick === true,
    signals,
    signal: stop.signal,
  });
}

interface Call {
  once: boolean;
  quick: boolean;
  signals: StopSignals;
  signal: AbortSignal;
}

async function perform(call: Call): Promise<number> {
  const out = createOutput(process.stdout);
  const example = shortened(await loadExample(), call.quick);
  const mocks = await startDemoMocks(example);
  try {
    const service = await startDemoService(mocks.providers, call.signal, {
      'catalog-file': EXAMPLE_CATALOG,
    });
    try {
      return await tellAndStay({ ...service, example, out, signal: call.signal }, service, call);
    } finally {
      await service.stop((step) => call.signals.nowStopping(step));
    }
  } finally {
    await mocks.stop();
    call.signals.nowStopping('nothing that is known: something was not closed');
  }
}

/** With `quick` fewer requests of load; everything else stays. */
function shortened(example: Example, quick: boolean): Example {
  const { evaluation } = example;
  if (!quick) return example;
  const benchmarks = evaluation.benchmarks?.map((one) =>
    one.benchmark_type === 'load' ? { ...one, num_samples: QUICK_REQUESTS } : one,
  );
  return { ...example, evaluation: { ...evaluation, ...(benchmarks && { benchmarks }) } };
}

async function tellAndStay(stage: Stage, { url }: DemoService, { once, signals }: Call): Promise<number> {
  const told = await tell(stage, once ? null : url).catch((error: unknown) => failed(error, signals));
  if (typeof told === 'number') return told;
  if (once) return 0;
  stage.out.line(`The service goes on running at ${url}; Ctrl+C ends it and removes its data.`);
  await signals.first;
  return 0;
}

/** The whole main job, step by step, over HTTP. `url` is null when nothing runs there afterwards. */
async function tell(stage: Stage, url: string | null): Promise<void> {
  const { out } = stage;
  out.title('Touchstone: which model should answer our customers?');
  out.text(
    'An invented shop chooses the model of its order-support assistant. The service, the searches, the grading, the load and the statistics are real. The language models are SIMULATED by local mock models: their scores, delays, prices and certificates say nothing about any model. All numbers below come from this run.',
  );
  out.line();
  out.line(
    `A fresh service runs ${url ? `at ${url}` : 'until this is told'}, its data in a temporary directory.`,
  );

  out.title('1. A workspace');
  const workspaceId = await createWorkspace(stage);
  out.title('2. Documents');
  await addDocuments(stage, workspaceId);
  out.title('3. Searches');
  await searchDocuments(stage, workspaceId);
  out.title('4. Our own questions');
  await addDataset(stage, workspaceId);
  out.title('5. The scenarios');
  const scenarios = await storeScenarios(stage, workspaceId);
  out.title('6. The stacks');
  const stacks = await storeStacks(stage, workspaceId);
  const real = await findRealModel(stage);

  const targets = [
    ...stacks.map(({ id }) => toTarget('stack', id)),
    ...(real ? [real] : []),
    ...scenarios.map(({ id }) => toTarget('scenario', id)),
  ];
  const definition = { ...stage.example.evaluation, targets };
  out.title('7. What the comparison would cost and could find out');
  await printEstimate(stage, workspaceId, definition);
  out.title('8. The comparison');
  const evaluation = await runEvaluation(stage, workspaceId, definition);
  if (evaluation.stop_reason)
    out.text(`It stopped early: ${evaluation.stop_reason}. What was not asked is not wrong.`);
  printResults(out, evaluation, SIMULATED);
  out.title('Below the scores: a question on which the two best disagree');
  await showDisagreement(stage, workspaceId, evaluation);
  printVerdict(out, evaluation.results);
  printAddresses(out, url, workspaceId, evaluation.id);
}

function toTarget(target_type: 'stack' | 'scenario', target_id: string): Schemas['Target'] {
  return { target_type, target_id };
}

function printAddresses(out: Output, url: string | null, workspaceId: string, evaluationId: string): void {
  out.title('To look closer');
  if (url === null) {
    out.line('npm run demo, without --once, leaves the service running for it.');
    return;
  }
  const console = existsSync(CONSOLE_DIR)
    ? `${url}/console/workspaces/${workspaceId}`
    : 'not built; npm run demo builds it';
  out.line(`Console     ${console}`);
  out.line(`API docs    ${url}/docs`);
  out.line(`Evaluation  ${url}/workspaces/${workspaceId}/evaluations/${evaluationId}`);
  out.line();
}

/** A person who breaks off did not see a failure; everything else is told in a sentence where it is known. */
function failed(error: unknown, signals: StopSignals): number {
  if (signals.received()) {
    process.stderr.write('\nBroken off before the comparison was done.\n');
    return 130;
  }
  process.stderr.write(`\nThe demonstration failed: ${tellError(error)}\n`);
  return 1;
}
