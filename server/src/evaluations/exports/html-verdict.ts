import { figure, type Report, type ScenarioSection } from '@touchstone/report';
import { list, section, sectionTable, table, usd } from './html-elements.ts';
import { escaped } from './markup.ts';
import { paretoPlot } from './pareto-plot.ts';

type Verdict = NonNullable<ScenarioSection['verdict']>;

/** The verdict of each scenario: in sentences, as order and picture, and requirement by requirement. */
export function* verdictSections({ scenarios }: Report): Generator<string> {
  for (const { label, verdict, requirements, requirementTable } of scenarios) {
    const chosen = verdict ? list(verdict.sentences) + order(verdict) + pareto(verdict) : '';
    const demanded = requirements.length > 0 ? sectionTable(requirementTable) : '';
    yield section(`Verdict: ${label}`, chosen + demanded);
  }
}

function order({ order: candidates }: Verdict): string {
  if (candidates.length === 0) return '';
  const rows = candidates.map(
    ({ label, score, low, high, utilities, firstShare, on_front, dominated_by }) => [
      escaped(label),
      `${score.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
      Object.entries(utilities)
        .map(([name, value]) => `${escaped(name)} ${value.toFixed(2)}`)
        .join('<br>'),
      `${Math.round(100 * firstShare)} %`,
      on_front ? 'on the front' : `dominated by ${escaped(dominated_by.join(', '))}`,
    ],
  );
  return table(['Eligible, in order', 'Score', 'Utilities', 'First in weightings', 'Pareto front'], rows);
}

/** The candidates whose cost and quality are known, as a picture; the letters are explained below it. */
function pareto({ pareto: { y: axis, points } }: Verdict): string {
  if (points.length === 0) return '';
  const title = axis === 'score' ? 'mean score, %' : 'p95 latency, ms';
  const rows = points.map(({ letter, label, cost, y }) => [letter, escaped(label), usd(cost), figure(y)]);
  const legend = table(['', 'Target', 'USD for 1,000 good requests', title], rows);
  const note = `<p class="quiet">Filled: on the Pareto front among the eligible. Better is ${axis === 'score' ? 'up' : 'down'} and to the left.</p>`;
  return `<figure>${paretoPlot(points, title)}${legend}${note}</figure>`;
}
