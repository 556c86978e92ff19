import { benchmarkFacts } from '@touchstone/client/benchmarks';

/**
 * The display name of a benchmark in results: `dataset/Support questions` is “Support questions”,
 * `arithmetic/level-2` “Arithmetic, level-2”, `load/Busy hour` “Load: Busy hour”, `structured_output/Orders/prompt`
 * “Orders, schema in the prompt”, `rag/Manual/recall` “Manual, recall of passages”.
 */
export function benchmarkName(key: string): string {
  const slash = key.indexOf('/');
  const [type, own] = slash < 0 ? [key, ''] : [key.slice(0, slash), key.slice(slash + 1)];
  if (type === 'dataset' || type === 'custom' || type === 'imported') return capitalise(own);
  const facts = benchmarkFacts(type);
  const name = facts?.name ?? capitalise(type.replaceAll('_', ' '));
  if (own === '') return name;
  const part = [...(facts?.conditions ?? []), ...(facts?.further_metrics ?? [])].find(
    (one) => own.endsWith(`/${one.name}`) && own.length > one.name.length + 1,
  );
  if (part) return `${capitalise(own.slice(0, -part.name.length - 1))}, ${part.label}`;
  if (type === 'rag') return `${capitalise(own)}, from passages`;
  return type === 'load' ? `${name}: ${own}` : `${name}, ${own}`;
}

/** The name with a capital first letter. */
export function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
