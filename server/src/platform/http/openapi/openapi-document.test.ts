import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishOpenApiDocument } from './openapi-document.ts';
import { operationIdFromPath } from './openapi-operations.ts';

const inWorkspace = '/workspaces/:workspace_id';
const ids: [method: string, path: string, isList: boolean, id: string][] = [
  ['POST', '/workspaces', false, 'createWorkspace'],
  ['GET', '/workspaces', true, 'listWorkspaces'],
  ['GET', inWorkspace, false, 'getWorkspace'],
  ['PATCH', inWorkspace, false, 'updateWorkspace'],
  ['DELETE', inWorkspace, false, 'deleteWorkspace'],
  ['POST', `${inWorkspace}/search`, false, 'search'],
  ['GET', `${inWorkspace}/events`, false, 'getEvents'],
  ['DELETE', `${inWorkspace}/messages`, false, 'deleteMessages'],
  ['POST', `${inWorkspace}/sources/:source_id/retry`, false, 'retrySource'],
  ['GET', `${inWorkspace}/sources/:source_id/chunks`, true, 'listSourceChunks'],
  ['POST', `${inWorkspace}/evaluations/estimate`, false, 'estimateEvaluation'],
  ['POST', '/api-keys', false, 'createApiKey'],
  ['POST', '/session', false, 'createSession'],
];

for (const [method, path, isList, id] of ids) {
  test(`${method} ${path} is ${id}, wherever it is mounted`, () => {
    assert.equal(operationIdFromPath(method, path, '', isList), id);
    assert.equal(operationIdFromPath(method, `/here${path}`, '/here', isList), id);
  });
}

const thing = { title: 'Thing', type: 'object', properties: { title: { type: 'string' } } };
const documentOf = (...answers: object[]) => ({
  paths: {
    '/things': {
      get: {
        operationId: 'getThings',
        tags: ['things'],
        responses: Object.fromEntries(
          answers.map((schema, i) => [200 + i, { content: { 'application/json': { schema } } }]),
        ),
      },
    },
  },
});
const answersIn = (document: object) => {
  const { responses } = (document as ReturnType<typeof documentOf>).paths['/things'].get;
  return Object.values(responses).map(({ content }) => content['application/json'].schema);
};

test('a schema with a title is written once and referenced, also where it may be null', () => {
  const finished = finishOpenApiDocument(documentOf(thing, { ...thing, type: ['object', 'null'] }));
  const reference = { $ref: '#/components/schemas/Thing' };
  assert.deepEqual(answersIn(finished), [reference, { anyOf: [reference, { type: 'null' }] }]);
  const { components } = finished as { components: { schemas: object } };
  assert.deepEqual(components.schemas, { Thing: { type: 'object', properties: thing.properties } });
});

test('two different schemas with one title are refused', () => {
  const other = { ...thing, properties: {} };
  assert.throws(
    () => finishOpenApiDocument(documentOf(thing, other)),
    /Two different schemas carry the title Thing/,
  );
});
