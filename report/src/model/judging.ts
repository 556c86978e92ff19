import type { Schemas } from '@touchstone/client';
import { count, formatRange } from '../figures/figures.ts';
import type { Cell, Section } from './section.ts';

type Judging = NonNullable<Schemas['Results']['judging']>;
type Preferences = NonNullable<Judging['preferences']>;

/** How reliable judges are: what each did, which responses they prefer, and how they agree with people. */
export function judgingSections({ judging }: Schemas['Results']): Section[] {
  if (!judging) return [];
  const { preferences } = judging;
  const sections = [
    judges(judging),
    ...(preferences ? [pairs(preferences), ranking(preferences), position(preferences)] : []),
    criteria(judging),
    calibration(judging),
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function section(title: string, head: readonly string[], rows: readonly Cell[][]): Section {
  return { about: 'quality', title, head, rows, sentences: [] };
}

function judges({ judges: all }: Judging): Section {
  return section(
    'Judges',
    ['Judge', 'Judgements', 'Failed', 'Cost, USD'],
    all.map(({ judge, judgements, failed, cost_usd }) => [
      judge,
      judgements,
      failed,
      cost_usd ?? 'not known',
    ]),
  );
}

function pairs({ pairs: all }: Preferences): Section {
  return section(
    'Judge preferences',
    ['Pair', 'Compared', 'First preferred', 'Second preferred', 'Ties', 'Win rate of the first', 'Interval'],
    all.map((one) => [
      `${one.target_a} or ${one.target_b}`,
      ...[one.compared, one.wins_a, one.wins_b, one.ties, one.win_rate],
      formatRange(count, one.ci_low, one.ci_high),
    ]),
  );
}

function ranking({ ranking: order }: Preferences): Section {
  return section(
    'Ranking by preferences (Bradley–Terry)',
    ['Candidate', 'Elo', 'Log strength', 'Standard error'],
    (order?.targets ?? []).map(({ target_label, elo, log_strength, se }) => [
      target_label,
      Math.round(elo),
      log_strength,
      se,
    ]),
  );
}

function position({ position: all }: Preferences): Section {
  return section(
    'Position bias of judges',
    ['Judge', 'Pairs', 'Same in both orders', 'Interval of the share', 'P(first wins) − ½', 'Interval'],
    all.map((one) => [
      one.judge,
      one.pairs,
      one.consistency,
      formatRange(count, one.consistency_ci_low, one.consistency_ci_high),
      one.bias,
      formatRange(count, one.bias_ci_low, one.bias_ci_high),
    ]),
  );
}

function criteria({ criteria: all }: Judging): Section {
  return section(
    'Criteria',
    ['Criterion', 'Responses', 'Graded alike', 'Krippendorff’s α', 'Correlation with length'],
    all.map(({ criterion, answers, unanimous, alpha, length_correlation }) => [
      criterion,
      answers,
      unanimous,
      alpha,
      length_correlation?.r ?? null,
    ]),
  );
}

function calibration({ calibration: all }: Judging): Section {
  return section(
    'Agreement of judges with people',
    ['Criterion', 'Labels', 'Cohen’s κ', 'Interval', 'Sensitivity', 'Specificity'],
    all.map((one) => [
      one.criterion,
      one.labels,
      one.kappa,
      formatRange(count, one.kappa_ci_low, one.kappa_ci_high),
      one.sensitivity,
      one.specificity,
    ]),
  );
}
