import { useMutation } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { useState } from 'react';
import { api, type Body, type Sample } from '../../api/api.ts';
import { Choice, Field, TextField } from '../../ui/field.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';
import type { Place } from './sample-queries.ts';

type Trial = Body<'/workspaces/{workspace_id}/graders/try', 'post'>;
type Result = Awaited<ReturnType<typeof send>>;

/** Ways to write a grader, with what their text is called and begins with. */
const WAYS = {
  javascript: {
    word: 'JavaScript',
    label: 'Code with the function grade',
    text: 'function grade({ input, response, expected, metadata, trace }) {\n  return { score: response.includes(expected), reason: "Looks for the expected text." };\n}',
  },
  python: {
    word: 'Python',
    label: 'Code with the function grade',
    text: 'def grade(sample):\n    return {"score": sample["expected"] in sample["response"], "reason": "Looks for the expected text."}',
  },
  http: { word: 'Server (HTTP)', label: 'Address', text: '' },
  other: { word: 'Another grader', label: 'Grader as JSON', text: '{"type": "contains", "options": {}}' },
} as const;
type Way = keyof typeof WAYS;
const isWay = (value: string): value is Way => value in WAYS;

/** Grades a response of the page by a grader that is written here; nothing is stored. */
export function TryGrader({ place, samples }: { place: Place; samples: readonly Sample[] }) {
  const answered = samples.filter((sample) => sample.answer !== null && !sample.pair);
  const [way, setWay] = useState<Way>('javascript');
  const [texts, setTexts] = useState<Partial<Record<Way, string>>>({});
  const [chosen, setChosen] = useState('');
  const sample = answered.find(({ id }) => id === chosen) ?? answered[0];
  const { label, text: initial } = WAYS[way];
  const text = texts[way] ?? initial;
  const call = useMutation({
    mutationFn: (sample_id: string) =>
      send(place.workspace_id, {
        grader: toGrader(way, text),
        evaluation_id: place.evaluation_id,
        sample_id,
      }),
  });
  const change = (value: string) => setTexts({ ...texts, [way]: value });
  if (sample === undefined) return null;
  return (
    <Fold title="Try a grader on this sample">
      <section aria-label="Try a grader">
        <p className="quiet">Grades one response with a grader of your own. Nothing is stored.</p>
        <div className="fields">
          <Choice label="Grader" value={way} onPick={(value) => isWay(value) && setWay(value)}>
            {Object.entries(WAYS).map(([value, { word }]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </Choice>
          <Choice label="Response of" value={sample.id} onPick={setChosen}>
            {answered.map(({ id, target_label }) => (
              <option key={id} value={id}>
                {target_label}
              </option>
            ))}
          </Choice>
          {way === 'http' ? (
            <Field
              label={label}
              wide
              placeholder="https://grader.example.com/grade"
              hint="Its host must be in TARGET_ALLOW_HOSTS."
              value={text}
              onChange={({ currentTarget }) => change(currentTarget.value)}
            />
          ) : (
            <TextField
              label={label}
              className="code"
              rows={8}
              spellCheck={false}
              value={text}
              onChange={({ currentTarget }) => change(currentTarget.value)}
            />
          )}
        </div>
        <button
          type="button"
          disabled={call.isPending || text.trim() === ''}
          onClick={() => call.mutate(sample.id)}
        >
          {call.isPending ? 'Grading…' : 'Grade this response'}
        </button>
        <Problem error={call.error} />
        <div role="status">{call.data && <Shown result={call.data} />}</div>
      </section>
    </Fold>
  );
}

function Shown({ result: { score, reason, figures, error } }: { result: Result }) {
  const rows = Object.entries(figures).map(([name, value]) => [name, String(value)]);
  if (error !== null) return <p className="problem">No score: {error.message}</p>;
  return (
    <>
      <p>
        Score <strong>{score}</strong>
        {reason !== null && `: ${reason}`}
      </p>
      {rows.length > 0 && <PlainTable head={['Figure', 'Value']} rows={rows} />}
    </>
  );
}

/** Throws for JSON that cannot be read. */
function toGrader(way: Way, text: string): Trial['grader'] {
  if (way === 'http') return { type: 'http', options: { url: text.trim() } };
  if (way !== 'other') return { type: 'code', options: { language: way, source: text } };
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The grader is not valid JSON.');
  }
}

function send(workspace_id: string, body: Trial) {
  return answer(
    api.POST('/workspaces/{workspace_id}/graders/try', { params: { path: { workspace_id } }, body }),
  );
}
