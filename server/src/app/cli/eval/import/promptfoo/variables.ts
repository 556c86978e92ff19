import { isObject } from '../../../../../kernel/json.ts';
import { NotTaken } from './not-taken.ts';
import type { SourceFiles } from './source-files.ts';
import { MOST_CHARACTERS, shown, TemplateProblem } from './template/expression.ts';
import { renderTemplate } from './template/render.ts';

export type Variables = Readonly<Record<string, unknown>>;

const MOST_ROUNDS = 5;

/** The variables of a test with what their files hold, one in another filled. Throws `NotTaken`. */
export async function resolveVariables(vars: Variables, files: SourceFiles): Promise<Variables> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(vars)) found[name] = await readVariable(name, value, files);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let isSame = true;
    for (const [name, value] of Object.entries(found)) {
      if (typeof value !== 'string') continue;
      const filled = value.replace(/\{\{\s*(\w+)\s*\}\}/, (whole, other: string) =>
        Object.hasOwn(found, other) && other !== name ? shown(found[other]) : whole,
      );
      if (filled === value) continue;
      found[name] = filled;
      isSame = false;
    }
    if (isSame) break;
  }
  return found;
}

async function readVariable(name: string, value: unknown, files: SourceFiles): Promise<unknown> {
  if (typeof value !== 'string') return value;
  if (value.startsWith('package:')) throw new NotTaken(`the variable ${name} is made by a program`);
  if (!value.startsWith('file://')) return value.replace(/\n$/, '');
  if (/\.(?:js|ts|mjs|cjs|py)(?::\w+)?$/.test(value))
    throw new NotTaken(`the variable ${name} is made by a program, which is not run`);
  if (/\.(?:png|jpe?g|gif|webp|bmp|svg|mp4|mov|webm|mp3|wav|pdf)$/i.test(value))
    throw new NotTaken(`the variable ${name} is a file that is not text`);
  const [path] = await files.matching(value);
  if (path === undefined) throw new NotTaken(`there is no file ${value} for the variable ${name}`);
  if (/\.ya?ml$/i.test(value)) return JSON.stringify(await files.yaml(value));
  return (await files.text(value)).trim();
}

/** A text with its variables filled in. Throws `NotTaken` with what the template says that is not supported. */
export function fill(template: string, vars: Variables): string {
  try {
    return renderTemplate(template, vars);
  } catch (error) {
    if (error instanceof TemplateProblem)
      throw new NotTaken(`its template is not supported: ${error.message}`);
    throw error;
  }
}

/** Every text in a value filled, at any depth. Throws `NotTaken`. */
export function fillAll(value: unknown, vars: Variables): unknown {
  let characters = 0;
  const filled = (text: string): string => {
    const made = fill(text, vars);
    characters += made.length;
    if (characters > MOST_CHARACTERS) throw new NotTaken('what its template makes is too long');
    return made;
  };
  const all = (one: unknown): unknown => {
    if (typeof one === 'string') return filled(one);
    if (Array.isArray(one)) return one.map(all);
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [filled(name), all(inner)]));
  };
  return all(value);
}
