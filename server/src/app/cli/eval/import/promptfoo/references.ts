import { isObject } from '../../../../../kernel/json.ts';
import type { SourceFiles } from './source-files.ts';

const MOST_LEVELS = 50;

/** The same configuration with what its `$ref`s within it point to in their place. What points elsewhere stays. */
export function resolveReferences(config: unknown, files: SourceFiles): unknown {
  const resolve = (value: unknown, level: number): unknown => {
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
