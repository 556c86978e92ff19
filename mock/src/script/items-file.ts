import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type FieldError, InvalidInput } from '../invalid-input.ts';
import { type LookupItem, readItem } from './answers.ts';
import type { Behaviour, MockScript } from './script.ts';

/**
 * The script with every `file` of its answers read into `items`; relative names start at `baseDir`. Throws
 * `invalid_request` naming the file and the line.
 */
export async function loadFiles(script: MockScript, baseDir: string): Promise<MockScript> {
  const load = async (behaviour: Behaviour): Promise<Behaviour> => {
    const { answers } = behaviour;
    if (answers.kind !== 'solver' || answers.file === null) return behaviour;
    const items = await readItems(resolve(baseDir, answers.file));
    return { ...behaviour, answers: { ...answers, items, file: null } };
  };
  const models = new Map<string, Behaviour>();
  for (const [name, behaviour] of script.models) models.set(name, await load(behaviour));
  return { ...script, defaults: await load(script.defaults), models };
}

async function readItems(path: string): Promise<LookupItem[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new InvalidInput(`The items file ${path} cannot be read.`, { cause });
  });
  const items = text
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [readLine(line, path, i + 1)]));
  if (items.length === 0) throw new InvalidInput(`The items file ${path} holds no item.`);
  return items;
}

function readLine(line: string, path: string, number: number): LookupItem {
  const errors: FieldError[] = [];
  const item = readItem(parseOrUndefined(line), { pointer: '', errors });
  if (item !== undefined) return item;
  const { pointer, detail } = errors[0] ?? { pointer: '', detail: 'is not JSON' };
  throw new InvalidInput(`${path}, line ${number}: ${pointer.slice(1) || 'the line'} ${detail}.`);
}

function parseOrUndefined(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
