import { AppError } from '../../kernel/errors.ts';
import type { Tools } from '../../tools/tools.ts';
import type { Part, Question } from '../answer.ts';
import { callTool } from '../rules/call-tool.ts';
import { named, plain } from '../rules/markdown.ts';
import { namedIn } from '../rules/names-in-text.ts';
import { listedNames, say } from '../rules/say.ts';

type Benchmark = { type: string; title: string; offline: boolean | null };
type Requested = { approval: { id: string; evaluation_name: string; expires_at: string } };

const FETCHES = /^\W*(?:(?:please|bitte|then|now|ok(?:ay)?)\W+)*(?:fetch|download|lade)(?!\p{L})/iu;

/** Whether a person wants the data of a benchmark. */
export const asksToFetch = (text: string) => FETCHES.test(text);

/** Asks an admin to load the data of the benchmark that is named. */
export async function* fetchData(tools: Tools, question: Question): AsyncGenerator<Part> {
  const { data } = yield* callTool<{ data: Benchmark[] }>(tools, question, 'list_benchmarks', {
    available: true,
  });
  const text = question.text.replaceAll('_', ' ');
  const [benchmark, ...others] = namedIn(text, data, ({ type }) => type.replaceAll('_', ' '));
  const missing = data.filter(({ offline }) => offline === false).map(({ type }) => ({ name: type }));
  if (!benchmark || others.length > 0)
    return yield say(
      `Name one benchmark whose data shall be loaded, such as “fetch gsm8k”. Not here yet: ${listedNames(missing)}.`,
    );
  if (benchmark.offline !== false)
    return yield say(`The data of ${plain(benchmark.type)} is here: it needs no fetching.`);
  try {
    const { approval } = yield* callTool<Requested>(tools, question, 'request_benchmark_data', {
      benchmark_type: benchmark.type,
    });
    yield { type: 'made', made: { kind: 'approval', id: approval.id, name: approval.evaluation_name } };
    yield say(
      `I asked for the data of ${named(benchmark.title)}, from where it is published. Nothing is loaded before an admin approves it below, until ${approval.expires_at}.`,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield say(`The data of ${plain(benchmark.type)} cannot be asked for: ${plain(error.message)}`);
  }
}
