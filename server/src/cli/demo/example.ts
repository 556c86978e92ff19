import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Schemas } from '@touchstone/client';
import type { MockScriptInput } from '../../mock-model/mock-model.ts';

/** The decision of the demonstration; the README of the folder describes each file. */
const FOLDER = new URL('../../../../examples/support-assistant/', import.meta.url);

/** The operator's own facts of the example: prices, regions and certificates, invented and labelled so. */
export const EXAMPLE_CATALOG = fileURLToPath(new URL('catalog.json', FOLDER));

export interface ExampleDocument {
  title: string;
  content: string;
}

export interface ExampleQuestion {
  input: string;
  expected: string;
}

/** What the example takes from its own catalogue file; the service checks and reads the rest. */
interface PricedModel {
  provider: string;
  model_id: string;
  prices: { input_usd_per_million: number; output_usd_per_million: number }[];
}

export interface Example {
  documents: ExampleDocument[];
  searches: string[];
  questions: ExampleQuestion[];
  /** `questions` as the file holds them: the content of the dataset source. */
  questionLines: string;
  scenarios: Schemas['NewScenario'][];
  stacks: Schemas['NewStack'][];
  /** What the models of each simulated provider do, by the provider's name. */
  mocks: Record<string, MockScriptInput>;
  models: PricedModel[];
  /** Without targets: these are the stacks and the scenarios. */
  evaluation: Omit<Schemas['NewEvaluation'], 'targets'>;
}

/** Reads the whole example. The service and the mock model check what is in it. */
export async function loadExample(): Promise<Example> {
  const questionLines = await readText('questions.jsonl');
  return {
    documents: await readDocuments(),
    searches: await readJson('searches.json'),
    questions: questionLines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ExampleQuestion),
    questionLines,
    scenarios: await readJson('scenarios.json'),
    stacks: await readJson('stacks.json'),
    mocks: await readJson('mock-models.json'),
    models: (await readJson<{ models: PricedModel[] }>('catalog.json')).models,
    evaluation: await readJson('evaluation.json'),
  };
}

/** The title of a document is its first heading. */
async function readDocuments(): Promise<ExampleDocument[]> {
  const names = (await readdir(new URL('documents/', FOLDER))).filter((name) => name.endsWith('.md')).sort();
  const contents = await Promise.all(names.map((name) => readText(`documents/${name}`)));
  return contents.map((content) => ({ title: content.split('\n', 1)[0]?.replace(/^# /, '') ?? '', content }));
}

function readText(name: string): Promise<string> {
  return readFile(new URL(name, FOLDER), 'utf8');
}

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readText(name)) as T;
}
