import { NewScenario, Scenario, ScenarioPage } from '../../decide/scenarios/scenario-schemas.ts';
import type { Scenarios } from '../../decide/scenarios/scenarios.ts';
import { Id } from '../../platform/http/schemas.ts';
import { ListInput, readList } from './list-input.ts';
import { defineTool, Input, type Tool } from './tool.ts';

export function scenarioTools({
  scenarios,
}: {
  scenarios: Pick<Scenarios, 'list' | 'get' | 'create'>;
}): Tool[] {
  return [
    defineTool({
      name: 'list_scenarios',
      operations: ['listScenarios'],
      title: 'List scenarios',
      description:
        'The scenarios of a workspace, newest first: what each workload demands of latency, throughput, availability, quality, budget, regions, certificates and lock-in. warnings say which words were understood differently from what may have been meant.',
      effect: 'read',
      input: Input(ListInput),
      output: ScenarioPage,
      run: (actor, workspaceId, input) =>
        readList(input, (query) => scenarios.list(actor, workspaceId, query)),
    }),
    defineTool({
      name: 'get_scenario',
      operations: ['getScenario'],
      title: 'Read a scenario',
      description: 'One scenario with all its requirements. What is absent is not required.',
      effect: 'read',
      input: Input({ scenario_id: Id }),
      output: Scenario,
      run: async (actor, workspaceId, { scenario_id }) =>
        (await scenarios.get(actor, workspaceId, scenario_id)).resource,
    }),
    defineTool({
      name: 'create_scenario',
      operations: ['createScenario'],
      title: 'Draft a scenario',
      description:
        'Keeps what a workload demands as a scenario. State only limits that a person or a source states, in their units (milliseconds, requests a second, USD a month, scores from 0 to 1); leave out what nobody said. It costs nothing and can be changed or deleted.',
      effect: 'draft',
      input: NewScenario,
      output: Scenario,
      run: (actor, workspaceId, input) => scenarios.create(actor, workspaceId, input, () => {}),
    }),
  ];
}
