import { existsSync } from 'node:fs';
import type { Schemas } from '@touchstone/client';
import { DEMO_COMMAND } from '../../../kernel/how-called.ts';
import { createLog } from '../../../kernel/log.ts';
import { CONSOLE_DIR } from '../../app.ts';
import { printEstimate } from '../report/print-estimate.ts';
import { printResults } from '../report/print-results.ts';
import { printVerdict } from '../report/print-verdict.ts';
import { startTemporaryService } from '../service/service.ts';
import { command, refuseMoreWords } from '../terminal/arguments.ts';
import { isOutputClosed } from '../terminal/closed-output.ts';
import { explainClientError } from '../terminal/explain-client-error.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import { catchStopSignals, type StopSignals } from '../terminal/stop-signals.ts';
import { showDisagreement } from './disagreement.ts';
import { EXAMPLE_CATALOG, type Example, loadExample } from './example.ts';
import { startMockProviders } from './mock-providers.ts';
import {
  addDataset,
  addDocuments,
  createWorkspace,
  type DemoContext,
  findRealModel,
  runEvaluation,
  searchDocuments,
  storeScenarios,
  storeStacks,
} from './steps.ts';
import { measureWhatShips } from './what-ships.ts';

const FLAGS = {
  once: { type: 'boolean' },
  quick: { type: 'boolean' },
} as const;

/** Number of load requests for each target and scenario with --quick. */
const QUICK_REQUESTS = 20;

/** Added to the heading of the run's figures. */
const SIMULATED_NOTE = ' (delays, tokens and prices of mock models are simulated)';

const HELP = `touchstone demo [--once] [--quick]: run a complete comparison on the example in examples/support-assistant

Starts a new service in a temporary directory, evaluates local mock models and a baseline program, prints the
results, and keeps the service running until Ctrl+C. If TOUCHSTONE_CONFIG has a provider with a listed model,
that model is included. Nothing else on this machine is changed; the directory is removed at the end.

  --once                      End when the comparison is done
  --quick                     ${QUICK_REQUESTS} load requests instead of 200: faster, but with less evidence
  --help                      This text
`;

/** Resolves to the exit code: 0 when every step was done, 1 when a step failed, 130 after Ctrl+C. */
export const runDemo = command('demo', FLAGS, HELP, async ({ values, positionals }) => {
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
});

interface Call {
  once: boolean;
  quick: boolean;
  signals: StopSignals;
  signal: AbortSignal;
}

async function perform(call: Call): Promise<number> {
  const { signal, signals } = call;
  const out = createOutput(process.stdout);
  const example = withFewerRequests(await loadExample(), call.quick);
  const mocks = await startMockProviders(example);
  try {
    const settings = { 'catalog-file': EXAMPLE_CATALOG };
    const service = await startTemporaryService(signal, { providers: mocks.providers, settings });
    try {
      const context = { client: service.client, example: mocks.example, out, signal };
      return await runAndStay(context, service.url, call);
    } finally {
      await service.stop((step) => signals.nowStopping(step));
    }
  } finally {
    await mocks.stop();
    signals.nowStopping('an unknown part');
  }
}

/** With `quick`, sends fewer load requests; everything else is unchanged. */
function withFewerRequests(example: Example, quick: boolean): Example {
  const { evaluation } = example;
  if (!quick) return example;
  const benchmarks = evaluation.benchmarks?.map((one) =>
    one.benchmark_type === 'load' ? { ...one, num_samples: QUICK_REQUESTS } : one,
  );
  return { ...example, evaluation: { ...evaluation, ...(benchmarks && { benchmarks }) } };
}

async function runAndStay(context: DemoContext, url: string, { once, signals }: Call): Promise<number> {
  try {
    await runSteps(context, once ? null : url);
  } catch (error) {
    return reportFailure(error, signals);
  }
  if (once) return 0;
  context.out.line(`The service keeps running at ${url}; Ctrl+C stops it and removes its data.`);
  await signals.first;
  return 0;
}

/** Runs the whole demonstration step by step over HTTP. `url` is null if the service ends with the last step. */
async function runSteps(context: DemoContext, url: string | null): Promise<void> {
  const { out } = context;
  out.title('Touchstone: which model should answer our customers?');
  out.text(
    'A fictional shop chooses the model of its order-support assistant. The service, the searches, the grading, the load and the statistics are real. The language models are SIMULATED by local mock models: their scores, delays, prices and certificates say nothing about any model. All numbers below come from this run.',
  );
  out.line();
  out.line(
    `A new service runs ${url ? `at ${url}` : 'until the comparison is done'}; its data is in a temporary directory.`,
  );

  out.title('1. A workspace');
  const workspaceId = await createWorkspace(context);
  out.title('2. Documents');
  await addDocuments(context, workspaceId);
  out.title('3. Searches');
  await searchDocuments(context, workspaceId);
  out.title('4. Our own questions');
  await addDataset(context, workspaceId);
  out.title('5. The requirements');
  const scenarios = await storeScenarios(context, workspaceId);
  out.title('6. The candidates');
  const stacks = await storeStacks(context, workspaceId);
  const real = await findRealModel(context);

  const targets = [
    ...stacks.map(({ id }) => toTarget('stack', id)),
    ...(real ? [real] : []),
    ...scenarios.map(({ id }) => toTarget('scenario', id)),
  ];
  const definition = { ...context.example.evaluation, targets };
  out.title('7. Cost and statistical power of the comparison');
  await printEstimate(context, workspaceId, definition);
  out.title('8. The comparison');
  const evaluation = await runEvaluation(context, workspaceId, definition);
  if (evaluation.stop_reason)
    out.text(`It stopped early: ${evaluation.stop_reason}. Items that were not sent do not count as wrong.`);
  printResults(out, evaluation.results, SIMULATED_NOTE);
  out.title('An item on which the two best candidates disagree');
  await showDisagreement(context, workspaceId, evaluation);
  printVerdict(out, evaluation.results);
  out.title('9. An agent’s tasks, and an application');
  const shipped = await measureWhatShips(context);
  printAddresses(out, url, { workspaceId, evaluationId: evaluation.id, shipped });
}

function toTarget(target_type: 'stack' | 'scenario', target_id: string): Schemas['Target'] {
  return { target_type, target_id };
}

interface MadeResource {
  workspaceId: string;
  evaluationId: string;
  /** The workspace of the agents and the application. */
  shipped: string;
}

function printAddresses(
  out: Output,
  url: string | null,
  { workspaceId, evaluationId, shipped }: MadeResource,
): void {
  out.title('More details');
  if (url === null) {
    out.line(`${DEMO_COMMAND}, without --once, leaves the service running for it.`);
    return;
  }
  const consoleOf = (id: string) =>
    existsSync(CONSOLE_DIR) ? `${url}/console/workspaces/${id}` : 'not built; npm run demo builds it';
  out.line(`Console     ${consoleOf(workspaceId)}`);
  out.line(`Agents      ${consoleOf(shipped)}`);
  out.line(`API docs    ${url}/docs`);
  out.line(`Evaluation  ${url}/workspaces/${workspaceId}/evaluations/${evaluationId}`);
  out.line();
}

/** Ctrl+C is not a failure. Other errors are printed as one sentence if their remedy is known. */
function reportFailure(error: unknown, signals: StopSignals): number {
  if (signals.received()) {
    if (!isOutputClosed()) process.stderr.write('\nInterrupted before the comparison was done.\n');
    return 130;
  }
  process.stderr.write(`\nThe demonstration failed: ${explainClientError(error)}\n`);
  return 1;
}
