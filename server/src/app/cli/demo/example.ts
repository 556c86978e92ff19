import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Schemas } from '@touchstone/client';
import type { MockAppOptions, MockScriptInput } from '@touchstone/mock';

/** The files of the demonstration; the README of the folder describes them. */
const FOLDER = new URL('../../../../../examples/support-assistant/', import.meta.url);
/** Tasks for agents, and an application with its questions. */
const TASKS = new URL('../../../../../examples/tasks/', import.meta.url);
const APPLICATION = new URL('../../../../../examples/application/', import.meta.url);

/** The example's own facts: prices, regions and certificates, which are invented and labelled so. */
export const EXAMPLE_CATALOG = fileURLToPath(new URL('catalog.json', FOLDER));

export interface ExampleDocument {
  title: string;
  content: string;
}

export interface ExampleQuestion {
  input: string;
  expected: string;
}

/** Fields of the example's catalogue that the demonstration uses; the service checks and reads the rest. */
interface PricedModel {
  provider: string;
  model_id: string;
  prices: { input_usd_per_million: number; output_usd_per_million: number }[];
}

export interface Example {
  documents: ExampleDocument[];
  searches: string[];
  questions: ExampleQuestion[];
  /** `questions` as text: the content of the dataset source. */
  questionLines: string;
  scenarios: Schemas['NewScenario'][];
  stacks: Schemas['NewStack'][];
  /** Scripts of the models of each simulated provider, by provider name. */
  mocks: Record<string, MockScriptInput>;
  models: PricedModel[];
  /** Without targets, because these are the stacks and the scenarios. */
  evaluation: Omit<Schemas['NewEvaluation'], 'targets'>;
  tasks: ExampleTasks;
  application: ExampleApplication;
}

interface ExampleTasks {
  /** The file of tasks, as the text of a source. */
  lines: string;
  count: number;
  /** Each calls a model of `mock`. */
  stacks: Schemas['NewStack'][];
  /** The name of the provider of these models. */
  provider: string;
  mock: MockScriptInput;
}

interface ExampleApplication {
  questions: string;
  /** Its endpoint gets the address of the started application. */
  stack: Schemas['NewStack'];
  mock: MockAppOptions;
}

/** Reads the whole example; the service and the mock server validate it. */
export async function loadExample(): Promise<Example> {
  const questionLines = await readText('questions.jsonl');
  return {
    documents: await readDocuments(),
    searches: await readJson('searches.json'),
    questions: linesOf(questionLines).map((line) => JSON.parse(line) as ExampleQuestion),
    questionLines,
    scenarios: await readJson('scenarios.json'),
    stacks: await readJson('stacks.json'),
    mocks: await readJson('mock-models.json'),
    models: (await readJson<{ models: PricedModel[] }>('catalog.json')).models,
    evaluation: await readJson('evaluation.json'),
    tasks: await readTasks(),
    application: await readApplication(),
  };
}

/** The share of right responses of the example's application. */
const APPLICATION_ACCURACY = 0.8;
/** A name that no provider of an operator has. */
const AGENT_PROVIDER = 'mock-agents';

async function readTasks(): Promise<ExampleTasks> {
  const lines = await readText('tasks.jsonl', TASKS);
  const mock = await readJson<MockScriptInput>('mock-model.json', TASKS);
  const stacks = Object.keys(mock.models ?? {}).map((model_id) => ({
    name: `${model_id[0]?.toUpperCase()}${model_id.slice(1)} agent (simulated)`,
    model: { provider: AGENT_PROVIDER, model_id },
  }));
  return { lines, count: linesOf(lines).length, stacks, provider: AGENT_PROVIDER, mock };
}

async function readApplication(): Promise<ExampleApplication> {
  const [items, documents] = await Promise.all(
    ['items.jsonl', 'documents.jsonl'].map((name) => readText(name, APPLICATION)),
  );
  const read = <T>(text = '') => linesOf(text).map((line) => JSON.parse(line) as T);
  const stack = await readJson<Schemas['NewStack']>('stack.json', APPLICATION);
  return {
    questions: await readText('questions.jsonl', APPLICATION),
    stack: { ...stack, name: `${stack.name} (simulated)` },
    mock: { items: read(items), documents: read(documents), accuracy: APPLICATION_ACCURACY },
  };
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

/** The title of a document is its first heading. */
async function readDocuments(): Promise<ExampleDocument[]> {
  const names = (await readdir(new URL('documents/', FOLDER))).filter((name) => name.endsWith('.md')).sort();
  const contents = await Promise.all(names.map((name) => readText(`documents/${name}`)));
  return contents.map((content) => ({ title: content.split('\n', 1)[0]?.replace(/^# /, '') ?? '', content }));
}

function readText(name: string, folder = FOLDER): Promise<string> {
  return readFile(new URL(name, folder), 'utf8');
}

async function readJson<T>(name: string, folder = FOLDER): Promise<T> {
  return JSON.parse(await readText(name, folder)) as T;
}
