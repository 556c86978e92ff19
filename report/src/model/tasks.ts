import type { Schemas } from '@touchstone/client';
import { percent, seconds, usd, withRange } from '../figures/figures.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Report = NonNullable<Results['tasks']>[number];

const HEAD = [
  'Candidate, benchmark',
  'Solved',
  'Cost of a solved task',
  'Time of a solved task',
  'Turns',
  'Replies',
  'Calls',
];

/** How reliably targets solve tasks, and what a solved one takes. */
export function taskSections({ tasks = [], methodology }: Results): Section[] {
  const measured = tasks.filter(({ runs }) => runs > 0);
  if (measured.length === 0) return [];
  return [...reliability(measured, methodology.epochs), costs(measured)];
}

/** pass^k beside each other; with one epoch there is nothing beyond the score. */
function reliability(tasks: readonly Report[], epochs: number): Section[] {
  if (epochs < 2) return [];
  const ks = [...new Set(tasks.flatMap(({ pass_hat }) => pass_hat.map(({ k }) => k)))].toSorted(
    (a, b) => a - b,
  );
  return [
    {
      about: 'quality',
      title: 'Solved again and again',
      head: ['Candidate, benchmark', ...ks.map((k) => `pass^${k}`)],
      rows: tasks.map((one) => [named(one), ...ks.map((k) => passCell(one, k))]),
      sentences: [
        'pass^k is the chance that k runs of a task all solve it, with its interval: the mean over tasks of C(c,k)/C(n,k), where c of n graded runs solved the task.',
      ],
    },
  ];
}

function passCell({ pass_hat }: Report, k: number): Cell {
  const one = pass_hat.find((other) => other.k === k);
  if (one === undefined) return null;
  const { observed, ci_low, ci_high } = one;
  return withRange(percent, observed, ci_low, ci_high);
}

function costs(tasks: readonly Report[]): Section {
  return {
    about: 'quality',
    title: 'What a solved task takes',
    head: HEAD,
    rows: tasks.map((one) => [
      named(one),
      `${one.solved} of ${one.runs} runs`,
      one.cost_per_solved_usd === null ? null : usd(one.cost_per_solved_usd),
      one.seconds_per_solved === null ? null : seconds(one.seconds_per_solved),
      one.turns_mean,
      one.replies_mean,
      one.calls_mean,
    ]),
    sentences: [
      'Cost and time of all graded runs, for each that solved its task. What models cost that play the user or judge stands apart, as do runs without a grade.',
      ...tasks.flatMap(apart),
    ],
  };
}

function apart(one: Report): string[] {
  const said = [
    one.simulation_cost_usd === null ? '' : `the simulated user and judges ${usd(one.simulation_cost_usd)}`,
    one.unscored_cost_usd ? `runs without a grade ${usd(one.unscored_cost_usd)}` : '',
    one.begun_anew > 0 && one.begun_anew_cost_usd !== null
      ? `${one.begun_anew} interrupted conversations ${usd(one.begun_anew_cost_usd)}`
      : '',
  ].filter((part) => part !== '');
  return said.length === 0 ? [] : [`${named(one)}: apart from this, ${said.join(', ')}.`];
}

const named = ({ target_label, benchmark }: Report) => `${target_label}, ${benchmark}`;
