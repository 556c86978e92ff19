import { useQuery } from '@tanstack/react-query';
import { migrationPage } from '@touchstone/report';
import { baseUrl, type Evaluation } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';
import { Warnings } from '../../ui/warnings.tsx';
import { NoResults } from '../results/no-results.tsx';
import { SectionViews } from '../results/section-view.tsx';
import { useEvaluation } from '../use-evaluation.ts';

/** Whether to move from the baseline to a candidate, and by when; the same page as that of the command line. */
export function MigrationPage() {
  const { evaluation } = useEvaluation();
  if (evaluation === undefined) return null;
  if (evaluation.methodology.question !== 'no_worse') {
    return (
      <p className="empty">
        This evaluation looks for the best candidate. To decide on a migration, choose “Edit and run again”
        and test which candidates are no worse than a baseline.
      </p>
    );
  }
  const isMeasured = evaluation.results !== null && evaluation.results.no_worse !== undefined;
  return isMeasured ? <MeasuredMigration evaluation={evaluation} /> : <NoResults evaluation={evaluation} />;
}

function MeasuredMigration({ evaluation: { workspace_id, id } }: { evaluation: Evaluation }) {
  const { data, error } = useQuery(queries.migration(workspace_id, id));
  if (data === undefined) {
    return error ? (
      <Problem error={error} />
    ) : (
      <p className="waiting" role="status">
        Loading…
      </p>
    );
  }
  const { title, answer, then, sections, warnings } = migrationPage(data);
  const file = `${baseUrl}/workspaces/${workspace_id}/evaluations/${id}/export`;
  return (
    <>
      <section aria-label={title}>
        <h2>{title}</h2>
        <p>
          <strong>{answer}</strong>
        </p>
        <ul>
          {then.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="buttons">
          <a className="button" href={`${file}?format=migration_html`}>
            Download HTML
          </a>
          <a className="button" href={`${file}?format=migration_markdown`}>
            Download Markdown
          </a>
        </p>
      </section>
      <SectionViews sections={sections.slice(0, 1)} />
      {sections.slice(1).map((section) => (
        <Fold key={section.title} title={section.title}>
          <SectionViews sections={[section]} />
        </Fold>
      ))}
      <Warnings warnings={warnings} />
    </>
  );
}
