import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type JsonServer, startJsonServer } from '../../test/support/json-server.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import type { CallFailure, RefusedParameter } from './contract/failure.ts';
import {
  type CallOutcome,
  callOutcomeOf,
  type FailureReason,
  outcomeFailsAllCalls,
  type RefusalScope,
} from './contract/outcome.ts';
import { type ChatRequest, createModels, type Models, type ProviderSettings } from './models.ts';

const KEY = 'sk-secret-0123456789';
const QUESTION: ChatRequest = { messages: [{ role: 'user', content: 'What is 6 * 7?' }] };

interface Expected {
  outcome: CallOutcome;
  reason?: FailureReason;
  scope?: RefusalScope;
  says: readonly string[];
  parameter?: RefusedParameter;
}

type Case = [
  sentence: string,
  status: number,
  body: unknown,
  expected: Expected,
  headers?: Record<string, string>,
];

const HTML = { 'content-type': 'text/html' };
const TEXT = { 'content-type': 'text/plain' };
const refused = (scope: RefusalScope, says: readonly string[], parameter?: RefusedParameter): Expected => ({
  outcome: 'refused',
  scope,
  says,
  ...(parameter && { parameter }),
});
const failed = (says: readonly string[], reason: FailureReason = 'server_error'): Expected => ({
  outcome: 'failed',
  reason,
  says,
});
const filtered = (says: readonly string[]): Expected => ({ outcome: 'filtered', says });
const unsupported = (name: string, instead?: string): RefusedParameter => ({
  name,
  problem: 'unsupported',
  ...(instead !== undefined && { instead }),
});

