import type { Config } from '../../config.ts';
import { type MockModel, type MockScriptInput, startMockModel } from '../../mock-model/mock-model.ts';
import type { Example, ExampleQuestion } from './example.ts';

type Provider = Config['providers'][number];

export interface MockProviders {
  /** The mock models as the service knows them. */
  providers: Provider[];
  stop(): Promise<void>;
}

/** Starts one local mock server for each simulated provider of the example. */
export async function startMockProviders({ mocks, models, questions }: Example): Promise<MockProviders> {
  const started: MockModel[] = [];
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
    return { providers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The prices are those of the example's catalogue, so that what runs cost and what a month costs agree. */
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

/** A mock cannot read: it is given the right answers, and gives wrong ones at the rates of its script. */
function withAnswers(script: MockScriptInput, questions: readonly ExampleQuestion[]): MockScriptInput {
  const items = questions.map(({ input, expected }) => ({ input, expected }));
  const models = Object.entries(script.models ?? {}).map(([id, model]) => [
    id,
    model.answers?.kind === 'solver' ? { ...model, answers: { ...model.answers, items } } : model,
  ]);
  return { ...script, models: Object.fromEntries(models) };
}
