import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { api, type Scenario } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { ScenarioForm } from './scenario-form.tsx';

const route = getRouteApi('/workspaces/$workspaceId');

/** What workloads demand. */
export function RequirementList() {
  const { workspaceId } = route.useParams();
  const scenarios = useQuery(queries.scenarios(workspaceId));
  const remove = async ({ id }: Scenario) => {
    const path = { workspace_id: workspaceId, scenario_id: id };
    await answer(api.DELETE('/workspaces/{workspace_id}/scenarios/{scenario_id}', { params: { path } }));
    scenarios.refetch();
  };
  return (
    <Page title="Requirements">
      <Section
        title="Scenarios"
        loaded={scenarios}
        empty="No scenario yet: say below what the workload demands."
      >
        {(items) => (
          <ul className="rows">
            {items.map((scenario) => (
              <li key={scenario.id}>
                <div>
                  <strong>{scenario.name}</strong>
                  <p className="quiet">{demands(scenario).join(' · ')}</p>
                </div>
                <DeleteButton name={scenario.name} onDelete={() => remove(scenario)} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <ScenarioForm workspaceId={workspaceId} onCreated={scenarios.refetch} />
    </Page>
  );
}

function demands(scenario: Scenario): string[] {
  const { workload_type, traffic_profile, slo_requirements: slo, budget, compliance } = scenario;
  const said = (value: unknown, text: string) => (value === undefined || value === null ? [] : [text]);
  return [
    workload_type,
    ...said(traffic_profile, `${traffic_profile} traffic`),
    ...said(slo.p50_latency_ms, `p50 ${slo.p50_latency_ms} ms`),
    ...said(slo.p95_latency_ms, `p95 ${slo.p95_latency_ms} ms`),
    ...said(slo.p99_latency_ms, `p99 ${slo.p99_latency_ms} ms`),
    ...said(slo.throughput_rps, `${slo.throughput_rps} requests/s`),
    ...said(slo.availability, `availability ${slo.availability}`),
    ...said(budget.monthly_limit_usd, `$${budget.monthly_limit_usd} a month`),
    ...(compliance.regions ?? []),
    ...(compliance.certifications ?? []),
    ...said(scenario.vendor_lock_in_tolerance, `lock-in: ${scenario.vendor_lock_in_tolerance}`),
  ];
}