/** What real servers and gateways answer to a call that fails, and what each of them means. */
const CASES: Record<string, Case[]> = {
  'a wrong key': [
    [
      'OpenAI',
      401,
      {
        error: {
          message: 'Incorrect API key provided',
          type: 'invalid_request_error',
          code: 'invalid_api_key',
        },
      },
      refused('account', ['Incorrect API key provided']),
    ],
    [
      'Anthropic',
      401,
      {
        type: 'error',
        error: { type: 'authentication_error', message: 'invalid x-api-key' },
        request_id: 'req_1',
      },
      refused('account', ['invalid x-api-key']),
    ],
    [
      'Google, as a 400',
      400,
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
          details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
        },
      },
      refused('account', ['API key not valid']),
    ],
    [
      'Azure',
      401,
      { statusCode: 401, message: 'Access denied due to invalid subscription key or wrong API endpoint.' },
      refused('account', ['invalid subscription key']),
    ],
    ['Mistral', 401, { detail: 'Unauthorized' }, refused('account', ['Unauthorized'])],
    [
      'OAuth',
      401,
      { error: 'invalid_token', error_description: 'The access token expired' },
      refused('account', ['The access token expired']),
    ],
    ['plain text', 401, 'no auth header', refused('account', ['no auth header']), TEXT],
  ],
  'a page that blocks': [
    [
      'a heading',
      403,
      '<html><head><title>403 Forbidden</title></head><body><h1>Blocked by policy 17</h1></body></html>',
      refused('account', ['Blocked by policy 17']),
      HTML,
    ],
    [
      'a doctype, scripts, entities',
      403,
      '<!DOCTYPE html><html><head><style>p{color:red}</style><script>var a = "<p>no</p>";</script></head><body>\n<p>Access&nbsp;denied &amp; logged</p></body></html>',
      refused('account', ['Access denied & logged']),
      HTML,
    ],
    [
      'a title alone',
      403,
      '<html><head><title>Attention Required! | Cloudflare</title></head><body></body></html>',
      refused('account', ['Attention Required! | Cloudflare']),
      HTML,
    ],
    [
      'XML of a store',
      403,
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
      refused('account', ['Request has expired']),
      { 'content-type': 'application/xml' },
    ],
    [
      'a key without this model',
      403,
      { error: { message: 'Project `p1` does not have access to model `gpt-9`', code: 'model_not_found' } },
      refused('model', ['does not have access to model']),
    ],
    [
      'an account that is disabled for what it asked',
      403,
      {
        error: {
          type: 'permission_error',
          message: 'This organization has been disabled after violating usage policies',
        },
      },
      refused('account', ['organization has been disabled']),
    ],
  ],
  'a parameter of every request': [
    [
      'FastAPI: missing',
      422,
      { detail: [{ type: 'missing', loc: ['body', 'max_tokens'], msg: 'Field required' }] },
      refused('model', ['max_tokens', 'Field required'], { name: 'max_tokens', problem: 'missing' }),
    ],
    [
      'Mistral: forbidden, the list in the message',
      422,
      {
        object: 'error',
        message: {
          detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }],
        },
        type: 'invalid_request_error',
      },
      refused('model', ['seed: Extra inputs are not permitted'], unsupported('seed')),
    ],
    [
      'Mistral: the list as text',
      422,
      {
        object: 'error',
        message:
          '{"detail":[{"type":"extra_forbidden","loc":["body","frequency_penalty"],"msg":"Extra inputs are not permitted"}]}',
      },
      refused('model', ['frequency_penalty'], unsupported('frequency_penalty')),
    ],
    [
      'OpenAI: another name',
      400,
      {
        error: {
          message:
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          type: 'invalid_request_error',
          param: 'max_tokens',
          code: 'unsupported_parameter',
        },
      },
      refused('model', ["'max_tokens' is not supported"], unsupported('max_tokens', 'max_completion_tokens')),
    ],
    [
      'OpenAI: one value only',
      400,
      {
        error: {
          message:
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
          type: 'invalid_request_error',
          param: 'temperature',
          code: 'unsupported_value',
        },
      },
      refused('model', ['Only the default (1)'], { name: 'temperature', problem: 'value' }),
    ],
    [
      'a gateway that keeps the sentence alone',
      400,
      {
        error: {
          message:
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        },
      },
      refused('model', ['max_completion_tokens'], unsupported('max_tokens', 'max_completion_tokens')),
    ],
    [
      'Anthropic: missing',
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: 'max_tokens: Field required' } },
      refused('model', ['max_tokens: Field required'], { name: 'max_tokens', problem: 'missing' }),
    ],
    [
      'Anthropic: deprecated',
      400,
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
      },
      refused('model', ['deprecated for this model'], unsupported('temperature')),
    ],
    [
      'Anthropic: out of its range',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens',
        },
      },
      refused('model', ['64000'], { name: 'max_tokens', problem: 'value' }),
    ],
    [
      'Google: an unknown name',
      400,
      {
        error: {
          code: 400,
          message:
            'Invalid JSON payload received. Unknown name "seed" at \'generation_config\': Cannot find field.',
          status: 'INVALID_ARGUMENT',
        },
      },
      refused('model', ['Unknown name "seed"'], unsupported('seed')),
    ],
    [
      'LiteLLM',
      400,
      {
        error: {
          message:
            "litellm.UnsupportedParamsError: openai does not support parameters: ['reasoning_effort'], for model=o4-mini. To drop these, set `litellm.drop_params=True`. Received Model Group=o4\nAvailable Model Group Fallbacks=None",
          type: 'None',
          param: null,
          code: '400',
        },
      },
      refused('model', ['reasoning_effort'], unsupported('reasoning_effort')),
    ],
    [
      'LiteLLM around Anthropic',
      400,
      {
        error: {
          message:
            'litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"`temperature` is deprecated for this model."},"request_id":"req_7"}. Received Model Group=x\nAvailable Model Group Fallbacks=None',
          type: null,
          param: null,
          code: '400',
        },
      },
      refused('model', ['`temperature` is deprecated for this model.'], unsupported('temperature')),
    ],
    [
      'OpenRouter around OpenAI',
      400,
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: {
            raw: '{\n "error": {"message": "Unrecognized request argument supplied: seed", "type": "invalid_request_error", "param": null, "code": null}}',
            provider_name: 'OpenAI',
          },
        },
      },
      refused('model', ['Unrecognized request argument supplied: seed', 'OpenAI'], unsupported('seed')),
    ],
    [
      'Groq',
      400,
      { error: { message: "property 'seed' is unsupported", type: 'invalid_request_error' } },
      refused('model', ["'seed' is unsupported"], unsupported('seed')),
    ],
    [
      'Bedrock',
      400,
      {
        message:
          'Malformed input request: #: extraneous key [seed] is not permitted, please reformat your input and try again.',
      },
      refused('model', ['extraneous key [seed]'], unsupported('seed')),
    ],
  ],
  'a model that is not there': [
    ['one server of a team', 400, { detail: 'model not loaded' }, refused('model', ['model not loaded'])],
    [
      'a gateway',
      422,
      { object: 'error', message: 'Invalid model: small-9', type: 'invalid_model', code: '1500' },
      refused('model', ['Invalid model: small-9']),
    ],
    [
      'Ollama',
      404,
      { error: "model 'small' not found, try pulling it first" },
      refused('model', ["model 'small' not found, try pulling it first"]),
    ],
    [
      'OpenAI',
      404,
      {
        error: {
          message: 'The model `gpt-9` does not exist or you do not have access to it.',
          code: 'model_not_found',
        },
      },
      refused('model', ['`gpt-9` does not exist']),
    ],
    [
      'Groq: retired',
      400,
      {
        error: {
          message: 'The model `mixtral` has been decommissioned and is no longer supported.',
          code: 'model_decommissioned',
        },
      },
      refused('model', ['decommissioned']),
    ],
    [
      'OpenRouter',
      400,
      { error: { message: 'acme/none is not a valid model ID', code: 400 }, user_id: 'user_1' },
      refused('model', ['not a valid model ID']),
    ],
    [
      'Anthropic',
      404,
      { type: 'error', error: { type: 'not_found_error', message: 'model: claude-9' } },
      refused('model', ['model: claude-9']),
    ],
    [
      'Azure',
      404,
      {
        error: {
          code: 'DeploymentNotFound',
          message: 'The API deployment for this resource does not exist.',
        },
      },
      refused('model', ['deployment']),
    ],
    [
      'vLLM',
      404,
      {
        object: 'error',
        message: 'The model `m` does not exist.',
        type: 'NotFoundError',
        param: null,
        code: 404,
      },
      refused('model', ['The model `m` does not exist.']),
    ],
    [
      'an address without anything',
      404,
      '404 page not found',
      refused('model', ['404 page not found']),
      TEXT,
    ],
    ['a model that is gone', 410, { error: 'This model was retired' }, refused('model', ['retired'])],
  ],
  'a server that fails': [
    ['a machine out of memory', 500, 'CUDA out of memory', failed(['CUDA out of memory']), TEXT],
    [
      'a proxy',
      502,
      '<html><body><center>upstream timed out</center></body></html>',
      failed(['upstream timed out']),
      HTML,
    ],
    ['a body that is empty', 500, '', failed([]), TEXT],
    [
      'Anthropic',
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      failed(['Overloaded']),
    ],
    [
      'an event of a stream',
      503,
      'event: error\ndata: {"error":{"message":"engine died"}}\n\n',
      failed(['engine died']),
    ],
    ['text in quotes', 500, '"the worker crashed"', failed(['the worker crashed'])],
    [
      'a list',
      503,
      [{ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }],
      failed(['overloaded']),
    ],
    ['an object of another kind', 500, { fault: { faultstring: 'no upstream' } }, failed(['no upstream'])],
    [
      'llama.cpp, about what was asked',
      500,
      { error: { code: 500, message: 'Failed to parse tool call arguments as JSON', type: 'server_error' } },
      failed(['Failed to parse tool call arguments']),
    ],
    [
      'FastAPI with an object',
      500,
      { detail: { error: 'worker lost', trace: [1] } },
      failed(['worker lost']),
    ],
  ],
  'a prompt that does not fit': [
    [
      'a server',
      400,
      { message: 'context length is only 4096 tokens' },
      refused('request', ['context length is only 4096']),
    ],
    [
      'OpenAI',
      400,
      {
        error: {
          message:
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
          type: 'invalid_request_error',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      },
      refused('request', ['8192']),
    ],
    [
      'Anthropic',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 210000 tokens > 200000 maximum',
        },
      },
      refused('request', ['prompt is too long']),
    ],
    [
      'vLLM, of the room that is left',
      400,
      {
        object: 'error',
        message: 'max_tokens must be at least 1, got -186.',
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
      refused('request', ['got -186']),
    ],
    [
      'llama.cpp',
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size. try increasing the context size',
          type: 'exceed_context_size_error',
          n_ctx: 4096,
        },
      },
      refused('request', ['context size']),
    ],
    [
      'Google',
      400,
      {
        error: {
          code: 400,
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
          status: 'INVALID_ARGUMENT',
        },
      },
      refused('request', ['1048576']),
    ],
    [
      'a proxy',
      413,
      '<html><head><title>413 Request Entity Too Large</title></head></html>',
      refused('request', ['Too Large']),
      HTML,
    ],
    ['no word why', 400, '', refused('request', []), TEXT],
    [
      'a message that is not what it takes',
      422,
      {
        detail: [
          {
            type: 'string_type',
            loc: ['body', 'messages', 0, 'content'],
            msg: 'Input should be a valid string',
          },
        ],
      },
      refused('request', ['messages.0.content: Input should be a valid string']),
    ],
  ],
  'something else with status 200': [
    [
      'a login',
      200,
      '<html><body>Please sign in</body></html>',
      failed(['Please sign in'], 'not_a_completion'),
      HTML,
    ],
    [
      'a page that says it is JSON',
      200,
      '<!doctype html><html><h1>Gateway login</h1></html>',
      failed(['Gateway login'], 'not_a_completion'),
    ],
    ['a word', 200, 'OK', failed(['OK'], 'not_a_completion'), TEXT],
    ['nothing', 200, '', failed([], 'not_a_completion')],
    ['JSON that breaks off', 200, '{"choices": [{"message"', failed([], 'malformed')],
    ['JSON of another shape', 200, { hello: 'world' }, { outcome: 'failed', says: [] }],
  ],
  'an error with status 200': [
    ['words alone', 200, { detail: 'Unauthorized' }, refused('account', ['Unauthorized'])],
    ['a sentence', 200, { error: 'Please log in to continue' }, refused('account', ['Please log in'])],
    [
      'a key',
      200,
      {
        error: {
          message: 'Incorrect API key provided',
          type: 'invalid_request_error',
          code: 'invalid_api_key',
        },
      },
      refused('account', ['Incorrect API key provided']),
    ],
    ['a code', 200, { error: { message: 'Sorry', code: 'UNAUTHENTICATED' } }, refused('account', ['Sorry'])],
    [
      'a status that is named',
      200,
      { error: { code: 401, message: 'User not found' } },
      refused('account', ['User not found']),
    ],
    [
      'credits',
      200,
      { error: { message: 'No credits left on this account' } },
      refused('account', ['credits']),
    ],
    [
      'a quota',
      200,
      { error: { message: 'Stopped', code: 'insufficient_quota' } },
      refused('account', ['Stopped']),
    ],
    [
      'a model',
      200,
      { error: { message: 'The model large-9 does not exist' } },
      refused('model', ['does not exist']),
    ],
    [
      'a long prompt',
      200,
      { error: { message: 'The context length is exceeded' } },
      refused('request', ['context length']),
    ],
    ...[
      'No capacity for model, try later',
      'The model is overloaded, please retry',
      'The model is currently loading',
      'The model is unavailable right now',
      'Authentication service timed out',
      'CUDA out of memory',
    ].map((message): Case => [message, 200, { error: { message } }, failed([message])]),
  ],
  'a filter': [
    [
      'Azure',
      400,
      {
        error: {
          message: 'The response was filtered',
          code: 'content_filter',
          innererror: {
            code: 'ResponsibleAIPolicyViolation',
            content_filter_result: {
              violence: { filtered: true, severity: 'medium' },
              hate: { filtered: false },
            },
          },
        },
      },
      filtered(['The response was filtered', 'violence']),
    ],
    [
      'OpenAI',
      400,
      {
        error: {
          message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
          code: 'invalid_prompt',
        },
      },
      filtered(['flagged']),
    ],
    [
      'OpenRouter',
      403,
      {
        error: {
          code: 403,
          message: 'Your chosen model requires moderation and your input was flagged',
          metadata: { reasons: ['violence'], flagged_input: 'how to', provider_name: 'OpenAI' },
        },
      },
      filtered(['input was flagged', 'violence']),
    ],
    [
      'LiteLLM around Azure',
      400,
      {
        error: {
          message:
            'litellm.BadRequestError: litellm.ContentPolicyViolationError: AzureException - {"error":{"message":"The prompt triggered the policy","code":"content_filter","innererror":{"content_filter_result":{"self_harm":{"filtered":true,"severity":"high"}}}}}',
          type: null,
          code: '400',
        },
      },
      filtered(['The prompt triggered the policy', 'self_harm']),
    ],
    [
      'DashScope',
      400,
      {
        code: 'DataInspectionFailed',
        message: 'Input data may contain inappropriate content.',
        request_id: 'r',
      },
      filtered(['inappropriate content']),
    ],
  ],
  'an account that is exhausted': [
    [
      'OpenAI',
      429,
      {
        error: {
          message: 'You exceeded your current quota',
          type: 'insufficient_quota',
          code: 'insufficient_quota',
        },
      },
      refused('account', ['exceeded your current quota']),
    ],
    [
      'a gateway, as a 429',
      429,
      { error: { message: 'Monthly quota exceeded for team blue' } },
      refused('account', ['team blue']),
    ],
    [
      'LiteLLM',
      400,
      {
        error: {
          message: 'Budget has been exceeded! Current cost: 26.07, Max budget: 0.25',
          type: 'budget_exceeded',
          code: '400',
        },
      },
      refused('account', ['Budget has been exceeded']),
    ],
    [
      'Anthropic, as a 400',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'Your credit balance is too low to access the Anthropic API.',
        },
      },
      refused('account', ['credit balance']),
    ],
    [
      'OpenRouter',
      402,
      { error: { message: 'Insufficient credits', code: 402 } },
      refused('account', ['Insufficient credits']),
    ],
    [
      'Azure, as a 403',
      403,
      { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 2.12:30:00.' },
      refused('account', ['call volume quota']),
    ],
    [
      'Groq: of the day',
      429,
      {
        error: {
          message: 'Rate limit reached for model m on tokens per day (TPD): Limit 100000, Used 99990.',
          code: 'rate_limit_exceeded',
        },
      },
      refused('account', ['per day']),
      { 'retry-after': '865' },
    ],
  ],
  'a limit that passes': [
    [
      'OpenAI',
      429,
      { error: { message: 'Rate limit reached for requests', code: 'rate_limit_exceeded' } },
      { outcome: 'rate_limited', says: ['Rate limit reached'] },
    ],
    [
      'Azure, which speaks of quota too',
      429,
      {
        error: {
          code: '429',
          message:
            'Requests have exceeded token rate limit of your current pricing tier. Please retry after 6 seconds. To increase quota, apply.',
        },
      },
      { outcome: 'rate_limited', says: ['token rate limit'] },
    ],
    [
      'Google: of the minute',
      429,
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota, please check your plan and billing details.',
          status: 'RESOURCE_EXHAUSTED',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
              violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier' }],
            },
            { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '31s' },
          ],
        },
      },
      { outcome: 'rate_limited', says: ['current quota'] },
    ],
    [
      'a proxy',
      429,
      '<html><h1>Too Many Requests</h1></html>',
      { outcome: 'rate_limited', says: ['Too Many Requests'] },
      HTML,
    ],
  ],
  'a redirect': [
    ['to a login', 302, '', refused('account', []), { location: 'https://login.example.com/?next=secret' }],
    ['to another scheme', 308, 'Moved', refused('account', []), { location: 'https://api.example.com/v1' }],
    ['without a target', 301, '', refused('account', [])],
  ],
};

