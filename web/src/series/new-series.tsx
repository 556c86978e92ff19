import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { type FormEvent, useState } from 'react';
import { api, type Evaluation, type NewSeries as NewSeriesBody, type SeriesQuestion } from '../api/api.ts';
import { toDefinition } from '../api/definition.ts';
import { queries } from '../api/queries.ts';
import { Dialog, LeaveButton } from '../ui/dialog.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { Problem } from '../ui/problem.tsx';
import { RHYTHMS, type Rhythm, toCron } from './schedule.ts';
import { WhatItFinds } from './what-it-finds.tsx';

/** What was asked for lies below the end of the drawer. */
const intoView = (found: HTMLElement | null) => found?.scrollIntoView({ block: 'start' });

interface NewSeriesProps {
  workspaceId: string;
  onMade: (id: string) => void;
  onClose: () => void;
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Repeats an evaluation that is there. */
export function NewSeries({ workspaceId, onMade, onClose }: NewSeriesProps) {
  const client = useQueryClient();
  const evaluations = useQuery(queries.evaluations(workspaceId));
  const [draft, setDraft] = useState({
    name: '',
    evaluation: '',
    score: '10',
    coverage: '',
    latency: '',
    cost: '',
    rhythm: 'none',
    time: '06:00',
    cron: '',
    zone: ZONE,
    items: 'frozen',
    budget: '',
  });
  const [asked, setAsked] = useState<SeriesQuestion>();
  const all = evaluations.data ?? [];
  // The list leaves out what may be large.
  const { data: chosen, error: chosenError } = useQuery({
    ...queries.evaluation(workspaceId, draft.evaluation),
    enabled: draft.evaluation !== '',
  });
  const make = useMutation({
    mutationFn: (repeated: Evaluation) =>
      answer(
        api.POST('/workspaces/{workspace_id}/series', {
          params: { path: { workspace_id: workspaceId } },
          body: bodyOf(draft, repeated),
        }),
      ),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: queries.series(workspaceId).queryKey });
      onMade(id);
    },
  });
  const set = (key: keyof typeof draft) => (value: string) => setDraft({ ...draft, [key]: value });
  const input = (key: keyof typeof draft) => ({
    value: draft[key],
    onChange: (event: { currentTarget: { value: string } }) => set(key)(event.currentTarget.value),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) make.mutate(chosen);
  };
  const share = { type: 'number', min: 0.1, max: 99, step: 'any' };
  const ratio = { type: 'number', min: 1.01, max: 100, step: 'any' };
  return (
    <Dialog kind="drawer" title="New series" isOpen onClose={onClose}>
      <form className="form" aria-label="New series" onSubmit={send}>
        <p className="quiet">
          A series repeats an evaluation. Each run is compared with the first one and raises an alarm if a
          candidate became worse by more than the limits below. The chance of any false alarm over the whole
          series is at most 5 %.
        </p>
        <Problem error={evaluations.error ?? chosenError} />
        <div className="fields">
          <Field label="Name" required maxLength={200} wide {...input('name')} />
          <Choice
            label="Evaluation to repeat"
            hint="Sets candidates, questions and method."
            value={draft.evaluation}
            onPick={set('evaluation')}
            required
          >
            <option value="">Select an evaluation</option>
            {all.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice label="Questions" value={draft.items} onPick={set('items')}>
            <option value="frozen">The same in each run</option>
            <option value="fresh">New questions in each run</option>
          </Choice>
        </div>
        <fieldset className="wide plain">
          <legend>Allowed decline. Empty fields are not monitored.</legend>
          <div className="fields">
            <Field
              label="Score, points"
              hint="With 10, a fall from 90 % to 80 % raises no alarm."
              {...share}
              {...input('score')}
            />
            <Field
              label="Share of scored responses, points"
              hint="Failed calls have no score."
              {...share}
              {...input('coverage')}
            />
            <Field
              label="p95 latency, as a factor"
              hint="With 1.5, a rise of 50 % raises no alarm."
              {...ratio}
              {...input('latency')}
            />
            <Field
              label="Cost per call, as a factor"
              hint="At the prices of each run."
              {...ratio}
              {...input('cost')}
            />
          </div>
        </fieldset>
        <fieldset className="wide plain">
          <legend>Schedule</legend>
          <div className="fields">
            <Choice label="Schedule" value={draft.rhythm} onPick={set('rhythm')}>
              {Object.entries(RHYTHMS).map(([rhythm, name]) => (
                <option key={rhythm} value={rhythm}>
                  {name}
                </option>
              ))}
            </Choice>
            {draft.rhythm === 'cron' && (
              <Field
                label="Cron expression"
                hint="Minute, hour, day, month, weekday: 0 6 * * 1 is Mondays at 06:00."
                required
                {...input('cron')}
              />
            )}
            {draft.rhythm !== 'cron' && draft.rhythm !== 'none' && (
              <Field label="Time" type="time" required {...input('time')} />
            )}
            {draft.rhythm !== 'none' && <Field label="Time zone" {...input('zone')} />}
            <Field label="Monthly cost limit, USD" type="number" min={0.01} step="any" {...input('budget')} />
          </div>
        </fieldset>
        {asked && (
          <div ref={intoView} key={JSON.stringify(asked)}>
            <WhatItFinds workspaceId={workspaceId} question={asked} />
          </div>
        )}
        <Problem error={make.error} />
        <div className="buttons">
          <button type="submit" className="primary" disabled={make.isPending || chosen === undefined}>
            Create series
          </button>
          <button
            type="button"
            disabled={chosen === undefined}
            onClick={() => chosen && setAsked(questionOf(draft, chosen))}
          >
            Estimate what it can detect
          </button>
          <LeaveButton />
        </div>
      </form>
    </Dialog>
  );
}

type Draft = Readonly<Record<string, string>>;

function questionOf(draft: Draft, repeated: Evaluation): SeriesQuestion {
  const { score, coverage, latency, cost, items } = draft;
  const { methodology: { cache, ...methodology } = {}, ...definition } = toDefinition(repeated);
  const margins = {
    score: number(score, 100),
    coverage: number(coverage, 100),
    latency_ratio: number(latency),
    cost_ratio: number(cost),
  };
  return {
    // Each look asks anew, so a shared answer is refused.
    evaluation: {
      name: repeated.name,
      ...definition,
      methodology: { ...methodology, ...(cache === false && { cache }) },
    },
    margins: Object.fromEntries(Object.entries(margins).filter(([, value]) => value !== undefined)),
    items: items === 'fresh' ? 'fresh' : 'frozen',
  };
}

const number = (text: string | undefined, per = 1) => (text ? Number(text) / per : undefined);

function bodyOf(draft: Draft, repeated: Evaluation): NewSeriesBody {
  const { name = '', zone, budget } = draft;
  const cron = toCron(draft.rhythm as Rhythm, draft.time ?? '', draft.cron ?? '');
  return {
    ...questionOf(draft, repeated),
    name,
    schedule: cron ? { cron, ...(zone && { time_zone: zone }) } : null,
    max_cost_usd_per_month: number(budget) ?? null,
  };
}
