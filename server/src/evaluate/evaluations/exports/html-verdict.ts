import {
  candidateColor,
  defaultAxes,
  type MatrixCell,
  type Report,
  type RequirementMatrix,
  requirementRange,
  type ScenarioSection,
  STANDING_NAMES,
  withUnit,
} from '@touchstone/report';
import { decimal, formatWholePercent } from '@touchstone/report/figures';
import { paretoPlot } from '@touchstone/report/plots';
import {
  groupedTableMarkup,
  listMarkup,
  openQuestionsMarkup,
  sectionMarkup,
  statusMarkup,
  tableMarkup,
} from './html-elements.ts';
import { plotMarkup } from './html-plot.ts';
import { escapeMarkup } from './markup.ts';

type Verdict = NonNullable<ScenarioSection['verdict']>;

/**
 * The verdict of each scenario: reasons, open questions, the order with its plot, and the requirements of every
 * candidate.
 */
export function* verdictSections({ scenarios, targets }: Report): Generator<string> {
  for (const { label, verdict, reasons, open, matrix, scatter } of scenarios) {
    const why = reasons.length === 0 ? '' : `<h3>Why</h3>${listMarkup(reasons.map(({ says }) => says))}`;
    const chosen = verdict ? furtherList(verdict) + order(verdict) + pareto(scatter, label) : '';
    yield sectionMarkup(
      `Verdict: ${label}`,
      why + openQuestionsMarkup(open, targets) + chosen + requirements(matrix),
    );
  }
}

/** The sentences of the verdict that are not on the first page. */
function furtherList({ sentences: [answer, ...more], incomplete, howFirm, doubt }: Verdict): string {
  const said = [answer, incomplete, howFirm, doubt].join(' ');
  return listMarkup(more.filter((sentence) => !said.includes(sentence)));
}

function order({ order: candidates }: Verdict): string {
  if (candidates.length === 0) return '';
  const rows = candidates.map(({ label, score, low, high, utilities, firstShare, front }) => [
    escapeMarkup(label),
    `${decimal(score)} (${decimal(low)} to ${decimal(high)})`,
    Object.entries(utilities)
      .map(([name, value]) => `${escapeMarkup(name.replaceAll('_', '-'))} ${decimal(value)}`)
      .join(', '),
    formatWholePercent(firstShare),
    escapeMarkup(front),
  ]);
  return `${tableMarkup(['Eligible, in order', 'Score', 'Values, from 0 to 1', 'First in weightings', 'Pareto front'], rows)}<p class="quiet">The score is the weighted sum of the values beside it, each from 0 (no better than its limit or than guessing) to 1. It ranks candidates that meet every requirement and is not a probability.</p>`;
}

function pareto(scatter: ScenarioSection['scatter'], label: string): string {
  const axes = defaultAxes(scatter);
  return axes === null ? '' : plotMarkup(paretoPlot(scatter, label, axes));
}

/** In print: all rows of the first candidate, and only unmet requirements of the others. */
function requirements({ rows }: RequirementMatrix): string {
  if (rows.length === 0) return '';
  let left = 0;
  const groups = rows.map(({ label, letter, standing, cells }) => {
    const judged = cells.filter((cell) => cell !== null);
    const met = judged.filter(({ status }) => status === 'pass');
    const isLeft = ({ status }: MatrixCell) =>
      standing !== 'first' && standing !== 'tied' && status === 'pass';
    left += judged.filter(isLeft).length;
    return {
      title: `<b style="color:${candidateColor(letter)}">${letter}</b> ${escapeMarkup(label)}: ${STANDING_NAMES[standing]}, ${met.length} of ${judged.length} met`,
      rows: judged.filter((cell) => !isLeft(cell)).map(requirement),
      onScreen: judged.filter(isLeft).map(requirement),
    };
  });
  const note =
    left === 0
      ? ''
      : `<p class="paper">${left} of ${groups.flatMap((one) => [...one.rows, ...one.onScreen]).length} rows ${left === 1 ? 'is' : 'are'} not printed: requirements met by candidates that are not first. The screen version of this page and the JSON export contain all rows.</p>`;
  return groupedTableMarkup(['Requirement', 'Status', 'Observed', 'Interval', 'Why'], groups) + note;
}

function requirement({ status, requirement: one }: MatrixCell): string[] {
  const said = (value: number) => escapeMarkup(withUnit(one, value));
  return [
    escapeMarkup(one.says),
    statusMarkup(status),
    one.observed === null ? '' : said(one.observed),
    requirementRange(one) ?? '',
    escapeMarkup(one.reason),
  ];
}