const KINDS = ['openai-compatible', 'openai', 'anthropic', 'google', 'mistral', 'http'] as const;

let server: JsonServer;
let models: Models;

before(async () => {
  server = await startJsonServer();
  models = createModels({ log: silentLog, providers: KINDS.map(providerOf) });
});

after(async () => {
  await models.stop();
  await server.stop();
});

function providerOf(kind: (typeof KINDS)[number]): ProviderSettings {
  const account = { name: kind, kind, baseUrl: `${server.url}/v1`, apiKey: KEY } as const;
  if (kind !== 'http') return account;
  const endpoint = {
    kind,
    url: `${server.url}/ask`,
    headers: { authorization: 'Bearer {{secret.APP_KEY}}' },
    request: { q: '{{input}}' },
    response: { answer: '$.answer' },
  } as const;
  return {
    name: kind,
    kind,
    endpoint,
    secrets: [{ name: 'APP_KEY', value: KEY }],
  } as unknown as ProviderSettings;
}

async function failure(
  kind: (typeof KINDS)[number],
  [, status, body, , headers]: Case,
  stream = false,
): Promise<CallFailure> {
  server.reply({ status, body, headers: headers ?? {} });
  const outcome = await models.resolve(kind, 'some-model').call(QUESTION, { timeoutMs: 10_000, stream });
  assert.ok(!outcome.ok, 'it should have failed');
  return outcome;
}

