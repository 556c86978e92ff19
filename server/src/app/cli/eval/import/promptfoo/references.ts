import { count } from '@touchstone/report/figures';
import { isObject } from '../../../../../kernel/json.ts';
import { UsageError } from '../../../terminal/arguments.ts';
import type { SourceFiles } from './source-files.ts';

const MOST_LEVELS = 50;
/** References that name each other twice would double with each level. */
const MAX_VALUES = 250_000;

/** The same configuration with what its `$ref`s within it point to in their place. What points elsewhere stays. */
export function resolveReferences(config: unknown, files: SourceFiles): unknown {
  let values = 0;
  const resolve = (value: unknown, level: number): unknown => {
    values += 1;
    if (values > MAX_VALUES)
      throw new UsageError(
        `The configuration has more than ${count(MAX_VALUES)} values when each $ref is replaced by what it names. Remove references that name each other.`,
      );
    if (level > MOST_LEVELS || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value))
      return files.moved(
        value.map((one) => resolve(one, level + 1)),
        value,
      );
    const { $ref, ...own } = value as Record<string, unknown>;
    const target = typeof $ref === 'string' && $ref.startsWith('#/') ? pointedTo(config, $ref) : undefined;
    const merged = isObject(target) ? { ...target, ...own } : (value as Record<string, unknown>);
    const entries = Object.entries(merged).map(([name, one]) => [name, resolve(one, level + 1)] as const);
    return files.moved(Object.fromEntries(entries), value);
  };
  return resolve(config, 0);
}

function pointedTo(config: unknown, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), config);
}
