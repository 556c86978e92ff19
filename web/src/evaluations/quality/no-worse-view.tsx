import type { NoWorseSection, Report } from '@touchstone/report';
import { noWorsePlot } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';
import { SectionViews } from '../results/section-view.tsx';

/** Which candidates are no worse than the baseline: in sentences, with the margin drawn, and in figures. */
export function NoWorseView({ noWorse, report }: { noWorse: NoWorseSection; report: Report }) {
  const drawing = useMemo(() => noWorsePlot(noWorse, report), [noWorse, report]);
  return (
    <>
      <section aria-label={`Answers: ${noWorse.section.title}`}>
        <h2>{noWorse.section.title}</h2>
        <ul>
          {noWorse.answers.map((answer) => (
            <li key={answer}>{answer}</li>
          ))}
        </ul>
        <PlotView drawing={drawing} heading="Beside the margin" />
      </section>
      <SectionViews sections={[{ ...noWorse.section, title: 'What was asked about' }]} />
    </>
  );
}
