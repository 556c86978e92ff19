import { answer, type Client, type Schemas } from '@touchstone/client';
import {
  chooseWorkspace,
  clientFor,
  findService,
  NAMED_SERVICE_FLAGS,
  NAMED_SERVICE_HELP,
  reportFailure,
} from '../service/named-service.ts';
import { type Call, command, refuseMoreWords, UsageError } from '../terminal/arguments.ts';
import { plainText } from '../terminal/plain-text.ts';
import { describeImport } from './describe-import.ts';
import { DamagedFile } from './file-parts.ts';
import { type ImportAddress, sendFile, waitForImport } from './send-file.ts';

const FLAGS = {
  ...NAMED_SERVICE_FLAGS,
  workspace: { type: 'string' },
  name: { type: 'string' },
  format: { type: 'string' },
  sample: { type: 'string' },
  by: { type: 'string' },
  seed: { type: 'string' },
  grader: { type: 'string' },
  'phone-region': { type: 'string' },
  'no-redaction': { type: 'boolean' },
  resume: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone import FILE: import recorded traffic as a dataset and as load

FILE contains JSON Lines or one JSON document, plain or compressed with gzip: OTLP/JSON spans, OpenAI stored
completions, LiteLLM logs, a Langfuse export, a hosted-evals export, or plain lines (docs/how-to/own-data.md#recorded-traffic). Secrets and personal data are redacted before anything is stored.

${NAMED_SERVICE_HELP}
  --workspace NAME      A workspace, by name or id; optional if there is only one
  --name NAME           The name of the import; default: the file's name
  --format FORMAT       otlp, openai, litellm, langfuse, hosted_evals or jsonl; default: detected from the first record
  --sample N            Items of the dataset; default 1000
  --by LIST             Properties for stratified sampling: model, route, length, session; default model,route,length
  --seed N              The random seed of the sample; default 1
  --grader NAME         The grader for items without one in the file; default f1
  --phone-region CC     The country for telephone numbers without a country code; default US
  --no-redaction        Stores secrets and personal data without redaction
  --resume ID           Continues an interrupted or paused import
  --json                Prints JSON
  --help                This text

Exit codes: 0 imported, 1 refused or failed, 2 wrong usage
`;

type Values = Call<typeof FLAGS>['values'];

export const runImport = command('import', FLAGS, HELP, async ({ values, positionals }) => {
  const [file = '', ...more] = positionals;
  refuseMoreWords('import', more);
  if (file === '') throw new UsageError('touchstone import needs a file; see --help.');
  const client = clientFor(await findService(values), new AbortController().signal);
  let at: ImportAddress | undefined;
  try {
    const workspace_id = await chooseWorkspace(client, values.workspace);
    const begun = await createImport(client, workspace_id, file, values);
    at = { workspace_id, import_id: begun.id };
    const say = (text: string) => process.stderr.write(`${plainText(text)}\n`);
    await sendFile(client, at, file, begun.received_bytes, say);
    const done = await waitForImport(client, at);
    process.stdout.write(
      values.json === true ? `${JSON.stringify(done, null, 2)}\n` : plainText(describeImport(done)),
    );
    return done.status === 'ready' ? 0 : 1;
  } catch (error) {
    if (error instanceof DamagedFile && at !== undefined) {
      const damaged = plainText(error.message);
      if (values.resume !== undefined) {
        process.stderr.write(
          `${damaged} The parts sent so far are stored: continue with the complete file and --resume ${at.import_id}, or delete the import.\n`,
        );
        return 1;
      }
      await deleteImport(client, at);
      process.stderr.write(`${damaged} Nothing was stored.\n`);
      return 1;
    }
    const exitCode = reportFailure(error, 1);
    if (at !== undefined && (await canGoOn(client, at)))
      process.stderr.write(
        `If the upload was interrupted, continue with: touchstone import ${plainText(file)} --resume ${at.import_id}\n`,
      );
    return exitCode;
  }
});

/** Deletes the upload of a file that turned out to be damaged, as the service does. */
async function deleteImport(client: Client, path: ImportAddress): Promise<void> {
  await answer(client.DELETE('/workspaces/{workspace_id}/imports/{import_id}', { params: { path } }));
}

/** Whether the import accepts more of its file. If the service does not respond, it may be away only for a while. */
async function canGoOn(client: Client, path: ImportAddress): Promise<boolean> {
  const found = answer(client.GET('/workspaces/{workspace_id}/imports/{import_id}', { params: { path } }));
  return found.then(
    ({ status }) => status !== 'failed',
    () => true,
  );
}

function createImport(
  client: Client,
  workspace_id: string,
  file: string,
  values: Values,
): Promise<Schemas['Import']> {
  if (values.resume !== undefined) {
    const path = { workspace_id, import_id: values.resume };
    const body = { paused: false };
    return answer(client.PATCH('/workspaces/{workspace_id}/imports/{import_id}', { params: { path }, body }));
  }
  const sample = {
    ...(values.sample !== undefined && { size: wholeNumber('--sample', values.sample) }),
    ...(values.by !== undefined && { by: values.by.split(',').map((word) => word.trim()) }),
    ...(values.seed !== undefined && { seed: wholeNumber('--seed', values.seed) }),
  };
  const body = {
    name: values.name ?? (file.split(/[\\/]/).at(-1) as string),
    ...(values.format !== undefined && { format: values.format }),
    ...(values.grader !== undefined && { grader: values.grader }),
    ...(values['phone-region'] !== undefined && { phone_region: values['phone-region'] }),
    ...(values['no-redaction'] === true && { redact: false }),
    ...(Object.keys(sample).length > 0 && { sample }),
  } as Schemas['NewImport'];
  return answer(
    client.POST('/workspaces/{workspace_id}/imports', { params: { path: { workspace_id } }, body }),
  );
}

function wholeNumber(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`${flag} must be a whole number, not "${text}".`);
}
