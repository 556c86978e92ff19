import type { Schemas } from '@touchstone/client';

/** Describes an import and its result, as lines. */
export function describeImport({
  name,
  id,
  format,
  calls,
  skipped,
  redaction,
  result,
  error,
}: Schemas['Import']): string {
  if (error !== undefined || result === null) return `“${name}” failed: ${error?.message ?? 'no result'}\n`;
  const { items, traffic, sessions, tokens, arrivals, prefixes } = result;
  const lines = [
    `“${name}” (${format}): ${calls} calls, ${result.repeated} of them repeated; ${sessions.count} sessions`,
    ...listCounts('Skipped, because they are not model calls', skipped),
    redaction.on
      ? (listCounts('Redacted', redaction.found)[0] ?? 'Redacted: nothing found')
      : 'Stored without redaction (--no-redaction)',
    `Tokens: ${tokens.input.sum} in, ${tokens.output.sum} out, ${tokens.cached.sum} from a cache`,
    ...(arrivals === null ? [] : [`Time: ${arrivals.first_at} to ${arrivals.last_at}`]),
    `Prefixes: ${prefixes.calls} calls begin with messages of the previous call of their session, ${prefixes.messages} messages in all`,
    ...describeMadeSource('Items', items, `"benchmark_type": "dataset", "subset": "${items?.source_id}"`),
    ...listCounts('No items', result.no_items),
    ...describeMadeSource(
      'Traffic',
      traffic,
      `"benchmark_type": "load", "trace": {"source": "${traffic?.source_id}"}`,
    ),
    ...describeMadeSource(
      'Sessions',
      result.session_trace,
      `"benchmark_type": "load", "trace": {"source": "${result.session_trace?.source_id}"}`,
    ),
    ...result.graders.map(
      ({ name: grader, type, became }) =>
        `Grader “${grader}” (${type}): ${RESULT_WORDS[became ?? ''] ?? became}`,
    ),
    ...result.warnings,
    `Import ${id}`,
  ];
  return `${lines.join('\n')}\n`;
}

const RESULT_WORDS: Readonly<Record<string, string>> = {
  grader: 'the grader of the items',
  criterion: 'a criterion, for a custom evaluation',
  '': 'no equivalent',
};

function listCounts(what: string, counts: Readonly<Record<string, number>>): string[] {
  const named = Object.entries(counts).map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`);
  return named.length === 0 ? [] : [`${what}: ${named.join(', ')}`];
}

function describeMadeSource(
  what: string,
  source: { title: string; lines: number } | null,
  use: string,
): string[] {
  return source === null ? [] : [`${what}: ${source.lines} in “${source.title}”, used as {${use}}`];
}
