import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Type } from 'typebox';
import type { FieldError } from '../../../kernel/errors.ts';
import { schemaErrors } from '../../../platform/http/validation.ts';
import { checkFacts } from './check.ts';
import { factKey, mergeFacts } from './merge.ts';
import { FACT_TABLES, type Facts, type ModelFact } from './schemas.ts';

const Own = Type.Partial(Type.Object(FACT_TABLES), { additionalProperties: false });

/** The operator's file cannot be used; the message names the file and every invalid place. */
export class CatalogFileError extends Error {
  override readonly name = 'CatalogFileError';
  readonly errors: readonly FieldError[];

  constructor(file: string, detail: string, errors: readonly FieldError[] = []) {
    const places = errors.map((error) => `\n  ${error.pointer || '/'} ${error.detail}`).join('');
    super(`CATALOG_FILE (${file}) ${detail}${places}`);
    this.errors = errors;
  }
}

/**
 * The facts of `base` extended by the operator's file, a JSON object with the same tables (`{"models": [...],
 * "regions": [...]}`). Throws `CatalogFileError`.
 */
export function readCatalogFile(file: string, base: Facts): { own: Partial<Facts>; facts: Facts } {
  return useFacts(file, readJson(file), base);
}

/**
 * Writes rows of models into the operator's file, replacing rows with the same key. The file is created if missing and
 * replaced atomically. Throws `CatalogFileError` if the result would be invalid.
 */
export function writeOperatorModels(file: string, models: readonly ModelFact[], base: Facts): void {
  const own = existsSync(file) ? readCatalogFile(file, base).own : {};
  const rows = new Map([...(own.models ?? []), ...models].map((row) => [factKey('models', row), row]));
  const changed = { ...own, models: [...rows.values()] };
  useFacts(file, changed, base);
  const draft = `${file}.draft`;
  writeFileSync(draft, `${JSON.stringify(changed, null, 2)}\n`);
  renameSync(draft, file);
}

function useFacts(file: string, value: unknown, base: Facts): { own: Partial<Facts>; facts: Facts } {
  const own = value as Partial<Facts>;
  const shape = schemaErrors(Own, value);
  if (shape.length > 0) throw new CatalogFileError(file, 'does not fit:', shape);
  const facts = mergeFacts(base, own);
  const problems = checkFacts(own, facts);
  if (problems.length > 0) throw new CatalogFileError(file, 'contradicts itself or the catalogue:', problems);
  return { own, facts };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CatalogFileError(file, code === 'ENOENT' ? 'does not exist.' : `cannot be read: ${message}.`);
  }
}
