import type { NoWorseSection, Report } from '@touchstone/report';
import { noWorsePlot } from '@touchstone/report/plots';
import { useMemo } from 'react';
import type { Evaluation } from '../../api/api.ts';
import { PlotView } from '../../ui/plot-view.tsx';
import { Fold } from '../../ui/section.tsx';
import { SectionViews } from '../results/section-view.tsx';
import { OtherMargins } from './other-margins.tsx';

/** Which candidates are no worse than the baseline: in sentences, with the margin drawn, and in figures. */
export function NoWorseView({
  noWorse,
  report,
  evaluation,
}: {
  noWorse: NoWorseSection;
  report: Report;
  evaluation: Evaluation;
}) {
  const drawing = useMemo(() => noWorsePlot(noWorse, report), [noWorse, report]);
  return (
    <>
      <section aria-label={`Results: ${noWorse.section.title}`}>
        <h2>{noWorse.section.title}</h2>
        <ul>
          {noWorse.answers.map((answer) => (
            <li key={answer}>{answer}</li>
          ))}
        </ul>
        <PlotView drawing={drawing} heading="Differences and margin" />
      </section>
      <SectionViews sections={[{ ...noWorse.section, title: 'Measures tested' }]} />
      <Fold title="Test other margins">
        <OtherMargins
          evaluation={evaluation}
          labels={report.targets.filter(({ isScenario }) => !isScenario).map(({ label }) => label)}
          baseline={noWorse.baseline}
        />
      </Fold>
    </>
  );
}
