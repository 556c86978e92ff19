import { useQuery } from '@tanstack/react-query';
import { LOCK_IN, TRAFFIC, WORKLOADS, type Word } from '@touchstone/report';
import { outOf, PERCENTILES, TIMES, type TimeName } from '@touchstone/report/limits';
import { queries } from '../api/queries.ts';
import { Choice, Field } from '../ui/field.tsx';
import { QualityEditor } from './quality-editor.tsx';
import { LEAST_RATE, type ScenarioDraft, wordsOf } from './scenario-draft.ts';

interface ScenarioFormProps {
  workspaceId: string;
  draft: ScenarioDraft;
  onChange: (draft: ScenarioDraft) => void;
}

type TextKey = Exclude<keyof ScenarioDraft, 'quality' | 'statedRates'>;

/** Certificates that are offered; others can be written. */
const MOST_OFFERED = 6;

/** What a workload demands; what is left empty is not demanded. */
export function ScenarioForm({ workspaceId, draft, onChange }: ScenarioFormProps) {
  const set = (key: TextKey) => (value: string) => onChange({ ...draft, [key]: value });
  const input = (key: TextKey) => ({
    value: draft[key],
    onChange: (event: { currentTarget: { value: string } }) => set(key)(event.currentTarget.value),
  });
  const number = { type: 'number', min: 1 };
  const timeFields = (time: TimeName) =>
    PERCENTILES.map((percentile) => (
      <Field
        key={percentile}
        label={`${outOf(percentile)} ${TIMES[time].of} within, ms`}
        hint={percentile}
        {...number}
        {...input(`${percentile}_${time}_ms`)}
      />
    ));
  return (
    <>
      <p className="quiet">What is left empty is not demanded.</p>
      <div className="fields">
        <Field label="Name" required maxLength={200} wide {...input('name')} />
        <Words
          label="Kind of work"
          hint="Sets how long requests and answers are."
          words={WORKLOADS}
          value={draft.workload}
          onPick={set('workload')}
        />
        <Words
          label="Traffic"
          hint="How requests arrive."
          none="Steady, as none is stated"
          words={TRAFFIC}
          value={draft.traffic}
          onPick={set('traffic')}
        />
      </div>
      <fieldset className="wide plain">
        <legend>How fast, from the moment a request is meant to be sent to its last word</legend>
        <div className="fields">
          {timeFields('latency')}
          <Field
            label="Requests a second"
            hint="At the peak; load is measured at this rate. A fraction is saved as whole requests a minute: 0.2 is 12."
            type="number"
            step="any"
            min={LEAST_RATE}
            {...input('rate')}
          />
          <Field
            label="Answered requests, %"
            type="number"
            step="any"
            min={0}
            max={100}
            placeholder="99.9"
            hint="A share such as 0.999 does as well."
            {...input('availability')}
          />
        </div>
      </fieldset>
      <fieldset className="wide plain">
        <legend>How soon and how fast the words come, where answers are streamed</legend>
        <div className="fields">
          {timeFields('ttft')}
          {timeFields('tpot')}
        </div>
      </fieldset>
      <fieldset className="wide plain">
        <legend>How well conversations go, where load is sent in sessions</legend>
        <div className="fields">
          {timeFields('session')}
          <Field
            label="Completed sessions, %"
            type="number"
            step="any"
            min={0}
            max={100}
            hint="Whose last turn is answered."
            {...input('sessionsCompleted')}
          />
        </div>
      </fieldset>
      <QualityEditor
        workspaceId={workspaceId}
        minimums={draft.quality}
        onChange={(quality) => onChange({ ...draft, quality })}
      />
      <fieldset className="wide plain">
        <legend>How dear</legend>
        <div className="fields">
          <Field
            label="Budget a month, USD"
            type="number"
            step="any"
            min={0}
            hint="All of this traffic."
            {...input('monthly')}
          />
          <Field
            label="1,000 requests, USD"
            type="number"
            step="any"
            min={0}
            hint="Of all requests, good or not."
            {...input('perThousand')}
          />
        </div>
      </fieldset>
      <fieldset className="wide plain">
        <legend>Where, and by whom</legend>
        <div className="fields">
          <WordList
            label="Only in these regions"
            hint="Jurisdictions, countries or regions, between commas."
            offered={['EU', 'EEA', 'US']}
            value={draft.regions}
            onChange={set('regions')}
          />
          <WordList
            label="Certificates"
            hint="All of them, of each part that sees prompts; between commas."
            offered={useCertificates()}
            value={draft.certifications}
            onChange={set('certifications')}
          />
          <Words
            label="How hard it may be to leave"
            none="Not stated"
            words={LOCK_IN}
            value={draft.tolerance}
            onPick={set('tolerance')}
          />
        </div>
      </fieldset>
    </>
  );
}

interface WordsProps {
  label: string;
  hint?: string;
  /** Of the choice that states nothing; without it, one has to be chosen. */
  none?: string;
  words: readonly Word[];
  value: string;
  onPick: (word: string) => void;
}

/** A choice among known words; one of an earlier version that is none of them stays as it is. */
function Words({ label, hint, none, words, value, onPick }: WordsProps) {
  const isOther = value !== '' && !words.some(([word]) => word === value);
  return (
    <Choice label={label} {...(hint && { hint })} value={value} onPick={onPick}>
      {none && <option value="">{none}</option>}
      {isOther && <option value={value}>{value}</option>}
      {words.map(([word, says]) => (
        <option key={word} value={word}>
          {says}
        </option>
      ))}
    </Choice>
  );
}

interface WordListProps {
  label: string;
  hint: string;
  offered: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** Words between commas, with the usual ones to add by a button. */
function WordList({ label, hint, offered, value, onChange }: WordListProps) {
  const said = wordsOf(value);
  const left = offered.filter((word) => !said.includes(word));
  return (
    <div>
      <Field
        label={label}
        hint={hint}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="chips">
        {left.map((word) => (
          <button
            key={word}
            type="button"
            className="subtle"
            aria-label={`Add ${word}`}
            onClick={() => onChange([...said, word].join(', '))}
          >
            + {word}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The certificates that most providers of the catalogue have a word on. */
function useCertificates(): string[] {
  const { data } = useQuery(queries.catalogueProviders);
  const all = (data?.data ?? []).flatMap(({ certificates }) => certificates.flatMap(({ covers }) => covers));
  return [...Map.groupBy(all, (name) => name)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_OFFERED)
    .map(([name]) => name);
}
