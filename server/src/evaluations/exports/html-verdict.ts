import { type Report, type ScenarioSection, usualAxes } from '@touchstone/report';
import { paretoPlot } from '@touchstone/report/plots';
import { list, section, sectionTable, table } from './html-elements.ts';
import { figureOf } from './html-plot.ts';
import { escaped } from './markup.ts';

type Verdict = NonNullable<ScenarioSection['verdict']>;

/** The verdict of each scenario: what the first page does not say of it, as order and picture, and requirement by requirement. */
export function* verdictSections({ scenarios }: Report): Generator<string> {
  for (const { label, verdict, requirements, requirementTable, scatter } of scenarios) {
    const chosen = verdict ? list(further(verdict)) + order(verdict) + pareto(scatter, label) : '';
    const demanded = requirements.length > 0 ? sectionTable(requirementTable) : '';
    yield section(`Verdict: ${label}`, chosen + demanded);
  }
}

const further = ({ sentences: [answer, ...more], firm }: Verdict) =>
  more.filter((sentence) => sentence !== answer && !firm.includes(sentence));

function order({ order: candidates }: Verdict): string {
  if (candidates.length === 0) return '';
  const rows = candidates.map(
    ({ label, score, low, high, utilities, firstShare, on_front, dominated_by }) => [
      escaped(label),
      `${score.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
      Object.entries(utilities)
        .map(([name, value]) => `${escaped(name.replaceAll('_', '-'))} ${value.toFixed(2)}`)
        .join('<br>'),
      `${Math.round(100 * firstShare)} %`,
      on_front ? 'on the front' : `dominated by ${escaped(dominated_by.join(', '))}`,
    ],
  );
  return table(['Eligible, in order', 'Score', 'Utilities', 'First in weightings', 'Pareto front'], rows);
}

function pareto(scatter: ScenarioSection['scatter'], label: string): string {
  const axes = usualAxes(scatter);
  return axes === null ? '' : figureOf(paretoPlot(scatter, label, axes));
}
