import {
  candidateColor,
  MARGIN_BAR_LEGEND,
  type MatrixCell,
  type Report,
  type RequirementMatrix,
  type ScenarioSection,
  STANDING_NAMES,
  STATUS_WORDS,
} from '@touchstone/report';
import { openQuestionsMarkup, tableMarkup } from './html-elements.ts';
import { escapeMarkup } from './markup.ts';

const SYMBOLS: Readonly<Record<MatrixCell['status'], string>> = {
  pass: '✓',
  fail: '✗',
  inconclusive: '◌',
  unknown: '?',
};

/**
 * The first page: for each scenario the answer, its certainty, its main doubt, and the candidates against the limits.
 */
export function* firstPage({ scenarios, summary, open, targets }: Report, about: string): Generator<string> {
  yield `<div class="first">${about}`;
  if (scenarios.length === 0)
    yield `<section><p class="answer">${escapeMarkup(summary)}</p>${openQuestionsMarkup(open, targets)}</section>\n`;
  else {
    for (const one of scenarios) yield scenario(one);
    yield key();
  }
  yield '</div>\n';
}

function scenario({ label, verdict, matrix }: ScenarioSection): string {
  const { sentences, incomplete, howFirm, doubt } = verdict ?? NOTHING;
  const line = (name: string, says: string | null) =>
    says === null ? '' : `<p><b>${name}:</b> ${escapeMarkup(says)}</p>`;
  return `<section><h2>${escapeMarkup(label)}</h2>
<p class="answer">${escapeMarkup(sentences[0] ?? '')}</p>${line('Incomplete', incomplete)}${line('Certainty', howFirm)}${line('Main doubt', doubt)}${matrixTable(matrix)}</section>\n`;
}

const NOTHING = { sentences: ['There is no decision yet.'], incomplete: null, howFirm: null, doubt: null };

function matrixTable({ columns, rows }: RequirementMatrix): string {
  if (rows.length === 0) return '';
  const head = [
    'Candidate',
    ...columns.map(
      ({ head: name, limit, says }) =>
        `<span title="${escapeMarkup(says)}">${escapeMarkup(name)}${limit === null ? '' : `<br>${escapeMarkup(limit)}`}</span>`,
    ),
  ];
  return tableMarkup(
    head,
    rows.map(({ label, letter, standing, cells }) => [
      `<b style="color:${candidateColor(letter)}">${letter}</b> ${escapeMarkup(label)}<br><small>${STANDING_NAMES[standing]}</small>`,
      ...cells.map((cell) => (cell === null ? '' : cellMarkup(cell))),
    ]),
  );
}

/** A symbol, a figure, and a bar whose length is the remaining distance to the limit. */
function cellMarkup({ status, value, margin }: MatrixCell): string {
  const bar = margin === null ? '' : `<i class="margin" style="width:${Math.round(100 * margin)}%"></i>`;
  return `<span class="${status}" title="${STATUS_WORDS[status]}">${SYMBOLS[status]} ${value === null ? '' : escapeMarkup(value)}${bar}</span>`;
}

function key(): string {
  const symbols = Object.entries(SYMBOLS).map(
    ([status, symbol]) => `${symbol} ${STATUS_WORDS[status as MatrixCell['status']]}`,
  );
  return `<p class="quiet">${symbols.join(', ')}. The bar: ${MARGIN_BAR_LEGEND.charAt(0).toLowerCase()}${MARGIN_BAR_LEGEND.slice(1)}.</p>`;
}
