import { isObject, parseJson } from '../../kernel/json.ts';
import { createLog } from '../../kernel/log.ts';
import {
  addressProblem,
  createOwnGraders,
  expectsNothing,
  failedGrade,
  type GradeResult,
  type GraderSpec,
  givenAnswer,
  gradeAsking,
  graderProblems,
  modelsAsked,
  ownGraderProblem,
} from '../../measure/graders/graders.ts';
import { createModels } from '../../models/models.ts';
import { type Config, loadConfig } from '../../platform/config.ts';
import { command, refuseMoreWords, UsageError } from './terminal/arguments.ts';
import { plainLine } from './terminal/plain-text.ts';
import { readText } from './terminal/read-file.ts';

const FLAGS = {
  try: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone grade --try GRADER SAMPLES [--json]

Grades your own responses without a service and prints the score of each with its reason and figures, or why it has no
score; for errors in code, the line and column. Nothing is stored. Only the grader http sends anything: to its server,
whose host must be in TARGET_ALLOW_HOSTS or this machine.

  GRADER        A file of code with the function grade (.js, .py), a JSON file or JSON {"type", "options"}, or a name
  SAMPLES       A JSON or JSON Lines file, or JSON: {"response", "expected", "input", "metadata"}, or a list of them
  --json        Prints JSON
  --help        This text

Exit codes: 0 every response has a score, 1 one has none, 2 wrong usage
`;

const LANGUAGES: Readonly<Record<string, string>> = { js: 'javascript', mjs: 'javascript', py: 'python' };

interface Sample {
  response: string;
  expected: string | string[];
  input: string;
  metadata?: Record<string, unknown>;
}

/** The command `touchstone grade`; resolves to the exit code. */
export const runGrade = command('grade', FLAGS, HELP, async ({ values, positionals }) => {
  const [grader, given, ...more] = positionals;
  if (values.try !== true || grader === undefined || given === undefined)
    throw new UsageError(
      'touchstone grade needs --try, a grader and samples, as in: touchstone grade --try grader.js samples.jsonl.',
    );
  refuseMoreWords('grade', more);
  const spec = await readSpec(grader);
  const samples = (await readRows(given)).map(readSample);
  const config = loadConfig();
  refuseUnusable(spec, samples, config);
  const grades = await gradeAll(spec, samples, config);
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(grades, null, 2)}\n`
      : grades.map((grade, i) => `${i + 1}: ${plainLine(describe(grade))}\n`).join(''),
  );
  return grades.every(({ state }) => state === 'scored') ? 0 : 1;
});

async function readSpec(text: string): Promise<GraderSpec> {
  const [, ending = ''] = /\.(\w+)$/.exec(text) ?? [];
  const language = LANGUAGES[ending];
  if (language !== undefined) return { type: 'code', options: { language, source: await readText(text) } };
  const isName = /^\w+$/.test(text);
  const spec = isName ? { type: text } : parseJson(ending === 'json' ? await readText(text) : text);
  const { type, options = {} } = isObject(spec) ? spec : {};
  if (typeof type !== 'string' || !isObject(options))
    throw new UsageError(
      `${text} is not a grader: use a name, {"type", "options"}, or a file of code (.js, .py).`,
    );
  return { type, options };
}

async function readRows(text: string): Promise<unknown[]> {
  const inline = parseJson(text);
  if (inline !== undefined) return Array.isArray(inline) ? inline : [inline];
  const content = await readText(text);
  const whole = parseJson(content);
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  return content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => parseJson(line) ?? fail(`Line ${i + 1} of ${text} is not JSON.`));
}

function readSample(row: unknown, i: number): Sample {
  const { response, expected = '', input = '', metadata } = isObject(row) ? row : {};
  const answers = Array.isArray(expected) ? expected.map(String) : String(expected);
  if (typeof response !== 'string') return fail(`Sample ${i + 1} has no text "response".`);
  return {
    response,
    expected: answers,
    input: String(input),
    ...(isObject(metadata) && { metadata }),
  };
}

function refuseUnusable(spec: GraderSpec, samples: readonly Sample[], { commandGraders }: Config): void {
  if (samples.length === 0) fail('There are no samples.');
  for (const [i, { expected }] of samples.entries()) {
    const isMissing = expected === '' && !expectsNothing(spec);
    const [problem] = graderProblems(spec, isMissing ? 'text' : expected);
    if (problem !== undefined) fail(`Sample ${i + 1}: ${problem}.`);
    if (isMissing) fail(`Sample ${i + 1}: expected is missing.`);
  }
  if (modelsAsked(spec).length > 0)
    fail(`The grader ${spec.type} calls a model; this command runs only graders without a model.`);
  const missing = ownGraderProblem(spec, commandGraders);
  if (missing !== null) fail(missing);
}

/** Calls servers by the settings of the environment, as a service would. */
function openModels(spec: GraderSpec, { targetAllowHosts: allowHosts, targetSecrets: secrets }: Config) {
  const targets = { allowHosts, secrets, allowsLoopback: () => true };
  const models = createModels({ providers: [], targets, log: createLog('silent') });
  const refused = addressProblem(spec, models);
  if (refused !== null) fail(refused);
  return models;
}

async function gradeAll(
  spec: GraderSpec,
  samples: readonly Sample[],
  config: Config,
): Promise<GradeResult[]> {
  const models = openModels(spec, config);
  const own = createOwnGraders(models, config.commandGraders);
  const noModel = () => Promise.reject(new Error('No model is called here.'));
  const services = { embed: noModel, judge: noModel, code: own.code, http: own.http, command: own.command };
  try {
    return await Promise.all(
      samples.map(({ response, expected, input, metadata }) =>
        gradeAsking(spec, expected, givenAnswer(response, input, metadata), services).catch(
          (error: unknown) => failedGrade(spec, error),
        ),
      ),
    );
  } finally {
    await Promise.all([own.stop(new Error('It has ended.')), models.stop()]);
  }
}

function describe(grade: GradeResult): string {
  if (grade.state === 'unscored') return `no score: ${grade.message ?? grade.reason}`;
  const { score, details = {}, message, extracted } = grade;
  const figures = Object.entries(details).flatMap(([name, value]) =>
    typeof value === 'number' ? [`${name} ${value}`] : [],
  );
  return [
    `score ${score}`,
    ...(extracted === null ? [] : [`found ${JSON.stringify(extracted)}`]),
    ...(message ? [message] : []),
    ...figures,
  ].join('; ');
}

function fail(message: string): never {
  throw new UsageError(message);
}
