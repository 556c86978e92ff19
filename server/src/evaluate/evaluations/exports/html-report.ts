import { type Report, type Section, toReport } from '@touchstone/report';
import { count } from '@touchstone/report/figures';
import { noWorsePlot } from '@touchstone/report/plots';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import { mergeWarnings } from './all-warnings.ts';
import type { ExportInput } from './export-input.ts';
import { disagreementSection, nearestPair } from './html-disagreements.ts';
import { foldedMarkup, listMarkup, sectionMarkup, sectionTableMarkup, tableMarkup } from './html-elements.ts';
import { evidenceSections } from './html-evidence.ts';
import { firstPage } from './html-first-page.ts';
import { capacityPictures, loadSections } from './html-load.ts';
import { plotMarkup } from './html-plot.ts';
import { scoreSections } from './html-scores.ts';
import { verdictSections } from './html-verdict.ts';
import { escapeMarkup } from './markup.ts';

/**
 * One page that opens offline. Its content security policy allows its own styles and no scripts, and all text from
 * users and models is escaped.
 */
export async function* createHtmlReport({ evaluation, samples }: ExportInput): AsyncGenerator<string> {
  yield htmlOpening(evaluation.name);
  const { results } = evaluation;
  if (results === null) {
    yield identity(evaluation);
    yield `<p>This evaluation is ${evaluation.status} and has no results.</p>`;
    yield* disagreementSection(samples({ disagree: true }), null);
  } else {
    const report = toReport(results);
    if (report.provisional)
      yield '<p class="note">Provisional: measurements are missing, so no winner is named.</p>';
    yield* firstPage(report, identity(evaluation));
    yield* sections(report, mergeWarnings(evaluation));
    const pair = nearestPair(report);
    yield* disagreementSection(samples(pair ? { a: pair[0], b: pair[1] } : { disagree: true }), pair);
  }
  yield HTML_END;
}

export const HTML_END = '</main></body></html>\n';

