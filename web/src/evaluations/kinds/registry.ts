import type { Report } from '@touchstone/report';
import type { ReactNode } from 'react';
import { ComparisonTable } from '../results/comparison-table.tsx';
import { CoverageTable } from '../results/coverage-table.tsx';
import { MetricTable } from '../results/metric-table.tsx';
import { VerdictView } from '../results/verdict-view.tsx';
import { AnswersView } from './answers.tsx';
import { FactsView } from './facts.tsx';

/** Shows its part of the results; nothing where they have none. */
type ResultView = (props: { report: Report }) => ReactNode;

/**
 * What the page of an evaluation shows of its results, from top to bottom: a view for each kind of measurement, named as
 * the service names it, and the views over all kinds, which are in `results/`. A kind whose section of the report has no
 * view here is shown by its title, table and sentences; one of its own is a file beside this one and a line here.
 * Load has no view: its figures are in the requirements and the metrics.
 */
export const RESULT_VIEWS = {
  verdict: VerdictView,
  answers: AnswersView,
  comparisons: ComparisonTable,
  coverage: CoverageTable,
  facts: FactsView,
  metrics: MetricTable,
} as const satisfies Record<string, ResultView>;
