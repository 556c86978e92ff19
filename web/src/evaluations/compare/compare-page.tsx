import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { changesBetween, type Report, toReport } from '@touchstone/report';
import { percent, signedPoints, withRange } from '@touchstone/report/figures';
import { queries } from '../../api/queries.ts';
import { Choice } from '../../ui/field.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';
import { NoResults } from '../results/no-results.tsx';
import { useEvaluation } from '../use-evaluation.ts';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/compare');

/** This evaluation beside another: what changed in answers, requirements, load and cost, and then the scores. */
export function ComparePage() {
  const { workspaceId, evaluationId } = route.useParams();
  const { other } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const { evaluation, report } = useEvaluation();
  const evaluations = useQuery(queries.evaluations(workspaceId));
  const others = (evaluations.data ?? []).filter(({ id }) => id !== evaluationId);
  if (report === undefined) return <NoResults evaluation={evaluation} />;
  return (
    <>
      <h2>Beside another evaluation</h2>
      <Problem error={evaluations.error} />
      {evaluations.data && others.length === 0 && (
        <p className="empty">There is no other evaluation in this workspace yet.</p>
      )}
      {others.length > 0 && (
        <Choice
          label="The other evaluation"
          value={other ?? ''}
          onPick={(id) => void navigate({ search: id === '' ? {} : { other: id }, replace: true })}
        >
          <option value="">choose one</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {other !== undefined && <Beside here={report} workspaceId={workspaceId} other={other} />}
    </>
  );
}

function Beside({ here, workspaceId, other }: { here: Report; workspaceId: string; other: string }) {
  const { data, error } = useQuery(queries.evaluation(workspaceId, other));
  if (error) return <Problem error={error} />;
  if (data === undefined) return <p role="status">One moment …</p>;
  if (data.results === null) return <NoResults evaluation={data} />;
  const there = toReport(data.results);
  const rows = here.intervals.flatMap((own) => {
    const match = there.intervals.find(
      ({ target_label, benchmark }) => target_label === own.target_label && benchmark === own.benchmark,
    );
    if (match === undefined) return [];
    const difference =
      own.score === null || match.score === null ? null : signedPoints(own.score - match.score);
    return [[own.target_label, own.benchmark, scoreText(own), scoreText(match), difference]];
  });
  return (
    <>
      <p className="quiet">
        These are two runs: their questions may differ, and no test was made across them. To compare
        candidates, put them into one evaluation.
      </p>
      <Changed here={here} there={there} />
      {rows.length === 0 ? (
        <p className="empty">No candidate of the same name has a score on a benchmark that both have.</p>
      ) : (
        <Fold title={`Scores: ${rows.length} that both have`}>
          <PlainTable head={['Candidate', 'Benchmark', 'Here', 'There', 'Difference, points']} rows={rows} />
        </Fold>
      )}
    </>
  );
}

/** What decides or puts a difference in doubt is not folded. */
const UNFOLDED = ['Requirements', 'Graders'];

/** The answers first, then what was decided otherwise; other figures are folded, and what is the same is said in a line. */
function Changed({ here, there }: { here: Report; there: Report }) {
  const { answers, tables } = changesBetween(here, there);
  const same = tables.filter(({ rows }) => rows.length === 0).map(({ title }) => title.toLowerCase());
  return (
    <>
      {answers.map(({ scenario, here: own, there: other }) => (
        <section key={scenario} aria-label={`Answer: ${scenario}`}>
          <h3>{scenario}</h3>
          {own === other ? (
            <p>The answer is the same: {own}</p>
          ) : (
            <dl className="pairs">
              <div>
                <dt>Here</dt>
                <dd>{own}</dd>
              </div>
              <div>
                <dt>There</dt>
                <dd>{other}</dd>
              </div>
            </dl>
          )}
        </section>
      ))}
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, head, rows }) =>
          UNFOLDED.includes(title) ? (
            <section key={title} aria-label={title}>
              <h3>{title}: what differs</h3>
              {title === 'Graders' && (
                <p>
                  Scores may differ for that alone. Rescore both evaluations (on their pages <i>Run</i>): the
                  kept answers are graded by the versions of today.
                </p>
              )}
              <PlainTable head={head} rows={rows} />
            </section>
          ) : (
            <Fold key={title} title={`${title}: ${rows.length} differ`}>
              <PlainTable head={head} rows={rows} />
            </Fold>
          ),
        )}
      {same.length > 0 && (
        <p className="quiet">Nothing differs, or only one of both has it: {same.join(', ')}.</p>
      )}
    </>
  );
}

function scoreText({ score, ci_low, ci_high, n }: Report['intervals'][number]): string {
  return `${withRange(percent, score, ci_low, ci_high)}, n = ${n}`;
}