for (const [group, cases] of Object.entries(CASES)) {
  describe(group, () => {
    // Where the answer of an application stands, its owner says.
    const kinds = group === 'an error with status 200' ? KINDS.filter((kind) => kind !== 'http') : KINDS;
    for (const one of cases) {
      const [sentence, status, , { outcome, reason, scope, says, parameter }] = one;
      test(`${sentence} (${status})`, async () => {
        for (const kind of kinds) {
          const failed = await failure(kind, one);
          const what = `${kind}: ${JSON.stringify(failed)}`;
          assert.equal(callOutcomeOf(failed), outcome, what);
          if (reason !== undefined) assert.equal(failed.reason, reason, what);
          assert.equal(failed.scope, scope, what);
          assert.equal(outcomeFailsAllCalls(failed), scope === 'account' || scope === 'model', what);
          for (const words of says)
            assert.ok(failed.words?.includes(words) && failed.message.includes(words), what);
          assert.deepEqual(failed.parameter, parameter, what);
          assert.doesNotMatch(failed.message, /<|\p{Cc}/u, what);
        }
      });
    }
  });
}

test('the words have the status that came, and the one that the error names', async () => {
  for (const [body, said] of [
    [{ detail: 'Unauthorized' }, 'with an error: Unauthorized'],
    [{ error: { code: 401, message: 'User not found' } }, 'with an error (401): User not found'],
  ] as const) {
    const { message, status } = await failure('openai-compatible', ['', 200, body, failed([])]);
    assert.deepEqual([message, status], [`The model server answered 200 ${said}`, 200]);
  }
});

