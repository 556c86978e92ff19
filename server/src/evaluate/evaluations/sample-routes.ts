import { Type } from 'typebox';
import type { App } from '../../platform/http/app-type.ts';
import { memberOperation } from '../../platform/http/resource-routes.ts';
import { Id, WorkspaceParams } from '../../platform/http/schemas.ts';
import type { Evaluations } from './evaluations.ts';
import { EVALUATION_API } from './schemas/evaluation-schemas.ts';
import { GraderTrial, GraderTrialResult } from './schemas/grader-trial-schemas.ts';
import { Label, LabelList, NewLabel } from './schemas/label-schemas.ts';
import {
  MatrixQuery,
  Sample,
  SampleCounts,
  SampleFilterQuery,
  SampleMatrix,
  SamplePage,
  SampleQuery,
} from './schemas/sample-schemas.ts';

export function sampleRoutes(app: App, { evaluations }: { evaluations: Evaluations }): void {
  const tags = ['evaluations'];
  const path = '/workspaces/:workspace_id/evaluations/:evaluation_id/samples';
  const labels = `${path}/:sample_id/labels`;
  const SampleParams = Type.Object({
    ...WorkspaceParams.properties,
    evaluation_id: Id,
    sample_id: Type.String({ format: 'uuid', maxLength: 36 }),
  });

  memberOperation(app, EVALUATION_API, ['GET', 'samples'], evaluations.samples, {
    summary: 'List samples',
    description: 'In plan order.',
    input: SampleQuery,
    answer: SamplePage,
  });

  memberOperation(app, EVALUATION_API, ['GET', 'samples/matrix'], evaluations.matrix, {
    summary: 'List the sample matrix',
    description: 'A page of the table of items and targets.',
    input: MatrixQuery,
    answer: SampleMatrix,
  });

  memberOperation(app, EVALUATION_API, ['GET', 'samples/counts'], evaluations.counts, {
    summary: 'Count samples by filter',
    description: 'The number of rows that each further filter would leave.',
    input: SampleFilterQuery,
    answer: SampleCounts,
  });

  app.get(
    `${path}/:sample_id`,
    {
      schema: { tags, summary: 'Get a sample', params: SampleParams, response: { 200: Sample } },
    },
    ({ actor, params: { workspace_id, evaluation_id, sample_id } }) =>
      evaluations.sample(actor, workspace_id, evaluation_id, sample_id),
  );

  app.post(
    '/workspaces/:workspace_id/graders/try',
    {
      schema: {
        operationId: 'tryGrader',
        tags,
        summary: 'Try a grader on one sample',
        description:
          'Grades a given sample, or one of an evaluation, by any grader that calls no model, and stores nothing. An error in code has its line and column.',
        params: WorkspaceParams,
        body: GraderTrial,
        response: { 200: GraderTrialResult },
      },
    },
    ({ actor, params: { workspace_id }, body, signal }) =>
      evaluations.tryGrader(actor, workspace_id, body, signal),
  );

  app.post(
    labels,
    {
      schema: {
        tags,
        summary: 'Add a label to a sample',
        params: SampleParams,
        body: NewLabel,
        response: { 201: Label },
      },
    },
    async ({ actor, params: { workspace_id, evaluation_id, sample_id }, body }, reply) => {
      const label = await evaluations.label(actor, workspace_id, evaluation_id, sample_id, body);
      return reply.code(201).send(label);
    },
  );

  app.get(
    labels,
    {
      schema: {
        tags,
        summary: 'List the labels of a sample',
        description: 'Oldest first.',
        params: SampleParams,
        response: { 200: LabelList },
      },
    },
    async ({ actor, params: { workspace_id, evaluation_id, sample_id } }) => ({
      data: await evaluations.labels(actor, workspace_id, evaluation_id, sample_id),
    }),
  );
}
