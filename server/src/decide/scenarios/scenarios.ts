import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { requireOperation } from '../../platform/access/operations.ts';
import type { Resource } from '../../platform/http/resource-routes.ts';
import { createResources, type ResourceOptions } from '../../platform/resources/resources.ts';
import {
  mergeScenarioFields,
  newScenarioFields,
  requireLatencyOrder,
  scenarioFromColumns,
  scenarioToColumns,
  toScenario,
} from './scenario-fields.ts';
import { type NameableBenchmark, requireQuality } from './scenario-quality.ts';
import { SCENARIO_API, type Scenario, type ScenarioPatch } from './scenario-schemas.ts';

export { SCENARIO_API, type Scenario } from './scenario-schemas.ts';

export interface ScenariosOptions extends ResourceOptions {
  /** Benchmarks that a minimum score can name. */
  benchmarks: () => readonly NameableBenchmark[];
}

export interface Scenarios extends Resource<typeof SCENARIO_API> {
  /** The scenarios with these ids, by id. Scenarios of other workspaces are absent. */
  snapshot(actor: Actor, workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Scenario>>;
}

/** Scenarios: a workload and the requirements that a stack for it must meet. */
export function createScenarios({ benchmarks, ...options }: ScenariosOptions): Scenarios {
  const scenarios = createResources(options, SCENARIO_API, {
    namedBySeries: true,
    show: toScenario,
    change(before, patch: ScenarioPatch) {
      const fields = mergeScenarioFields(scenarioFromColumns(before), patch);
      requireLatencyOrder(fields);
      // Only a changed minimum is validated: a later version may know other benchmarks, and stored ones stay valid.
      if (patch.quality != null) requireQuality(patch.quality, benchmarks());
      return scenarioToColumns(fields);
    },
  });
  return {
    ...scenarios,
    async create(actor, workspaceId, input, alongside) {
      requireOperation(actor, workspaceId, 'createScenario');
      const fields = newScenarioFields(input);
      requireLatencyOrder(fields);
      requireQuality(fields.quality, benchmarks());
      return scenarios.insert(workspaceId, scenarioToColumns(fields), { alongside, show: toScenario });
    },

    async snapshot(actor, workspaceId, ids) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const rows = await scenarios.rows.findMany(options.db, workspaceId, ids);
      return new Map(rows.map((row) => [row.id, toScenario(row)]));
    },
  };
}