const REQUEST_IDS: [Record<string, string>, object][] = [
  [{ 'x-request-id': 'req_1' }, {}],
  [{ 'request-id': 'req_1', 'cf-ray': '9b-VIE' }, {}],
  [{ 'x-ms-request-id': 'req_1' }, {}],
  [{ 'cf-ray': 'req_1' }, {}],
  [{}, { request_id: 'req_1' }],
];

test('the id of a request is kept, wherever the provider puts it', async () => {
  for (const [headers, more] of REQUEST_IDS) {
    for (const kind of KINDS) {
      const body = { error: { message: 'oops', ...more } };
      const { requestId } = await failure(kind, ['', 500, body, failed([]), headers]);
      assert.equal(requestId, 'req_1', `${kind}: ${JSON.stringify([headers, more])}`);
    }
  }
  const { requestId, message } = await failure('openai', ['', 500, 'no', failed([]), TEXT]);
  assert.deepEqual([requestId, message], [undefined, 'The model server answered 500: no']);
});

const ECHOED = [
  `Incorrect API key provided: ${KEY}. You can find yours at the dashboard`,
  `Incorrect API key provided: ${KEY.slice(0, 6)}*********6789.`,
  `Incorrect API key provided: ${KEY.slice(0, 7)}...6789`,
  'Incorrect API key provided: sk-proj-Zq81****************9Kd2.',
  `Bad header: Bearer ${KEY}`,
  'Bad header: authorization = Bearer abcdef0123456789abcdef',
  `Refused ${encodeURIComponent(`key=${KEY}`)} and ${Buffer.from(`:${KEY}`).toString('base64')}`,
  'Refused https://api.example.com/v1?key=AIzaSyD4-0123456789&alt=sse for AIzaSyD4-0123456789',
  'Refused https://user:pass0123@api.example.com/v1 with eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_def',
  `Escaped \\u0073${KEY.slice(1)}`,
];

