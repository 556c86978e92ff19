import { useQuery } from '@tanstack/react-query';
import { LOCK_IN_WORDS, TRAFFIC_WORDS, WORKLOAD_WORDS, type Word } from '@touchstone/report';
import { LIMITED_TIMES, PERCENTILES, shareInWords, type TimeName } from '@touchstone/report/limits';
import { queries } from '../api/queries.ts';
import { Choice, Field } from '../ui/field.tsx';
import { QualityEditor } from './quality-editor.tsx';
import { MIN_REQUESTS_PER_SECOND, type ScenarioDraft, splitAtCommas } from './scenario-draft.ts';

interface ScenarioFormProps {
  workspaceId: string;
  draft: ScenarioDraft;
  onChange: (draft: ScenarioDraft) => void;
}

type TextKey = Exclude<keyof ScenarioDraft, 'quality' | 'statedRates'>;

/** Certificates that are offered; others can be written. */
const MAX_OFFERED = 6;

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
        label={`${shareInWords(percentile)} ${LIMITED_TIMES[time].of} within, ms`}
        hint={percentile}
        {...number}
        {...input(`${percentile}_${time}_ms`)}
      />
    ));
  return (
    <>
      <p className="quiet">Empty fields set no requirement.</p>
      <div className="fields">
        <Field label="Name" required maxLength={200} wide {...input('name')} />
        <Words
          label="Kind of work"
          hint="Sets the length of prompts and responses."
          words={WORKLOAD_WORDS}
          value={draft.workload}
          onPick={set('workload')}
        />
        <Words
          label="Traffic"
          hint="How requests arrive."
          none="Not stated (steady)"
          words={TRAFFIC_WORDS}
          value={draft.traffic}
          onPick={set('traffic')}
        />
      </div>
      <fieldset className="wide plain">
        <legend>Latency and load</legend>
        <div className="fields">
          {timeFields('latency')}
          <Field
            label="Requests per second"
            hint="Peak rate, at which load is measured. Fractions are saved as requests per minute."
            type="number"
            step="any"
            min={MIN_REQUESTS_PER_SECOND}
            {...input('rate')}
          />
          <Field
            label="Availability, %"
            type="number"
            step="any"
            min={0}
            max={100}
            placeholder="99.9"
            hint="Successful requests. You can also enter a share, such as 0.999."
            {...input('availability')}
          />
        </div>
      </fieldset>
      <fieldset className="wide plain">
        <legend>Streaming</legend>
        <div className="fields">
          {timeFields('ttft')}
          {timeFields('tpot')}
        </div>
      </fieldset>
      <fieldset className="wide plain">
        <legend>Sessions</legend>
        <div className="fields">
          {timeFields('session')}
          <Field
            label="Sessions completed, %"
            type="number"
            step="any"
            min={0}
            max={100}
            hint="Sessions whose last turn got a response."
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
        <legend>Cost</legend>
        <div className="fields">
          <Field
            label="Monthly budget, USD"
            type="number"
            step="any"
            min={0}
            hint="For all traffic of this workload."
            {...input('monthly')}
          />
          <Field
            label="Cost per 1,000 requests, USD"
            type="number"
            step="any"
            min={0}
            hint="Counts failed requests too."
            {...input('perThousand')}
          />
        </div>
      </fieldset>
      <fieldset className="wide plain">
        <legend>Compliance and lock-in</legend>
        <div className="fields">
          <WordList
            label="Allowed regions"
            hint="Jurisdictions, countries or regions, separated by commas."
            offered={['EU', 'EEA', 'US']}
            value={draft.regions}
            onChange={set('regions')}
          />
          <WordList
            label="Certificates"
            hint="Required of every provider that sees prompts. Separate by commas."
            offered={useCertificates()}
            value={draft.certifications}
            onChange={set('certifications')}
          />
          <Words
            label="Maximum lock-in"
            none="Not stated"
            words={LOCK_IN_WORDS}
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
  /** Text of the option that states nothing; without it, an option must be chosen. */
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
  const said = splitAtCommas(value);
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
    .slice(0, MAX_OFFERED)
    .map(([name]) => name);
}
