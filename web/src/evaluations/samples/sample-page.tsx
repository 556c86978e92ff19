import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { benchmarkName } from '@touchstone/report';
import { count } from '@touchstone/report/figures';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import type { Sample, SampleMatrix } from '../../api/api.ts';
import '../../style/samples.css';
import { CopyButton } from '../../ui/copy-button.tsx';
import { tabTitle, WorkspaceName } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { AnswerCard } from './answer-card.tsx';
import { CandidateMark } from './candidate-mark.tsx';
import { LongText } from './long-text.tsx';
import { PairCard } from './pair-card.tsx';
import { neighboursQuery, type Place, rowQuery, sampleQuery } from './sample-queries.ts';
import { describeFilters } from './samples-page.tsx';
import { type SamplesSearch, toSampleFilter } from './samples-search.ts';
import { TryGrader } from './try-grader.tsx';
import { type Candidate, useCandidates } from './use-candidates.ts';
import { useKeys } from './use-keys.ts';

const SAMPLES = '/workspaces/$workspaceId/evaluations/$evaluationId/samples';
const route = getRouteApi(`${SAMPLES}/$sampleId`);

/** One question: what was asked, and the answers of all candidates side by side. */
export function SamplePage() {
  const { workspaceId, evaluationId, sampleId } = route.useParams();
  const search = route.useSearch();
  const place = { workspace_id: workspaceId, evaluation_id: evaluationId };
  const sample = useQuery(sampleQuery(place, sampleId));
  const unit = sample.data?.unit;
  const around = useQuery({
    ...neighboursQuery(place, toSampleFilter(search), unit ?? 0),
    enabled: unit !== undefined,
  });
  // The question itself is found without the filter, which may leave it out.
  const own = useQuery({ ...neighboursQuery(place, {}, unit ?? 0), enabled: unit !== undefined });
  const row = own.data?.data.find((one, i, all) => isRowOf(one, all[i + 1], unit));
  useNeighboursFetched(place, around.data);
  useTitle(row && `${benchmarkName(row.benchmark)} ${row.item}`);
  return (
    <article className="sample-page" aria-label="Sample" aria-busy={sample.isFetching}>
      <Problem error={sample.error ?? around.error ?? own.error} />
      {around.data && unit !== undefined && <Steps around={around.data} unit={unit} search={search} />}
      {own.data && row && sample.data && (
        <Question place={place} matrix={own.data} row={row} chosen={sample.data} search={search} />
      )}
    </article>
  );
}

type Row = SampleMatrix['data'][number];

/** Fetches the questions beside this one, so that a step to them waits for nothing. */
function useNeighboursFetched(place: Place, around: SampleMatrix | undefined): void {
  const client = useQueryClient();
  const { workspace_id, evaluation_id } = place;
  useEffect(() => {
    const path = { workspace_id, evaluation_id };
    for (const { sample_id, unit, outcomes } of around?.data ?? []) {
      if (sample_id === null) continue;
      void client.prefetchQuery(sampleQuery(path, sample_id));
      void client.prefetchQuery(rowQuery(path, unit, outcomes.length));
    }
  }, [client, workspace_id, evaluation_id, around]);
}

/** Whether a unit is one of a row's, whose cells end where the next row begins. */
function isRowOf(row: Row, next: Row | undefined, unit: number | undefined): boolean {
  if (unit === undefined) return false;
  return (
    row.unit <= unit && unit < row.unit + row.outcomes.length && (next === undefined || unit < next.unit)
  );
}

/** The tab says which question is open; the shell says the evaluation's name first. */
function useTitle(question: string | undefined): void {
  const { evaluation } = useEvaluation();
  const name = evaluation?.name;
  const workspace = useContext(WorkspaceName);
  useEffect(() => {
    if (question === undefined || name === undefined) return;
    const timer = setTimeout(() => {
      document.title = tabTitle(question, name, workspace);
    });
    return () => {
      clearTimeout(timer);
      document.title = tabTitle(name, workspace);
    };
  }, [question, name, workspace]);
}

/** Where the question stands among those of the filter, and the way to its neighbours. */
function Steps({ around, unit, search }: { around: SampleMatrix; unit: number; search: SamplesSearch }) {
  const navigate = route.useNavigate();
  const at = around.data.findIndex((row, i) => isRowOf(row, around.data[i + 1], unit));
  const before = around.data.findLast((row) => row.unit + row.outcomes.length <= unit);
  const after = around.data.find((row) => row.unit > unit);
  const go = (row: Row | undefined) => {
    if (!row?.sample_id) return;
    void navigate({
      params: (now) => ({ ...now, sampleId: row.sample_id as string }),
      search,
      replace: true,
    });
  };
  useKeys({ j: () => go(after), k: () => go(before) });
  const words = describeFilters(search)
    .map((one) => one.words)
    .join(', ');
  return (
    <nav className="steps" aria-label="Other samples">
      <Link
        from={route.id}
        to={SAMPLES}
        search={{ ...search, at: unit, against: undefined, view: undefined }}
      >
        All samples
      </Link>
      <button type="button" className="subtle" disabled={!before?.sample_id} onClick={() => go(before)}>
        <ChevronLeft size={16} aria-hidden /> Previous <kbd>k</kbd>
      </button>
      <span>
        {at === -1
          ? `Not among the ${count(around.total)} filtered`
          : `${count(around.offset + at + 1)} of ${count(around.total)}`}
        {around.partial && ' so far'}
        {words && <span className="quiet"> {words}</span>}
      </span>
      <button type="button" className="subtle" disabled={!after?.sample_id} onClick={() => go(after)}>
        Next <kbd>j</kbd> <ChevronRight size={16} aria-hidden />
      </button>
      <span className="copy-link">
        <CopyButton text={window.location.href} what="link to this sample" />{' '}
        <span className="quiet">Link</span>
      </span>
    </nav>
  );
}

