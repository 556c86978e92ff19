import { answer, type Schemas } from '@touchstone/client';
import { benchmarkName } from '@touchstone/report';
import { wrapText } from '../terminal/output.ts';
import type { CompletedEvaluation, DemoContext } from './steps.ts';

type Sample = Schemas['Sample'];

const MAX_QUOTED_CHARACTERS = 1000;

/**
 * Shows one question on which targets differ, with every response and grade, so that a score can be checked by eye.
 */
export async function showDisagreement(
  { client, out }: DemoContext,
  workspaceId: string,
  { id, results }: CompletedEvaluation,
): Promise<void> {
  const benchmark = results.intervals[0]?.benchmark ?? '';
  const path = { workspace_id: workspaceId, evaluation_id: id };
  const query = { disagree: true, benchmark, limit: MAX_QUOTED_CHARACTERS };
  const { data } = await answer(
    client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples', { params: { path, query } }),
  );
  const samples = mostTelling(
    [...Map.groupBy(data, ({ item }) => item).values()],
    bestTwo(results, benchmark),
  );
  const [first] = samples;
  if (!first) return out.line('The candidates agree on every question.');
  out.line(
    `${benchmarkName(benchmark)}, item ${first.item}; grader ${first.grader}; expected: ${[first.expected].flat().join(' or ')}`,
  );
  out.line('“hmm” is filler text of the mock models.');
  out.line();
  for (const { content } of first.input) for (const line of content.split('\n')) quote(line, 92);
  for (const sample of samples) {
    out.line();
    out.line(`${sample.target_label}: ${gradeText(sample)}`);
    for (const line of (sample.answer ?? sample.message ?? '').split('\n')) quote(line, 92);
  }

  function quote(line: string, width: number): void {
    const words = wrapText(line, width);
    for (const part of words.length === 0 ? [''] : words) out.line(`  │ ${part}`.trimEnd());
  }
}

/** The first question on which the two best targets differ; otherwise the first on which any do. */
function mostTelling(items: readonly Sample[][], best: readonly string[]): readonly Sample[] {
  const differ = (samples: readonly Sample[]) => {
    const own = samples.filter(({ target_label }) => best.includes(target_label));
    return own.length === 2 && own[0]?.score !== own[1]?.score;
  };
  return items.find(differ) ?? items[0] ?? [];
}

function bestTwo({ intervals }: Schemas['Results'], benchmark: string): string[] {
  return intervals
    .filter((interval) => interval.benchmark === benchmark)
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1))
    .slice(0, 2)
    .map(({ target_label }) => target_label);
}

function gradeText({ outcome, score, extracted, reason }: Sample): string {
  if (outcome !== 'scored')
    return `${outcome} (${reason ?? 'no reason given'}), which does not count as wrong`;
  const read = extracted === null ? 'no answer was found in it' : `read as “${extracted}”`;
  return `${score === 1 ? 'right' : 'wrong'}; ${read}`;
}
