import { Link } from '@tanstack/react-router';
import type { OpenQuestion } from '@touchstone/report';
import { lazy, Suspense, useState } from 'react';
import type { Evaluation } from '../api/api.ts';

const MeasureDialog = lazy(async () => ({
  default: (await import('./measure-dialog.tsx')).MeasureDialog,
}));

interface MeasureMoreProps {
  question: OpenQuestion;
  evaluation: Pick<Evaluation, 'id' | 'workspace_id'>;
}

/**
 * Leads to what decides an open question: what would be measured, with its price and the button that does it, or the
 * fact in the catalogue. Nothing where no number decides it.
 */
export function MeasureMore({ question, evaluation }: MeasureMoreProps) {
  const { kind, labels, about, wanted, scenario, fact } = question;
  const [isOpen, setOpen] = useState(false);
  const who = labels.join(kind === 'items' && scenario === null ? ' or ' : ', ');
  if (kind === 'fact') {
    return (
      <Link
        className="button"
        to="/workspaces/$workspaceId/settings/catalogue"
        params={{ workspaceId: evaluation.workspace_id }}
        search={fact === null ? {} : { kind: fact.kind, q: fact.about, lacks: fact.says, at: fact.add }}
        aria-label={`Add facts for ${who}`}
      >
        {' '}
        Add facts{' '}
      </Link>
    );
  }
  const says = kind === 'measurement' ? 'Measure' : 'Measure more';
  if (kind !== 'measurement' && wanted === null) return null;
  return (
    <>
      <button type="button" aria-label={`${says}: ${who}, ${about}`} onClick={() => setOpen(true)}>
        {says}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MeasureDialog
            title={`${says}?`}
            evaluation={evaluation}
            more={kind === 'items' ? about : 'load'}
            size={wanted ?? undefined}
            scenario={wanted === null ? null : scenario}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
