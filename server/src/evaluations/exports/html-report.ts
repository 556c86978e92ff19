import { figure, type Report, type Section, toReport } from '@touchstone/report';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { ExportInput } from './export-input.ts';
import { disagreementSection } from './html-disagreements.ts';
import { list, section, sectionTable, table } from './html-elements.ts';
import { evidenceSections } from './html-evidence.ts';
import { firstPage } from './html-first-page.ts';
import { capacityPictures, loadSections } from './html-load.ts';
import { scoreSections } from './html-scores.ts';
import { verdictSections } from './html-verdict.ts';
import { escaped } from './markup.ts';

/**
 * One page that opens without a network and runs nothing: its policy allows its own style and no script. Everything that
 * others wrote (labels, questions, answers) is escaped text.
 */
export async function* createHtmlReport({ evaluation, samples }: ExportInput): AsyncGenerator<string> {
  yield opening(evaluation);
  const { results } = evaluation;
  if (results === null) {
    yield identity(evaluation);
    yield `<p>This evaluation is ${evaluation.status} and has no results.</p>`;
  } else {
    const report = toReport(results);
    if (report.provisional)
      yield '<p class="note">Provisional: not everything was measured, so no winner is named.</p>';
    yield* firstPage(report);
    yield identity(evaluation);
    yield* sections(report);
  }
  yield* disagreementSection(samples('disagreeing'));
  yield '</main></body></html>\n';
}

function opening({ name }: Evaluation): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escaped(name)}</title><style>${STYLE}</style></head><body><main>
<h1>${escaped(name)}</h1>
`;
}

/** What the details begin with: what was evaluated, and when. */
function identity({ description, status, completed_at, id }: Evaluation): string {
  const when = completed_at === null ? status : `${status}, ${completed_at}`;
  return `${description ? `<p>${escaped(description)}</p>` : ''}<p class="quiet">Evaluation ${id}, ${escaped(when)}</p>\n`;
}

function* sections(report: Report): Generator<string> {
  yield section('Summary', `<p>${escaped(report.summary)}</p>`);
  yield* verdictSections(report);
  yield* scoreSections(report);
  yield* loadSections(report);
  yield* capacityPictures(report);
  for (const one of report.sections) yield section(one.title, plain(one));
  yield* evidenceSections(report);
  yield section('Metrics', metrics(report));
  yield section(report.coverageTable.title, plain(report.coverageTable));
  if (report.warnings.length > 0) yield section('Warnings', list(report.warnings));
  yield section('Method', list(report.method.map(([name, value]) => `${name}: ${value}`)));
}

/** A section that is not laid out by hand: its table, and how to read it. */
function plain(one: Section): string {
  const notes = one.sentences.map((sentence) => `<p class="quiet">${escaped(sentence)}</p>`);
  return sectionTable(one) + notes.join('');
}

/** A row for each metric, since scenarios have many of them; a scenario's limits are its metrics. */
function metrics({ metricNames, targets }: Report): string {
  const rows = metricNames.map((name) => [
    escaped(name),
    ...targets.map(({ metrics: own }) => figure(own[name])),
  ]);
  return table(['Metric', ...targets.map(({ label }) => escaped(label))], rows);
}

/** Light or dark, as the reader prefers; black on white in print. */
const STYLE = `
:root{--ground:var(--paper);--raised:var(--paper);--wash:var(--band);--gold-ground:var(--mark);--candidate-1:#0b5fa5;--candidate-2:#b4500b;--candidate-3:#1f7a4d;--candidate-4:#8a3a94;--candidate-5:#75690a;--candidate-6:#a82a55;--candidate-7:#16777c;--candidate-8:#5b5fa8}
@media (prefers-color-scheme:dark){:root{--candidate-1:#6db3f2;--candidate-2:#f0a05a;--candidate-3:#63c793;--candidate-4:#d294dc;--candidate-5:#d3c24a;--candidate-6:#f08fb0;--candidate-7:#5ec4c9;--candidate-8:#a5a9ee}}
:root{--ink:#1b1f24;--quiet:#57606a;--paper:#fff;--line:#d0d7de;--mark:#0550ae;--band:#ddf4ff;--good:#116329;--bad:#a40e26;--open:#7d4e00}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--quiet:#9198a1;--paper:#0d1117;--line:#3d444d;--mark:#79c0ff;--band:#132f4c;--good:#56d364;--bad:#ff8e84;--open:#e3b341}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem}
h1,h2,h3,h4{line-height:1.25;overflow-wrap:anywhere}h2{margin-top:2rem;border-bottom:1px solid var(--line)}h4{margin:.75rem 0 .25rem}
.quiet{color:var(--quiet)}.note{padding:.5rem .75rem;border:1px solid var(--line);background:var(--band)}
.scroll{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .75rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
tbody th{font-weight:600;min-width:9rem;overflow-wrap:anywhere}thead th{color:var(--quiet);font-weight:500}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.5rem .75rem;border:1px solid var(--line);margin:.25rem 0}
.first{min-height:min(100vh,56rem)}.first h2{margin-top:.75rem}.first h3{margin:.75rem 0 .25rem}.first ul{margin:0;padding-left:1.2rem}.first td{white-space:nowrap}.first table{font-size:93%}summary{font-weight:600;cursor:pointer}
.answer{font-size:1.35rem;line-height:1.35;margin:.75rem 0}.margin{display:block;height:3px;margin-top:.15rem;background:currentcolor}
.firsts>label{display:inline-block;margin:0 .75rem 0 0;padding:.25rem 0;cursor:pointer}.firsts>input{margin:0 .35rem 0 0}
article{break-inside:avoid;margin-bottom:1.5rem}
.axis{stroke:var(--line)}.interval{stroke:var(--mark);stroke-width:3}.point{fill:var(--mark)}
.pass{color:var(--good)}.fail{color:var(--bad)}.inconclusive,.unknown{color:var(--open)}
figure{margin:1rem 0;break-inside:avoid}figcaption{font-weight:600}.plot{display:block;max-width:100%;height:auto;font:12px system-ui,sans-serif}.plot text{white-space:pre}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.4rem 0;padding:0;list-style:none}
@media print{:root{--ink:#000;--quiet:#333;--paper:#fff;--line:#999;--mark:#000;--band:#eee;--good:#000;--bad:#000;--open:#000}
.firsts>input,.firsts>label{display:none}.first{break-after:page;min-height:0}details::details-content{display:block;content-visibility:visible;block-size:auto}
main{max-width:none;padding:0}.scroll{overflow:visible}table{font-size:75%}tr{break-inside:avoid}h2,h3{break-after:avoid}*{print-color-adjust:exact}}
`;