test('no key is in any field of a failure, however the server echoes it', async () => {
  const traces = [
    KEY,
    '6789',
    '9Kd2',
    'abcdef',
    'AIza',
    'pass0123',
    'eyJ',
    Buffer.from(KEY).toString('base64').slice(2, 12),
  ];
  for (const echoed of ECHOED) {
    for (const [body, headers] of [
      [{ error: { message: echoed } }, {}],
      [`<html><h1>${echoed.replaceAll('&', '&amp;')}</h1></html>`, HTML],
      [echoed, TEXT],
    ] as const) {
      for (const kind of KINDS) {
        const failed = await failure(kind, [
          '',
          401,
          body,
          refused('account', []),
          { ...headers, 'x-request-id': KEY },
        ]);
        const shown = JSON.stringify({ ...failed, latencyMs: 0 });
        for (const trace of traces) assert.ok(!shown.includes(trace), `${kind}: ${shown}`);
        assert.match(failed.words ?? '', /\[redacted\]/, `${kind}: ${shown}`);
      }
    }
  }
});

const PLAIN = [
  'Invalid API key provided',
  'Bearer authentication is required',
  'The task failed after 3 tries on gpt-4o-mini-2024-07-18',
  'risk-based limits apply to project 123456',
];

test('words that only speak of keys stay as they are', async () => {
  for (const words of PLAIN) {
    const failed = await failure('openai', ['', 403, { error: { message: words } }, refused('account', [])]);
    assert.equal(failed.words, words);
  }
});

