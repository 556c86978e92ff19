// Names of attributes, from OpenTelemetry's semantic conventions 1.45.0 (https://opentelemetry.io/docs/specs/semconv/).
// Those for generative AI are still in development there: mention changes of these names in the changelog.

export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.45.0';

export const SERVICE_NAME = 'service.name';
export const SERVICE_VERSION = 'service.version';
export const SERVICE_INSTANCE = 'service.instance.id';

export const HTTP_METHOD = 'http.request.method';
export const HTTP_ROUTE = 'http.route';
export const HTTP_STATUS = 'http.response.status_code';
export const ERROR_TYPE = 'error.type';

export const GEN_AI_OPERATION = 'gen_ai.operation.name';
export const GEN_AI_PROVIDER = 'gen_ai.provider.name';
export const GEN_AI_REQUEST_MODEL = 'gen_ai.request.model';
export const GEN_AI_TEMPERATURE = 'gen_ai.request.temperature';
export const GEN_AI_MAX_TOKENS = 'gen_ai.request.max_tokens';
export const GEN_AI_RESPONSE_MODEL = 'gen_ai.response.model';
export const GEN_AI_FINISH_REASONS = 'gen_ai.response.finish_reasons';
export const GEN_AI_INPUT_TOKENS = 'gen_ai.usage.input_tokens';
export const GEN_AI_OUTPUT_TOKENS = 'gen_ai.usage.output_tokens';
export const GEN_AI_CACHED_TOKENS = 'gen_ai.usage.cache_read.input_tokens';

// Only read from imported traces; this program writes no content and no conversation.
export const GEN_AI_CONVERSATION = 'gen_ai.conversation.id';
export const GEN_AI_AGENT = 'gen_ai.agent.name';
export const GEN_AI_SYSTEM_INSTRUCTIONS = 'gen_ai.system_instructions';
export const GEN_AI_INPUT_MESSAGES = 'gen_ai.input.messages';
export const GEN_AI_TOOL_DEFINITIONS = 'gen_ai.tool.definitions';
export const GEN_AI_OUTPUT_MESSAGES = 'gen_ai.output.messages';
export const GEN_AI_DETAILS_EVENT = 'gen_ai.client.inference.operation.details';
export const SESSION_ID = 'session.id';

// Attributes that the conventions do not define.
export const REQUEST_ID = 'touchstone.request.id';
export const WORKSPACE_ID = 'touchstone.workspace.id';
export const EVALUATION_ID = 'touchstone.evaluation.id';
export const UNIT = 'touchstone.evaluation.unit';
export const JOB_KIND = 'touchstone.job.kind';
export const JOB_KEY = 'touchstone.job.key';
export const DATABASE_WORK = 'touchstone.database.work';
export const SEARCH_MODE = 'touchstone.search.mode';
