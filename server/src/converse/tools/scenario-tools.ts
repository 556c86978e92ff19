import { NewScenario, Scenario, ScenarioPage } from '../../decide/scenarios/scenario-schemas.ts';
import type { Scenarios } from '../../decide/scenarios/scenarios.ts';
import { Id } from '../../platform/http/schemas.ts';
import { ListInput, readFittingPage } from './list-input.ts';
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
        'Returns the scenarios of a workspace, newest first, each with its requirements for latency, throughput, availability, quality, budget, regions, certificates and lock-in. `warnings` lists input that was accepted but may not mean what was intended.',
      effect: 'read',
      input: Input(ListInput),
      output: ScenarioPage,
      run: (actor, workspaceId, input) =>
        readFittingPage(input, (query) => scenarios.list(actor, workspaceId, query)),
    }),
    defineTool({
      name: 'get_scenario',
      operations: ['getScenario'],
      title: 'Get a scenario',
      description: 'Returns one scenario with all its requirements. An absent field is not a requirement.',
      effect: 'read',
      input: Input({ scenario_id: Id }),
      output: Scenario,
      run: async (actor, workspaceId, { scenario_id }) =>
        (await scenarios.get(actor, workspaceId, scenario_id)).resource,
    }),
    defineTool({
      name: 'create_scenario',
      operations: ['createScenario'],
      title: 'Create a scenario',
      description:
        'Stores the requirements of a workload as a scenario. Include only limits that a person or a source states, in their units (milliseconds, requests per second, USD per month, scores from 0 to 1). This costs nothing; the scenario can be changed or deleted.',
      effect: 'draft',
      input: NewScenario,
      output: Scenario,
      run: (actor, workspaceId, input) => scenarios.create(actor, workspaceId, input, () => {}),
    }),
  ];
}