interface QuestionProps {
  place: Place;
  matrix: SampleMatrix;
  row: Row;
  /** The sample of the address. */
  chosen: Sample;
  search: SamplesSearch;
}

function Question({ place, matrix, row, chosen, search }: QuestionProps) {
  const samples = useQuery(rowQuery(place, row.unit, row.outcomes.length));
  const candidates = useCandidates(matrix.targets);
  const expected = [chosen.expected].flat();
  return (
    <>
      <h2>
        {benchmarkName(row.benchmark)} {row.item}
        {row.epoch > 0 && ` (${row.epoch + 1})`}
      </h2>
      <section aria-label="Question" className="asked">
        {chosen.input.map(({ role, content }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a prompt is a fixed list of messages
          <div key={i}>
            {(chosen.input.length > 1 || role !== 'user') && <p className="quiet role">{role}</p>}
            <LongText text={content} />
          </div>
        ))}
        {expected.some((one) => one !== '') && (
          <p className="expected">
            <span className="quiet">Expected</span> <code>{expected.join(' or ')}</code>{' '}
            <span className="quiet">graded by {chosen.grader}</span>
          </p>
        )}
        {chosen.response_format !== undefined && (
          <Fold title="Requested response format">
            <LongText text={JSON.stringify(chosen.response_format, null, 2)} />
          </Fold>
        )}
      </section>
      <Problem error={samples.error} />
      {samples.data && (
        <Answers
          key={row.unit}
          place={place}
          samples={samples.data}
          chosen={chosen}
          candidates={candidates}
          search={search}
        />
      )}
    </>
  );
}

interface AnswersProps {
  place: Place;
  samples: readonly Sample[];
  chosen: Sample;
  candidates: readonly Candidate[];
  search: SamplesSearch;
}

function Answers({ place, samples, chosen, candidates, search }: AnswersProps) {
  const navigate = route.useNavigate();
  const [focused, setFocused] = useState(
    Math.max(
      0,
      samples.findIndex(({ id }) => id === chosen.id),
    ),
  );
  const against = search.against ?? search.a;
  const base = samples.find(({ target_label, pair }) => target_label === against && !pair);
  const change = (part: object) => void navigate({ search: { ...search, ...part }, replace: true });
  useKeys(
    Object.fromEntries(samples.slice(0, 9).map((_, i) => [String(i + 1), () => setFocused(i)] as const)),
  );
  const isText = search.view === 'text';
  return (
    <section aria-label="Responses">
      <div className="answers-head">
        <h3>Responses</h3>
        {samples.length > 1 && samples.some(({ pair }) => !pair) && (
          <fieldset className="against">
            <legend className="quiet">Compare with</legend>
            {candidates.map((candidate) => (
              <button
                key={candidate.label}
                type="button"
                className="subtle"
                title={candidate.label}
                aria-label={`Compare with ${candidate.label}`}
                aria-pressed={candidate.label === against}
                onClick={() =>
                  change({
                    against: candidate.label === against ? (search.a ? '' : undefined) : candidate.label,
                  })
                }
              >
                <CandidateMark candidate={candidate} />
              </button>
            ))}
          </fieldset>
        )}
        <button
          type="button"
          className="subtle"
          aria-pressed={isText}
          onClick={() => change({ view: isText ? undefined : 'text' })}
        >
          Show plain text
        </button>
        <span className="quiet key-hint">
          <kbd>1</kbd>–<kbd>9</kbd> select, <kbd>r</kbd> right, <kbd>w</kbd> wrong, <kbd>u</kbd> unsure
        </span>
      </div>
      <div className="answers">
        {samples.map((sample, i) =>
          sample.pair ? (
            <PairCard key={sample.id} pair={sample.pair} />
          ) : (
            <AnswerCard
              key={sample.id}
              place={place}
              sample={sample}
              candidate={candidates.find(({ label }) => label === sample.target_label)}
              base={base?.id === sample.id ? undefined : base?.answer}
              isText={isText}
              isFocused={i === focused}
              onFocus={() => setFocused(i)}
            />
          ),
        )}
      </div>
      <TryGrader place={place} samples={samples} />
    </section>
  );
}
