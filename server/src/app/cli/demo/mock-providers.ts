import { type MockScriptInput, startMockApp, startMockModel } from '@touchstone/mock';
import type { Config } from '../../../platform/config.ts';
import type { Example, ExampleQuestion } from './example.ts';

type Provider = Config['providers'][number];

export interface MockProviders {
  /** The mock models as configured in the service. */
  providers: Provider[];
  /** The example with the address of its started application. */
  example: Example;
  stop(): Promise<void>;
}

/** Starts one local mock server for each simulated provider of the example, and its application. */
export async function startMockProviders(example: Example): Promise<MockProviders> {
  const { mocks, models, questions, tasks, application } = example;
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(started.map((mock) => mock.stop()));
  };
  try {
    const providers: Provider[] = [];
    for (const [name, script] of Object.entries(mocks)) {
      const server = await startMockModel({ script: withAnswers(script, questions) });
      started.push(server);
      providers.push(toProvider(name, server.url, models));
    }
    const agents = await startMockModel({ script: tasks.mock });
    started.push(agents);
    providers.push(agentsOf(tasks, agents.url));
    const app = await startMockApp(application.mock);
    started.push(app);
    return { providers, example: { ...example, application: askedAt(application, app.url) }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Invented prices, from which the cost of a solved task follows. */
const AGENT_PRICE = { input_usd_per_million: '2', output_usd_per_million: '8' };

function agentsOf({ provider, stacks }: Example['tasks'], url: string): Provider {
  const models = stacks.flatMap(({ model }) => model.model_id ?? []);
  const prices = Object.fromEntries(models.map((id) => [id, AGENT_PRICE]));
  return {
    name: provider,
    kind: 'openai-compatible',
    baseUrl: `${url}/v1`,
    maxConcurrency: 16,
    models,
    prices,
  };
}

function askedAt(application: Example['application'], url: string): Example['application'] {
  const { stack } = application;
  const { endpoint } = stack;
  return {
    ...application,
    stack: { ...stack, ...(endpoint && { endpoint: { ...endpoint, url: `${url}/answer` } }) },
  };
}

/** Uses the prices of the example's catalogue, so that the costs of runs and months agree. */
function toProvider(name: string, url: string, models: Example['models']): Provider {
  const prices = Object.fromEntries(
    models
      .filter(({ provider }) => provider === name)
      .map(({ model_id, prices: [price] }) => [
        model_id,
        {
          input_usd_per_million: String(price?.input_usd_per_million),
          output_usd_per_million: String(price?.output_usd_per_million),
        },
      ]),
  );
  return {
    name,
    kind: 'openai-compatible',
    baseUrl: `${url}/v1`,
    maxConcurrency: 16,
    models: Object.keys(prices),
    prices,
  };
}

/** A mock model cannot read, so it gets the right answers and gives wrong ones at the rates of its script. */
function withAnswers(script: MockScriptInput, questions: readonly ExampleQuestion[]): MockScriptInput {
  const items = questions.map(({ input, expected }) => ({ input, expected }));
  const models = Object.entries(script.models ?? {}).map(([id, model]) => [
    id,
    model.answers?.kind === 'solver' ? { ...model, answers: { ...model.answers, items } } : model,
  ]);
  return { ...script, models: Object.fromEntries(models) };
}
