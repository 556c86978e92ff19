import { figure, type Report } from '@touchstone/client/report';
import { section, table, usd } from './html-elements.ts';
import { escaped } from './markup.ts';

type Judging = NonNullable<Report['judging']>;
type Preferences = NonNullable<Judging['preferences']>;

/** How far judges can be believed: what each did, which answers they prefer, and how they agree with people. */
export function* judgingSections({ judging }: Report): Generator<string> {
  if (!judging) return;
  const { preferences } = judging;
  const body = [
    judges(judging),
    ...(preferences ? [pairs(preferences), ranking(preferences), position(preferences)] : []),
    criteria(judging),
    calibration(judging),
  ];
  yield section('Judges', body.join(''));
}

function judges({ judges: all }: Judging): string {
  const rows = all.map(({ judge, judgements, failed, cost_usd }) => [
    escaped(judge),
    String(judgements),
    String(failed),
    usd(cost_usd),
  ]);
  return table(['Judge', 'Judgements', 'Failed', 'Cost, USD'], rows);
}

function pairs({ pairs: all }: Preferences): string {
  const rows = all.map((one) => [
    `${escaped(one.target_a)} or ${escaped(one.target_b)}`,
    ...[one.compared, one.wins_a, one.wins_b, one.ties].map(String),
    figure(one.win_rate),
    range(one.ci_low, one.ci_high),
  ]);
  const head = ['Pair', 'Compared', 'First preferred', 'Second preferred', 'Ties', 'Win rate of the first'];
  return `<h3>Preferences</h3>${table([...head, 'Interval'], rows)}`;
}

function ranking({ ranking: order }: Preferences): string {
  if (!order) return '';
  const rows = order.targets.map(({ target_label, elo, log_strength, se }) => [
    escaped(target_label),
    elo.toFixed(0),
    figure(log_strength),
    figure(se),
  ]);
  return `<h3>Order (Bradley and Terry)</h3>${table(['Target', 'Elo', 'Log strength', 'Standard error'], rows)}`;
}

function position({ position: all }: Preferences): string {
  const rows = all.map((one) => [
    escaped(one.judge),
    String(one.pairs),
    figure(one.consistency),
    range(one.consistency_ci_low, one.consistency_ci_high),
    figure(one.bias),
    range(one.bias_ci_low, one.bias_ci_high),
  ]);
  const head = ['Judge', 'Pairs', 'Same in both orders', 'Interval', 'P(first wins) − ½', 'Interval'];
  return `<h3>Does the order of showing decide?</h3>${table(head, rows)}`;
}

function criteria({ criteria: all }: Judging): string {
  if (all.length === 0) return '';
  const rows = all.map(({ criterion, answers, unanimous, alpha, length_correlation }) => [
    escaped(criterion),
    String(answers),
    figure(unanimous),
    figure(alpha),
    figure(length_correlation?.r),
  ]);
  const head = ['Criterion', 'Answers', 'Graded alike', 'Krippendorff’s α', 'Correlation with length'];
  return `<h3>Criteria</h3>${table(head, rows)}`;
}

function calibration({ calibration: all }: Judging): string {
  if (all.length === 0) return '';
  const rows = all.map((one) => [
    escaped(one.criterion),
    String(one.labels),
    figure(one.kappa),
    range(one.kappa_ci_low, one.kappa_ci_high),
    figure(one.sensitivity),
    figure(one.specificity),
  ]);
  const head = ['Criterion', 'Labels', 'Cohen’s κ', 'Interval', 'Sensitivity', 'Specificity'];
  return `<h3>Against people’s labels</h3>${table(head, rows)}`;
}

const range = (low: number | null, high: number | null) =>
  low === null || high === null ? 'none' : `${figure(low)} to ${figure(high)}`;
