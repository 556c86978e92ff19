import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { changesBetween, type Report, toReport } from '@touchstone/report';
import { formatWithRange, percent, signedPoints } from '@touchstone/report/figures';
import { queries } from '../../api/queries.ts';
import { Choice } from '../../ui/field.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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
      <h2>Compare with another evaluation</h2>
      <Problem error={evaluations.error} />
      {evaluations.data && others.length === 0 && (
        <p className="empty">This workspace has no other evaluation yet.</p>
      )}
      {others.length > 0 && (
        <Choice
          label="Other evaluation"
          value={other ?? ''}
          onPick={(id) => void navigate({ search: id === '' ? {} : { other: id }, replace: true })}
        >
          <option value="">Select an evaluation</option>
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
  if (data === undefined) return <Skeleton lines={8} />;
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
        The two evaluations may use different questions, and differences between them are not tested. To
        compare candidates, use one evaluation.
      </p>
      {rows.length === 0 ? (
        <p className="empty">No candidate has a score on the same benchmark in both evaluations.</p>
      ) : (
        <section aria-label="Scores">
          <h3>Scores</h3>
          <PlainTable
            head={['Candidate', 'Benchmark', 'This evaluation', 'Other evaluation', 'Difference, points']}
            rows={rows}
          />
        </section>
      )}
      <Changed here={here} there={there} />
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
        <section key={scenario} aria-label={`Verdict: ${scenario}`}>
          <h3>{scenario}</h3>
          {own === other ? (
            <p>The verdict is the same: {own}</p>
          ) : (
            <dl className="pairs">
              <div>
                <dt>This evaluation</dt>
                <dd>{own}</dd>
              </div>
              <div>
                <dt>Other evaluation</dt>
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
              <h3>{title}: differences</h3>
              {title === 'Graders' && (
                <p>
                  Different grader versions can change scores. To use the current versions, rescore both
                  evaluations on their pages <i>Run</i>.
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
      {same.length > 0 && <p className="quiet">The same in both, or in one only: {same.join(', ')}.</p>}
    </>
  );
}

function scoreText({ score, ci_low, ci_high, n }: Report['intervals'][number]): string {
  return `${formatWithRange(percent, score, ci_low, ci_high)}, n = ${n}`;
}
