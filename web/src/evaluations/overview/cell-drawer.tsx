import { getRouteApi, Link } from '@tanstack/react-router';
import {
  countedNoun,
  type EvidenceSection,
  formatBesideLimit,
  missingFactLocation,
  type Report,
  requirementRange,
  type ScenarioSection,
  withUnit,
} from '@touchstone/report';
import { count, plural, usd } from '@touchstone/report/figures';
import { LIMITS } from '@touchstone/report/limits';
import { Dialog } from '../../ui/dialog.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/');

const OUTCOMES = {
  pass: 'Met',
  fail: 'Missed',
  inconclusive: 'Undecided',
  unknown: 'Not known',
} as const;

const COUNTED = { items: 'Items', requests: 'Requests', sessions: 'Sessions' } as const;

/** What the cell that the address names rests on. */
export function CellDrawer({ scenario, report }: { scenario: ScenarioSection; report: Report }) {
  const { cell: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const params = route.useParams();
  const cell = scenario.matrix.rows.flatMap(({ cells }) => cells).find((one) => one?.key === wanted);
  const close = () =>
    void navigate({ search: ({ cell: _, ...rest }) => rest, resetScroll: false, replace: true });
  if (!cell) return null;
  const { requirement, status } = cell;
  const { kind, observed, limit, n, reason, missing, samples_needed, target_label } = requirement;
  const evidence = report.evidence.find(
    (one) => one.target_label === target_label && one.scenario_label === scenario.label,
  );
  const { counts } = LIMITS[kind];
  const isLoad = counts === 'requests' || counts === 'sessions';
  // The success rate is that of its own benchmark where it was run.
  const load = (kind === 'availability' ? ['availability', 'load'] : ['load'])
    .flatMap((type) => report.load.filter(({ benchmark }) => benchmark === `${type}/${scenario.label}`))
    .flatMap(({ rows }) => rows)
    .find((one) => one.target_label === target_label);
  // A rate is observed only where its limits were shown to hold; what the load answered is known all the same.
  const answered =
    kind === 'throughput_rps' &&
    load?.throughput_rps != null &&
    `${withUnit(requirement, load.throughput_rps)} answered of ${count(load.attempted_rps)} sent; not shown to hold`;
  const [found = '', asked] =
    observed === null || limit === null
      ? [observed === null ? '' : withUnit(requirement, observed)]
      : formatBesideLimit(requirement, observed, limit);
  const facts: [string, string][] = [
    ['Required', requirement.says],
    ['Observed', observed === null ? answered || 'none' : found],
  ];
  if (isLoad && load && load.saturated_slices > 0)
    facts.push([
      'Ended early',
      `${load.saturated_slices} of ${plural(load.slices, 'slice')} of the load, because open requests kept growing`,
    ]);
  const range = requirementRange(requirement);
  if (range !== null) facts.push(['Interval', range]);
  if (asked !== undefined) facts.push(['Limit', asked]);
  if (n !== null) facts.push([COUNTED[countedNoun(requirement)], count(n)]);
  if (samples_needed !== null) facts.push(['Needed to decide', `about ${count(samples_needed)}`]);
  return (
    <Dialog title={target_label} isOpen onClose={close} kind="drawer">
      <p className="answer">
        {OUTCOMES[status]}: {reason}.
      </p>
      <dl className="pairs">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <>
          <h3>Missing facts</h3>
          <ul>
            {missing.map((one) => (
              <li key={one.fact}>
                {one.fact}. Add it: <code>{missingFactLocation(one)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {evidence && <Basis kind={kind} evidence={evidence} />}
      {evidence && <Assumed sentences={assumedFor(kind, evidence)} />}
      <p>
        {kind === 'quality' ? (
          n !== null && (
            <Link
              to="/workspaces/$workspaceId/evaluations/$evaluationId/samples"
              params={params}
              search={{ benchmark: answersOf(requirement.benchmark), target: target_label }}
            >
              View samples
            </Link>
          )
        ) : (
          <Link
            to={`/workspaces/$workspaceId/evaluations/$evaluationId/${isLoad ? 'load' : 'cost'}`}
            params={params}
          >
            {isLoad ? 'View load results' : 'View costs and facts'}
          </Link>
        )}
      </p>
    </Dialog>
  );
}

/** What was assumed for a requirement that follows from facts. */
function assumedFor(kind: string, { assumed }: EvidenceSection): readonly string[] {
  if (kind.endsWith('_usd')) return assumed.cost;
  if (kind === 'regions' || kind === 'certification') return assumed.compliance;
  return kind === 'vendor_lock_in_tolerance' ? assumed.lock_in : [];
}

function Assumed({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <>
      <h3>Assumptions</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

/** The benchmark whose answers a score rests on: criteria grade those of the whole custom evaluation. */
const answersOf = (benchmark = '') => (benchmark.startsWith('custom/') ? 'custom/overall' : benchmark);

/** The prices, findings or points behind a requirement that follows from facts. */
function Basis({
  kind,
  evidence: { cost, compliance, lock_in },
}: {
  kind: string;
  evidence: EvidenceSection;
}) {
  if (kind.endsWith('_usd')) {
    return (
      <PlainTable
        head={['Item', 'Quantity', 'Unit price', 'Source']}
        rows={cost.lines.map(({ item, quantity, unit, unit_usd, source, as_of }) => [
          item,
          `${count(quantity)} ${unit}`,
          usd(unit_usd),
          `${source}, ${as_of}`,
        ])}
      />
    );
  }
  if (kind === 'regions' || kind === 'certification') {
    return (
      <PlainTable
        head={['Requirement', 'Component', 'Finding']}
        rows={compliance.map(({ requirement, component, status, evidence }) => [
          requirement,
          component,
          `${status}: ${evidence}`,
        ])}
      />
    );
  }
  if (kind !== 'vendor_lock_in_tolerance') return null;
  return (
    <PlainTable
      head={['Component', 'Choice', 'Points', 'Reason']}
      rows={lock_in.lines.map(({ component, choice, points, most, evidence }) => [
        component,
        choice ?? 'not known',
        points === null ? 'not known' : `${points} of ${most}`,
        evidence,
      ])}
    />
  );
}