test('words are one line of at most 400 characters, without control characters', async () => {
  const message = `first\nsecond\u0000\u202e third\u001b[31m ${'long '.repeat(200)}`;
  const { words = '' } = await failure('openai', ['', 500, { error: { message } }, failed([])]);
  assert.ok(words.startsWith('first second third [31m long') && words.length <= 401, words);
  const page = `<html>${'<p>x</p>'.repeat(4_000_000)}</html>`;
  const before = process.threadCpuUsage();
  const { words: ofPage = '' } = await failure('openai-compatible', ['', 500, page, failed([]), HTML]);
  assert.ok(ofPage.length <= 401);
  // Processor time, so that a busy machine is no reason to fail.
  const { user } = process.threadCpuUsage(before);
  assert.ok(user < 5e6, `it took ${user} µs`);
});

test('a server that cannot be reached is named with its address and why, without its query', async () => {
  const gone = createModels({
    log: silentLog,
    providers: [
      { name: 'refused', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1?key=topsecret' },
      { name: 'nowhere', kind: 'openai', baseUrl: 'http://no-such-host.invalid/v1', apiKey: KEY },
    ],
  });
  for (const [name, address, why] of [
    [
      'refused',
      'http://127.0.0.1:1/v1/chat/completions',
      /the connection was refused \(connect ECONNREFUSED/,
    ],
    [
      'nowhere',
      'http://no-such-host.invalid/v1/chat/completions',
      /(?:no host of this name|could not be resolved) \(/,
    ],
  ] as const) {
    for (const stream of [false, true]) {
      const failed = await gone.resolve(name, 'm').call(QUESTION, { timeoutMs: 20_000, stream });
      assert.ok(!failed.ok);
      assert.deepEqual(
        [failed.reason, callOutcomeOf(failed), failed.status],
        ['unreachable', 'failed', undefined],
      );
      assert.ok(failed.message.includes(`${address} could not be reached`), failed.message);
      assert.match(failed.message, why);
      assert.doesNotMatch(failed.message, /topsecret/);
    }
  }
  await gone.stop();
});
