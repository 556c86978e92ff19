import { Type } from 'typebox';
import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { ifMatch, setEtag } from '../../platform/http/etag.ts';
import { answerCreated } from '../../platform/http/idempotent-create.ts';
import { requireSameIds } from '../../platform/http/patch.ts';
import { PageQuery, ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import { NewScenario, Scenario, ScenarioPage, ScenarioPatch } from './scenario-schemas.ts';
import type { Scenarios } from './scenarios.ts';

const COLLECTION = '/workspaces/:workspace_id/scenarios';
const ONE = `${COLLECTION}/:scenario_id`;
const Params = ResourceParams('scenario_id');
const tags = ['scenarios'];
/** Two lists of a hundred words, whatever their characters. */
const SCENARIO_BYTES = 1_000_000;

export function scenarioRoutes(
  app: App,
  { scenarios, access }: { scenarios: Scenarios; access: Access },
): void {
  app.post(
    COLLECTION,
    {
      bodyLimit: SCENARIO_BYTES,
      schema: {
        tags,
        summary: 'Describe a scenario',
        params: WorkspaceParams,
        body: NewScenario,
        response: { 201: Scenario },
      },
    },
    (request, reply) =>
      answerCreated(access, request, reply, (alongside) =>
        scenarios.create(request.actor, request.params.workspace_id, request.body, alongside),
      ),
  );

  app.get(
    COLLECTION,
    {
      schema: {
        tags,
        summary: 'List scenarios, newest first',
        params: WorkspaceParams,
        querystring: Type.Object(PageQuery, { additionalProperties: false }),
        response: { 200: ScenarioPage },
      },
    },
    (request) => scenarios.list(request.actor, request.params.workspace_id, request.query),
  );

  app.get(
    ONE,
    {
      schema: { tags, summary: 'Read a scenario', params: Params, response: { 200: Scenario } },
    },
    async (request, reply) => {
      const { workspace_id, scenario_id } = request.params;
      const { resource, revision } = await scenarios.get(request.actor, workspace_id, scenario_id);
      setEtag(reply, revision);
      return resource;
    },
  );

  app.patch(
    ONE,
    {
      bodyLimit: SCENARIO_BYTES,
      schema: {
        tags,
        summary: 'Change a scenario',
        description:
          'A JSON Merge Patch that names name and workload_type each time. Other fields that are absent stay.',
        params: Params,
        body: ScenarioPatch,
        response: { 200: Scenario },
      },
    },
    async (request, reply) => {
      const { workspace_id, scenario_id } = request.params;
      requireSameIds(request.body, { id: scenario_id });
      const patched = await scenarios.patch(
        request.actor,
        workspace_id,
        scenario_id,
        request.body,
        ifMatch(request),
      );
      setEtag(reply, patched.revision);
      return patched.resource;
    },
  );

  app.delete(
    ONE,
    {
      schema: { tags, summary: 'Delete a scenario', params: Params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { workspace_id, scenario_id } = request.params;
      await scenarios.remove(request.actor, workspace_id, scenario_id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );
}
