import type { Schemas } from '@touchstone/client';
import { count, percent } from '../figures/figures.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type LoadReport = NonNullable<Results['load']>[number];
type SessionReport = NonNullable<LoadReport['sessions']>;
type MeasuredSessions = Pick<LoadReport, 'target_label' | 'benchmark'> & { sessions: SessionReport };

/** Sections on load in sessions: by session and by turn. */
export function sessionSections({ load = [] }: Results): Section[] {
  const measured = load.flatMap(({ target_label, benchmark, sessions }): MeasuredSessions[] =>
    sessions === undefined ? [] : [{ target_label, benchmark, sessions }],
  );
  return measured.length === 0 ? [] : [bySession(measured), byTurn(measured)];
}

function bySession(measured: readonly MeasuredSessions[]): Section {
  return {
    about: 'load',
    title: 'Load by session',
    head: [
      'Candidate, load',
      'Sessions',
      'Completed',
      'p50 s',
      'p95 s',
      'Response time, p50 s',
      'Read from cache',
    ],
    rows: measured.map((one) => {
      const { sessions, completed_share, session_ms, waited_ms } = one.sessions;
      return [
        rowName(one),
        sessions,
        completed_share === null ? null : percent(completed_share.value),
        seconds(session_ms.p50?.observed),
        seconds(session_ms.p95?.observed),
        seconds(waited_ms.p50?.observed),
        ofWhatCould(one.sessions),
      ];
    }),
    sentences: [
      'A session lasts from its arrival to its last response, including pauses. Response time is the total of its responses. Read from cache is the share of repeated input tokens that the server reported as cached.',
      ...measured.flatMap(ended),
    ],
  };
}

function ended({ target_label, sessions: { outcomes } }: MeasuredSessions): string[] {
  const { failed = 0, unfinished = 0, cut = 0 } = outcomes;
  const said = [
    failed > 0 ? `${failed} ended with a turn that got no response` : '',
    unfinished > 0 ? `${unfinished} were abandoned after the time limit` : '',
    cut > 0 ? `${cut} were cut off when the load ended early and are not counted` : '',
  ].filter((part) => part !== '');
  return said.length === 0 ? [] : [`Of the sessions of ${target_label}, ${said.join(', ')}.`];
}

/** Number of turns shown; a trace may have hundreds. */
const MAX_TURNS = 12;

function byTurn(measured: readonly MeasuredSessions[]): Section {
  const longest = Math.max(...measured.map(({ sessions }) => sessions.by_turn.length));
  return {
    about: 'load',
    title: 'Load by turn',
    head: [
      'Candidate, load',
      'Turn',
      'Requests',
      'p50 ms',
      'p95 ms',
      'First token, p50 ms',
      'Input tokens',
      'Cached',
    ],
    rows: measured.flatMap((one) =>
      one.sessions.by_turn
        .slice(0, MAX_TURNS)
        .map((turn): Cell[] => [
          rowName(one),
          turn.turn,
          turn.requests,
          turn.latency_ms.p50,
          turn.latency_ms.p95,
          turn.ttft_ms.p50,
          turn.input_tokens_mean,
          turn.cached_share === null ? null : percent(turn.cached_share),
        ]),
    ),
    sentences: [
      'Cached is the share of input tokens that the server reported as read from its cache; empty if it reports none.',
      ...(longest > MAX_TURNS
        ? [`The table has the first ${MAX_TURNS} turns; sessions have up to ${longest}.`]
        : []),
    ],
  };
}

function ofWhatCould({ cached_share, repeated_share }: SessionReport): string | null {
  if (cached_share === null || !repeated_share) return null;
  return percent(Math.min(1, cached_share / repeated_share));
}

function seconds(ms: number | null | undefined): string | null {
  return ms == null ? null : count(ms / 1000);
}

/** The candidate with the scenario whose load was measured. */
const rowName = ({ target_label, benchmark }: MeasuredSessions) =>
  `${target_label}, ${benchmark.replace(/^load\//, '')}`;
