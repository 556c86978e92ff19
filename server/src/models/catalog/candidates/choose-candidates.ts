import type { Candidate } from './candidates.ts';

/**
 * Picks a number of varied candidates: only one row per model, configured providers before others, and each of these
 * two groups spread evenly from its cheapest to its most expensive row. `rows` and the result are ordered by cost.
 */
export function pickVariedCandidates(rows: readonly Candidate[], count: number): Candidate[] {
  const models = Map.groupBy(
    rows,
    ({ base_model, provider, model_id }) => base_model ?? `${provider}/${model_id}`,
  );
  const different = [...models.values()].flatMap((same) => same.find(isConfigured) ?? same[0] ?? []);
  const configured = different.filter(isConfigured);
  const others = different.filter((one) => !isConfigured(one));
  const chosen = [
    ...sampleEvenly(configured, count),
    ...sampleEvenly(others, count - Math.min(count, configured.length)),
  ];
  return rows.filter((row) => chosen.includes(row));
}

const isConfigured = ({ configured }: Candidate) => configured;

function sampleEvenly<T>(rows: readonly T[], count: number): T[] {
  if (count >= rows.length) return [...rows];
  if (count === 1) return rows.slice(0, 1);
  return Array.from(
    { length: count },
    (_, i) => rows[Math.round((i * (rows.length - 1)) / (count - 1))] as T,
  );
}

/**
 * The rows whose models a text names, in the order of the text: by id, with or without provider and folder, with
 * hyphens, dots or spaces (`Claude Sonnet 5` is `claude-sonnet-5`). If one name contains another, the longer one
 * counts.
 */
export function candidatesNamedIn(text: string, rows: readonly Candidate[]): Candidate[] {
  const all = rows.flatMap((row) => namesOf(row).map((name) => ({ row, name })));
  let rest = text;
  const found: { row: Candidate; at: number }[] = [];
  for (const [name, same] of [...Map.groupBy(all, ({ name }) => name)].sort(
    ([a], [b]) => b.length - a.length,
  )) {
    const match = patternOf(name).exec(rest);
    if (!match) continue;
    found.push(...same.map(({ row }) => ({ row, at: match.index })));
    rest = rest.replaceAll(new RegExp(patternOf(name), 'giu'), (words) => '\u0000'.repeat(words.length));
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ row }) => row))];
}

function namesOf({ provider, model_id }: Candidate): string[] {
  const name = model_id.slice(model_id.lastIndexOf('/') + 1);
  return [...new Set([`${provider}/${model_id}`, model_id, name].map((one) => one.toLowerCase()))];
}

function patternOf(name: string): RegExp {
  const parts = name.split(/[\s_-]+/).map((part) => RegExp.escape(part));
  return new RegExp(`(?<![\\p{L}\\p{N}/_-])${parts.join('[\\s_-]+')}(?![\\p{L}\\p{N}_-]|\\.\\d)`, 'iu');
}
