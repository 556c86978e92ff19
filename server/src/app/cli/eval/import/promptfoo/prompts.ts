import { basename, extname } from 'node:path';
import { isObject, parseJson } from '../../../../../kernel/json.ts';
import type { DatasetRow, Notices } from '../imported.ts';
import { NotTaken, orNothing } from './not-taken.ts';
import type { SourceFiles } from './source-files.ts';
import { toList } from './to-list.ts';
import { fill, fillAll, type Variables } from './variables.ts';

export interface Prompt {
  readonly label: string;
  readonly text: string;
}

/** The prompts of a configuration: texts, files, folders and patterns; one file may hold several. */
export async function readPrompts(
  config: Readonly<Record<string, unknown>>,
  files: SourceFiles,
  notices: Notices,
): Promise<Prompt[]> {
  const given = config.prompts;
  const entries =
    isObject(given) && given.raw === undefined && given.id === undefined
      ? Object.entries(given).map(([id, label]) => ({ id, label }))
      : toList(given);
  const prompts: Prompt[] = [];
  for (const [i, one] of entries.entries()) {
    const place =
      files.placeOf(one) ??
      (Array.isArray(given) ? files.placeOf(given, i) : files.placeOf(config, 'prompts'));
    const add = (sentence: string) => notices.add(sentence, place);
    const raw = isObject(one) ? (one.raw ?? one.id) : one;
    if (typeof raw !== 'string') {
      add(`Prompt ${i + 1} is not a text; it is skipped.`);
      continue;
    }
    const label = isObject(one) && typeof one.label === 'string' ? one.label : null;
    const found = await promptsOf(raw, files, add);
    const isOne = found.length === 1;
    for (const prompt of found)
      prompts.push(
        isOne && label !== null
          ? { ...prompt, label }
          : { ...prompt, label: prompt.label || `prompt ${i + 1}` },
      );
  }
  return distinct(prompts);
}

/** Two prompts of one file, or of one name, are told apart by numbers. */
function distinct(prompts: readonly Prompt[]): Prompt[] {
  const seen = new Map<string, number>();
  return prompts.map(({ label, text }) => {
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return { label: times === 1 ? label : `${label} (${times})`, text };
  });
}

type Add = (sentence: string) => void;

const PROGRAM = /\.(?:js|ts|mjs|cjs|py|rb|sh)(?::\w+)?$/;
const FILE = /\.(?:txt|md|json|jsonl|ya?ml|csv|j2)$/i;

async function promptsOf(raw: string, files: SourceFiles, add: Add): Promise<Prompt[]> {
  const isReference = raw.startsWith('file://') || isPath(raw, files);
  if (/^(?:exec:|[a-z]+:\/\/)/.test(raw) && !raw.startsWith('file://')) {
    add(`The prompt ${raw} is not a file on this machine; it is skipped.`);
    return [];
  }
  if (!isReference) return [{ label: '', text: raw }];
  if (PROGRAM.test(raw)) {
    add(`The prompt ${raw} is made by a program, which is not run; it is skipped.`);
    return [];
  }
  const refuse = (why: string) => add(`A prompt is skipped: ${why}.`);
  return orNothing(async () => {
    const paths = await files.matching(raw);
    if (paths.length === 0) add(`There is no file ${raw}; the prompt is skipped.`);
    const found = paths.map((path) => orNothing(() => promptsIn(path, files, add), refuse));
    return (await Promise.all(found)).flat();
  }, refuse);
}

/** A prompt of one line that names files which are there. */
const isPath = (raw: string, files: SourceFiles): boolean =>
  !/[\n{]/.test(raw) &&
  (FILE.test(raw) || PROGRAM.test(raw)) &&
  (raw.includes('*') || files.isFile(raw) || PROGRAM.test(raw));

const SEPARATOR = /^---[ \t]*$/m;

async function promptsIn(path: string, files: SourceFiles, add: Add): Promise<Prompt[]> {
  const label = basename(path, extname(path));
  if (/\.txt$/i.test(path))
    return (await files.text(path))
      .split(SEPARATOR)
      .map((text) => ({ label, text: text.trim() }))
      .filter(({ text }) => text !== '');
  if (/\.jsonl$/i.test(path))
    return (await files.text(path))
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((text) => ({ label, text }));
  if (/\.ya?ml$/i.test(path)) return [{ label, text: JSON.stringify(await files.yaml(path)) }];
  if (/\.csv$/i.test(path))
    return (await files.rows(path)).map((row) => ({
      label: typeof row.label === 'string' ? row.label : label,
      text: String(row.prompt ?? Object.values(row)[0] ?? ''),
    }));
  if (FILE.test(path)) return [{ label, text: await files.text(path) }];
  add(`The prompt ${files.shownName(path)} is not a text; it is skipped.`);
  return [];
}

/** What a prompt asks with these variables: messages where it is a JSON list of them, else one question. Throws `NotTaken`. */
export function fillPrompt(prompt: string, vars: Variables): NonNullable<DatasetRow['input']> {
  const form: unknown = /^\s*[[{"]/.test(prompt) ? parseJson(prompt) : undefined;
  const filled = form === undefined ? fill(prompt, vars) : JSON.stringify(fillAll(form, vars), null, 2);
  if (filled.trim() === '') throw new NotTaken('its prompt is empty');
  const messages = asMessages(filled);
  return messages ?? filled;
}

const ROLES: Readonly<Record<string, string>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
};

function asMessages(text: string): { role: string; content: string }[] | null {
  const found: unknown = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
  if (!Array.isArray(found) || found.length === 0 || !found.every((one) => isObject(one) && 'role' in one))
    return null;
  const messages = found.map(({ role, content }) => {
    const known = ROLES[String(role)];
    const said = typeof content === 'string' ? content : textIn(content);
    if (known === undefined || said === null)
      throw new NotTaken(`its prompt has a message of ${String(role)} that is not a text`);
    return { role: known, content: said };
  });
  if (messages.at(-1)?.role !== 'user')
    throw new NotTaken('its prompt does not end with a message of the user');
  return messages.filter(({ content }) => content !== '');
}

/** The text of a content that is a list of texts; null where it is anything else. */
function textIn(content: unknown): string | null {
  if (!Array.isArray(content)) return null;
  const texts = content.map((one) => (isObject(one) && one.type === 'text' ? one.text : null));
  return texts.every((one) => typeof one === 'string') ? texts.join('\n') : null;
}
