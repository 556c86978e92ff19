import type { Scenarios } from '../../decide/scenarios/scenarios.ts';
import type { Evaluations } from '../../evaluate/evaluations/evaluations.ts';
import type { Stacks } from '../../evaluate/stacks/stacks.ts';
import type { Search } from '../../knowledge/search/search.ts';
import type { Sources } from '../../knowledge/sources/sources.ts';
import type { Benchmarks } from '../../measure/benchmarks/benchmarks.ts';
import type { Facts } from '../../models/catalog/catalog.ts';
import type { Models } from '../../models/models.ts';
import type { Workspaces } from '../../platform/workspaces/workspaces.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { approvalTools } from './approval-tools.ts';
import { benchmarkTools } from './benchmark-tools.ts';
import { type CandidateToolsOptions, candidateTools } from './candidate-tools.ts';
import { catalogTools } from './catalog-tools.ts';
import { type Address, evaluationTools } from './evaluation-tools.ts';
import { scenarioTools } from './scenario-tools.ts';
import { sourceTools } from './source-tools.ts';
import { stackTools } from './stack-tools.ts';
import type { Tool } from './tool.ts';
import { workspaceTools } from './workspace-tools.ts';

export type { RequestState } from './approval-tools.ts';
export type { EvaluationReport, EvaluationSummary } from './evaluation-view.ts';
export type { Tool } from './tool.ts';

export interface ToolsOptions {
  workspaces: Workspaces;
  sources: Sources;
  search: Search;
  scenarios: Scenarios;
  stacks: Stacks;
  benchmarks: Benchmarks;
  facts: Facts;
  /** The facts with the prices that were set for a workspace. */
  factsAt(workspaceId: string): Promise<Facts>;
  models: Models;
  evaluations: Evaluations;
  approvals: Approvals;
  address: Address;
  clock: CandidateToolsOptions['clock'];
}

/** The tools by name, in display order. */
export type Tools = ReadonlyMap<string, Tool>;

/** The table of everything that agents and MCP clients can do. */
export function createTools(options: ToolsOptions): Tools {
  const all = [
    ...workspaceTools(options),
    ...sourceTools(options),
    ...scenarioTools(options),
    ...stackTools(options),
    ...catalogTools(options),
    ...candidateTools(options),
    ...benchmarkTools(options),
    ...evaluationTools(options),
    ...approvalTools(options),
  ];
  return new Map(all.map((tool) => [tool.name, tool]));
}
