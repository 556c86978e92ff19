import {
  candidateColor,
  type MatrixCell,
  type OpenQuestion,
  type Report,
  type RequirementMatrix,
  type ScenarioSection,
  STANDINGS,
  STATUS_WORDS,
} from '@touchstone/report';
import { list, table } from './html-elements.ts';
import { escaped } from './markup.ts';

const SYMBOLS: Readonly<Record<MatrixCell['status'], string>> = {
  pass: '✓',
  fail: '✗',
  inconclusive: '◌',
  unknown: '?',
};
/** So many of what is undecided stand on the first page; the tables below have all. */
const SHOWN = 2;

/**
 * The first page: for one scenario the answer, how firm it is, the requirements, what is undecided, and why on request.
 * Another scenario is chosen with the keys or a pointer, without a script; on paper each has a page of its own with all.
 */
export function* firstPage(report: Report): Generator<string> {
  const { scenarios, targets } = report;
  if (scenarios.length === 0) {
    yield `<section class="first"><p class="answer">${escaped(report.summary)}</p>${undecided(report.open, targets)}</section>\n`;
    return;
  }
  yield '<div class="firsts">';
  if (scenarios.length > 1) yield* choices(scenarios);
  for (const [i, one] of scenarios.entries()) yield page(one, i, targets);
  yield '</div>\n';
}

/** Radio buttons before the pages; each shows the page of its number. */
function* choices(scenarios: readonly ScenarioSection[]): Generator<string> {
  for (const [i, { label }] of scenarios.entries()) {
    const checked = i === 0 ? ' checked' : '';
    yield `<input type="radio" name="scenario" id="scenario-${i}"${checked}><label for="scenario-${i}">${escaped(label)}</label>`;
  }
  const shown = scenarios.map((_, i) => `#scenario-${i}:checked~#first-${i}`).join();
  yield `<style>@media screen{.firsts>.first{display:none}${shown}{display:block}}</style>`;
}

function page(
  { label, verdict, matrix, reasons, open }: ScenarioSection,
  i: number,
  targets: Report['targets'],
): string {
  const [answer, firm] = verdict
    ? [verdict.sentences[0] ?? '', verdict.firm.join(' ')]
    : ['Nothing is decided yet.', ''];
  const why =
    reasons.length === 0
      ? ''
      : `<details><summary>Why</summary>${list(reasons.map(({ says }) => says))}</details>`;
  return `<section class="first" id="first-${i}"><h2>${escaped(label)}</h2>
<p class="answer">${escaped(answer)}</p><p>${escaped(firm)}</p>${matrixTable(matrix)}${why}${undecided(open, targets)}</section>`;
}

function matrixTable({ columns, rows }: RequirementMatrix): string {
  if (rows.length === 0) return '';
  const head = [
    'Candidate',
    ...columns.map(
      ({ head: name, limit, says }) =>
        `<span title="${escaped(says)}">${escaped(name)}${limit === null ? '' : `<br>${escaped(limit)}`}</span>`,
    ),
  ];
  return table(
    head,
    rows.map(({ label, letter, standing, cells }) => [
      `<span title="${STANDINGS[standing]}"><b style="color:${candidateColor(letter)}">${letter}</b> ${escaped(label)}</span>`,
      ...cells.map((cell) => (cell === null ? '' : cellMarkup(cell))),
    ]),
  );
}

/** Symbol and figure, and how much of the limit is left as the length of a bar. */
function cellMarkup({ status, value, margin }: MatrixCell): string {
  const bar =
    margin === null || margin < 0
      ? ''
      : `<i class="margin" style="width:${Math.round(100 * Math.min(1, margin))}%"></i>`;
  return `<span class="${status}" title="${STATUS_WORDS[status]}">${SYMBOLS[status]} ${value === null ? '' : escaped(value)}${bar}</span>`;
}

function undecided(open: readonly OpenQuestion[], targets: Report['targets']): string {
  if (open.length === 0) return '';
  const letterOf = (name: string) => targets.find(({ label }) => label === name)?.letter ?? name;
  const lines = open.slice(0, SHOWN).map(({ kind, labels, about, decide, cost }) => {
    const who = labels.map(letterOf).join(kind === 'items' ? ' or ' : ', ');
    return `${who}: ${about}. ${decide}${cost === null ? '' : `, ${cost}`}`;
  });
  const more = open.length > SHOWN ? [`${open.length - SHOWN} more, below`] : [];
  return `<h3>Undecided</h3>${list([...lines, ...more])}`;
}
