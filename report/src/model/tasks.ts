import type { Schemas } from '@touchstone/client';
import { formatWithRange, percent, seconds, usd } from '../figures/figures.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Report = NonNullable<Results['tasks']>[number];

const TASK_HEAD = [
  'Candidate, benchmark',
  'Solved',
  'Cost of a solved task',
  'Time of a solved task',
  'Turns',
  'Responses',
  'Calls',
];

/** How reliably targets solve tasks, and the cost and time of a solved task. */
export function taskSections({ tasks = [], methodology }: Results): Section[] {
  const measured = tasks.filter(({ runs }) => runs > 0);
  if (measured.length === 0) return [];
  return [...reliability(measured, methodology.epochs), costs(measured)];
}

/** A table of pass^k; with one epoch it would only repeat the score. */
function reliability(tasks: readonly Report[], epochs: number): Section[] {
  if (epochs < 2) return [];
  const ks = [...new Set(tasks.flatMap(({ pass_hat }) => pass_hat.map(({ k }) => k)))].toSorted(
    (a, b) => a - b,
  );
  return [
    {
      about: 'quality',
      title: 'Reliability (pass^k)',
      head: ['Candidate, benchmark', ...ks.map((k) => `pass^${k}`)],
      rows: tasks.map((one) => [rowName(one), ...ks.map((k) => passCell(one, k))]),
      sentences: [
        'pass^k is the probability that k runs of a task all solve it, with its interval: the mean over tasks of C(c,k)/C(n,k), where c of n graded runs solved the task.',
      ],
    },
  ];
}

function passCell({ pass_hat }: Report, k: number): Cell {
  const one = pass_hat.find((other) => other.k === k);
  if (one === undefined) return null;
  const { observed, ci_low, ci_high } = one;
  return formatWithRange(percent, observed, ci_low, ci_high);
}

function costs(tasks: readonly Report[]): Section {
  return {
    about: 'quality',
    title: 'Cost and time of a solved task',
    head: TASK_HEAD,
    rows: tasks.map((one) => [
      rowName(one),
      `${one.solved} of ${one.runs} runs`,
      one.cost_per_solved_usd === null ? null : usd(one.cost_per_solved_usd),
      one.seconds_per_solved === null ? null : seconds(one.seconds_per_solved),
      one.turns_mean,
      one.replies_mean,
      one.calls_mean,
    ]),
    sentences: [
      'Cost and time of all graded runs divided by the solved runs. Simulated users, judges and ungraded runs are listed separately.',
      ...tasks.flatMap(differsByEpoch),
    ],
  };
}

function differsByEpoch(one: Report): string[] {
  const said = [
    one.simulation_cost_usd === null ? '' : `simulated users and judges ${usd(one.simulation_cost_usd)}`,
    one.unscored_cost_usd ? `ungraded runs ${usd(one.unscored_cost_usd)}` : '',
    one.begun_anew > 0 && one.begun_anew_cost_usd !== null
      ? `${one.begun_anew} interrupted conversations ${usd(one.begun_anew_cost_usd)}`
      : '',
  ].filter((part) => part !== '');
  return said.length === 0 ? [] : [`${rowName(one)}: not included: ${said.join(', ')}.`];
}

const rowName = ({ target_label, benchmark }: Report) => `${target_label}, ${benchmark}`;