/** The start of a page with the report's styles and policy, up to its heading. */
export function htmlOpening(name: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeMarkup(name)}</title><style>${STYLE}</style></head><body><main>
<h1>${escapeMarkup(name)}</h1>
`;
}

/** The id of the evaluation and the time when it ended. */
function identity({ description, status, completed_at, id }: Evaluation): string {
  const when = completed_at === null ? status : `${status} ${dayOf(completed_at)}`;
  return `${description ? `<p class="quiet">${escapeMarkup(description)}</p>` : ''}<p class="quiet">Evaluation ${id}, ${escapeMarkup(when)}.</p>\n`;
}

/** `2026-11-23, 03:55 UTC`. */
const dayOf = (time: string) => `${time.slice(0, 10)}, ${time.slice(11, 16)} UTC`;

function* sections(report: Report, warnings: readonly string[]): Generator<string> {
  yield* summary(report, warnings);
  yield noWorseSection(report);
  yield* verdictSections(report);
  yield* scoreSections(report);
  yield* loadSections(report);
  yield* capacityPictures(report);
  for (const one of report.sections) yield sectionMarkup(one.title, sectionAsTable(one));
  yield* evidenceSections(report);
  yield foldedMarkup('Every metric, by its name in the API', metrics(report));
  yield foldedMarkup(report.coverageTable.title, sectionAsTable(report.coverageTable));
  yield foldedMarkup('Method', listMarkup(report.method.map(([name, value]) => `${name}: ${value}`)));
}

/**
 * The summary, unless scenarios put their answers on the first page, and the warnings, which stand before the details
 * so that nobody misses them.
 */
function* summary({ scenarios, summary: says }: Report, warnings: readonly string[]): Generator<string> {
  if (scenarios.length > 0) yield sectionMarkup('Summary', `<p>${escapeMarkup(says)}</p>`);
  if (warnings.length > 0) yield sectionMarkup('Warnings', listMarkup(warnings));
}

/** The question `no_worse` with a plot of the margins; empty if the evaluation does not ask it. */
function noWorseSection(report: Report): string {
  const { noWorse } = report;
  if (noWorse === null) return '';
  const { section: one, answers } = noWorse;
  return sectionMarkup(
    one.title,
    listMarkup(answers) + plotMarkup(noWorsePlot(noWorse, report)) + sectionAsTable(one),
  );
}

/** A section without its own layout: its table and how to read it. */
export function sectionAsTable(one: Section): string {
  const notes = one.sentences.map((sentence) => `<p class="quiet">${escapeMarkup(sentence)}</p>`);
  return sectionTableMarkup(one) + notes.join('');
}

/** One row per metric, because a scenario adds many metrics. */
function metrics({ metricNames, targets }: Report): string {
  const rows = metricNames.map((name) => [
    escapeMarkup(name),
    ...targets.map(({ metrics: own }) => count(own[name], '–')),
  ]);
  const head = ['Metric', ...targets.map(({ label }) => escapeMarkup(label))];
  const on = `<p class="paper">None of ${rows.length} rows is printed; the screen version of this page and the JSON export contain all rows.</p>`;
  return `<div class="screen">${tableMarkup(head, rows)}</div>${on}`;
}

/** Follows the reader's light or dark preference; black on white in print. */
const STYLE = `
:root{--ground:var(--paper);--raised:var(--paper);--wash:var(--band);--gold-ground:var(--mark);--candidate-1:#0b5fa5;--candidate-2:#b4500b;--candidate-3:#1f7a4d;--candidate-4:#8a3a94;--candidate-5:#75690a;--candidate-6:#a82a55;--candidate-7:#16777c;--candidate-8:#5b5fa8}
@media (prefers-color-scheme:dark){:root{--candidate-1:#6db3f2;--candidate-2:#f0a05a;--candidate-3:#63c793;--candidate-4:#d294dc;--candidate-5:#d3c24a;--candidate-6:#f08fb0;--candidate-7:#5ec4c9;--candidate-8:#a5a9ee}}
:root{--ink:#1b1f24;--quiet:#57606a;--paper:#fff;--line:#d0d7de;--mark:#0550ae;--band:#ddf4ff;--good:#116329;--bad:#a40e26;--open:#7d4e00}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--quiet:#9198a1;--paper:#0d1117;--line:#3d444d;--mark:#79c0ff;--band:#132f4c;--good:#56d364;--bad:#ff8e84;--open:#e3b341}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem}p,ul{margin:.4rem 0}
h1,h2,h3,h4{line-height:1.25;overflow-wrap:anywhere}h1{margin:0 0 .5rem}h2{margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}h3{margin:1rem 0 .3rem}h4{margin:.75rem 0 .25rem}
.quiet,small{color:var(--quiet)}.note{padding:.5rem .75rem;border:1px solid var(--line);background:var(--band)}
p,li,td{overflow-wrap:break-word}.scroll{overflow-x:auto;margin:.5rem 0}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .75rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
tbody th{font-weight:600;min-width:9rem;overflow-wrap:anywhere}thead th{color:var(--quiet);font-weight:500}.group th{padding-top:.8rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.5rem .75rem;border:1px solid var(--line);margin:.25rem 0}
.first h2{margin-top:1.25rem}.first td{white-space:nowrap}.first table{font-size:93%}.answer{font-size:1.3rem;line-height:1.35}.margin{display:block;height:3px;margin-top:.15rem;background:currentcolor}
summary{cursor:pointer}summary h2{display:inline-block;width:calc(100% - 1.5rem)}
article{break-inside:avoid;margin-bottom:1.5rem}.paper{display:none}
.pass{color:var(--good)}.fail{color:var(--bad)}.inconclusive,.unknown{color:var(--open)}
figure{margin:1rem 0;break-inside:avoid}figcaption{font-weight:600}.plot{display:block;max-width:100%;height:auto;font:12px system-ui,sans-serif}.plot text{white-space:pre}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.4rem 0;padding:0;list-style:none}.legend li{min-width:0;overflow-wrap:anywhere}
@page{size:A4;margin:13mm}
@media print{:root{color-scheme:light;--ink:#000;--quiet:#333;--paper:#fff;--line:#999;--mark:#000;--band:#eee;--good:#000;--bad:#000;--open:#000}
body{font-size:9.5pt;line-height:1.35}main{max-width:none;padding:0}.screen{display:none}.paper{display:block}
.first{break-after:page}.first section{break-inside:avoid}.first h2{margin-top:.8rem}.answer{font-size:12.5pt}
details::details-content{display:block;content-visibility:visible;block-size:auto}summary{list-style:none}summary::-webkit-details-marker{display:none}
h2{margin-top:1.1rem}.scroll{overflow:visible}table,pre,.legend,figure p{font-size:8pt}th,td{padding:.15rem .5rem .15rem 0}tbody th{min-width:6rem}pre{padding:.2rem .4rem}
tr{break-inside:avoid}h2,h3,h4,.group{break-after:avoid}.plot{max-height:62mm;width:auto}*{print-color-adjust:exact}}
`;
