import type { EvaluationReport } from '../../tools/tools.ts';
import { namedIn } from '../rules/names-in-text.ts';

/**
 * Which of the labels a question means: by their whole names, else by a part that only one of them has, as people say
 * *Black Friday* of *Group support, Black Friday* and *Mock small* of *Mock small (simulated)*, else by such a word.
 */
export function meantIn(text: string, labels: readonly string[]): string[] {
  const whole = namedIn(text, labels, (label) => label);
  if (whole.length > 0) return whole;
  const byParts = meantByOwn(text, labels, (label) => label.split(/[,;:()–—/]/u));
  return byParts.length > 0 ? byParts : meantByOwn(text, labels, (label) => label.split(/[^\p{L}\p{N}]+/u));
}

const SHORTEST_WORD = 4;
/** Words of questions, which name nothing. */
const COMMON =
  /^(?:answers?|best|candidates?|cost|costs|data|fast|good|model|models|price|question|questions|requirements?|scenarios?|stack|stacks|with|without|from|what|which)$/u;

function meantByOwn(
  text: string,
  labels: readonly string[],
  partsOf: (label: string) => readonly string[],
): string[] {
  const rows = labels.flatMap((label) =>
    [...new Set(partsOf(label).map((part) => part.trim().toLowerCase()))]
      .filter((part) => part.length >= SHORTEST_WORD && !COMMON.test(part))
      .map((part) => ({ label, part })),
  );
  const own = [...Map.groupBy(rows, ({ part }) => part).values()].flatMap((same) =>
    same.length === 1 ? same : [],
  );
  return [...new Set(namedIn(text, own, ({ part }) => part).map(({ label }) => label))];
}

/** The report with nothing of the scenarios that a question does not mean; as it is where it means none or all. */
export function narrowed(report: EvaluationReport, asked: string): EvaluationReport {
  const { verdict = [], requirements = [], comparisons = [], warnings = [] } = report;
  const labels = verdict.map(({ scenario_label }) => scenario_label);
  const meant = meantIn(asked, labels);
  const others = labels.filter((label) => !meant.includes(label));
  if (meant.length === 0 || others.length === 0) return report;
  const shown = verdict.filter(({ scenario_label }) => meant.includes(scenario_label));
  const answers = shown.map(({ scenario_label, answer }) =>
    shown.length === 1 ? (answer ?? '') : `For ${scenario_label}: ${answer ?? ''}`,
  );
  return {
    ...report,
    answer: answers.join(' '),
    verdict: shown,
    requirements: requirements.filter(({ scenario_label }) => !others.includes(scenario_label)),
    comparisons: comparisons.filter(
      ({ target_a, target_b }) => !others.includes(target_a) && !others.includes(target_b),
    ),
    warnings: warnings.filter((warning) => !others.some((label) => warning.includes(label))),
  };
}
