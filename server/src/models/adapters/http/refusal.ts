import type { FailureReason, RefusalScope } from '../../contract/outcome.ts';
import type { ReportedError } from './reported-error.ts';

/**
 * Interprets a server's refusal by its status, codes and words. The words are those of OpenAI, Azure, Anthropic,
 * Google, Mistral, AWS, OpenRouter, LiteLLM, Groq, vLLM, llama.cpp and Ollama.
 */

const QUOTA_CODES =
  /^(?:insufficient_(?:quota|balance|credits?|funds|user_quota)|billing_\w+|quota_exceeded|credit\w*_(?:exhausted|exceeded)|budget_exceeded|ExceededBudget|BudgetExceeded\w*|spend_limit_\w+|access_terminated_error)$/i;
const QUOTA_WORDS =
  /\b(?:quota|credits?|balance|budget|(?:spend(?:ing)?|usage|billing|monthly|daily|plan) (?:limit|cap))\b.{0,60}\b(?:exceeded|exhausted|depleted|reached|used up|too low|insufficient|ran out|empty)|\b(?:exceed(?:ed|s|ing)?|exhausted|depleted|reached|insufficient|not enough|no|out of|crossed)\b.{0,40}\b(?:quota|credits?|balance|budget|funds|(?:spend(?:ing)?|usage|billing|monthly|daily|plan) (?:limit|cap))\b|\bper day\b|\bpayment required\b/i;
/** Limits that pass within minutes; sentences about them may mention a quota too. */
const RATE_WORDS =
  /\bper[ _-]?(?:second|minute|min)\b|\b(?:RPM|TPM|RPS)\b|\b(?:token|request|call)? ?rate limit\b|\btoo many (?:concurrent )?requests\b|\bconcurren|\btry again (?:in|after) \d+(?:\.\d+)?\s?(?:ms|s|sec|seconds?)\b|\bretry (?:in|after) \d+(?:\.\d+)?\s?(?:s|sec|seconds?)\b/i;
/** The longest wait of a rate limit; a longer one counts as a quota, whatever the words. */
const PASSING_MS = 300_000;

/** Whether an account is exhausted: retries fail until somebody pays or a day has passed. */
export function isQuotaExhausted(
  status: number | undefined,
  { codes, words = '', dailyQuota }: ReportedError,
  waitMs: number | undefined,
): boolean {
  if (status === 402 || dailyQuota === true || codes.some((code) => QUOTA_CODES.test(code))) return true;
  const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 404;
  if (!isRefused || dailyQuota === false || (waitMs !== undefined && waitMs <= PASSING_MS)) return false;
  return QUOTA_WORDS.test(words) && (/\bper day\b/i.test(words) || !RATE_WORDS.test(words));
}

const FILTER_CODES =
  /^(?:content_filter(?:ed)?|ResponsibleAIPolicyViolation|content_policy_violation|ContentPolicyViolationError|moderation_\w+|data_inspection_failed|DataInspectionFailed|safety|SAFETY|PROHIBITED_CONTENT|BLOCKLIST|content_moderation\w*|guardrail\w*)$/;
const FILTER_WORDS =
  /\bcontent (?:management |usage )?(?:policy|filter)|\b(?:usage|content) (?:guidelines|policies)\b|\bflagged\b|\bmoderation\b|\bsafety (?:system|filter|check|polic)|\bresponsible ai\b|\binappropriate content\b|\bcontent exists risk\b|\bprohibited content\b/i;

/** An account that is blocked for earlier requests is not a content filter for this one. */
const ACCOUNT_WORDS = /\b(?:account|organi[sz]ation|project|api key|subscription)\b/i;

/** Whether a content filter of the provider refused the prompt or withheld the response. */
export function isContentFiltered(
  status: number | undefined,
  { codes, words = '', filters }: ReportedError,
): boolean {
  if (filters.length > 0 || codes.some((code) => FILTER_CODES.test(code))) return true;
  if (status !== 400 && status !== 403 && status !== 422) return false;
  return FILTER_WORDS.test(words) && !ACCOUNT_WORDS.test(words);
}

const KEY_CODES =
  /^(?:invalid_api_key|API_KEY_(?:INVALID|EXPIRED)|authentication_error|UNAUTHENTICATED|invalid_token)$/i;
const KEY_WORDS =
  /\b(?:api|access|subscription) key\b.{0,30}\b(?:not valid|invalid|expired|revoked|missing|required|disabled)\b|\b(?:invalid|incorrect|expired|revoked|missing|no) (?:api|access|subscription) key\b/i;

/** Whether a 400 is about the key, in Google's words. */
export function isKeyRefused({ codes, words = '' }: ReportedError): boolean {
  return codes.some((code) => KEY_CODES.test(code)) || KEY_WORDS.test(words);
}

const MODEL_CODES =
  /^(?:\w*model\w*_(?:not_\w+|access_denied|deprecated|decommissioned|retired|terminated|unavailable)|(?:invalid|unknown|unsupported|no_such)_model\w*|ProxyModelNotFoundError|DeploymentNotFound|OperationNotSupported|Model\w*(?:NotFound|NotSupported|Deprecated)\w*|not_found_error|NOT_FOUND)$/i;
const MODEL_WORDS =
  /\bmodels?\b.{0,120}?\b(?:not (?:be )?(?:found|loaded|supported|available|exist|allowed|enabled|accessible|served|deployed)|does ?n[o']t exist|do not have access|unavailable|deprecated|decommissioned|retired|discontinued|shut ?down|no longer|end.of.life|is invalid)\b|\bnot a valid model\b|\b(?:unknown|invalid|no such|unsupported|unrecogni[sz]ed|nonexistent) (?:model|deployment)\b|\bno models? (?:is |are )?(?:loaded|found|available|named|called)\b|\b(?:access to|found|load|pull)\b.{0,20}\bmodel\b|\bdeployment\b.{0,60}\b(?:does not exist|not found)\b/i;

const PROMPT_CODES =
  /^(?:context_length_exceeded|exceed_context_size_error|string_above_max_length|request_too_large|prompt_too_long|ContextWindowExceededError)$/i;
const PROMPT_WORDS =
  /\bcontext[ _-]?(?:length|window|size|limit)\b|\bn_ctx\b|\b(?:prompt|input|messages?|request|text|conversation)\b.{0,40}\b(?:too (?:long|large|many tokens)|exceeds?|longer than)\b|\bmaximum (?:prompt|input|sequence|model) length\b|\btoo many (?:input |prompt )?tokens\b|\breduce (?:the|your) (?:length|prompt|input)\b|\bgot -\d+\b/i;

const isAboutModel = ({ codes, words = '' }: ReportedError) =>
  codes.some((code) => MODEL_CODES.test(code)) || MODEL_WORDS.test(words);

const ACCESS =
  /\b(?:unauthori[sz]ed|unauthenticated|not (?:authenticated|authori[sz]ed|logged in)|authentication (?:failed|required|error)|access denied|forbidden|permission_denied|invalid (?:credentials|token)|(?:log|sign) ?in)\b/i;
const PASSING =
  /\btempor|\btry (?:again )?(?:later|in|shortly|soon)\b|\bretry\b|\boverload|\bcapacity\b|\bbusy\b|\bloading\b|\btime[ds]? ?-?out\b|\bunavailable\b|\bunreachable\b/i;

/**
 * The status that other servers use for the same refusal, for an error without a status; undefined if it may be
 * temporary.
 */
export function impliedStatus(reported: ReportedError): 400 | 401 | 404 | 429 | undefined {
  const { codes, words = '' } = reported;
  if (isKeyRefused(reported)) return 401;
  if (isQuotaExhausted(429, reported, undefined)) return 429;
  if (PASSING.test(words)) return undefined;
  if ([...codes, words].some((one) => ACCESS.test(one))) return 401;
  if (isPromptRefused(reported)) return 400;
  return isAboutModel(reported) ? 404 : undefined;
}

/** Statuses that concern the account, address or model, whatever the request. */
const OF_MODEL = new Set([404, 405, 406, 410, 415]);
const OF_ACCOUNT = new Set([401, 402, 403, 407, 451]);

/** The scope of a refusal with this cause; without an explanation it is this request. */
export function refusalScope(
  reason: FailureReason,
  status: number | undefined,
  reported: ReportedError,
): RefusalScope {
  if (reason === 'quota' || reason === 'redirected') return 'account';
  if (reason === 'unauthorized')
    return isAboutModel(reported) && !isKeyRefused(reported) ? 'model' : 'account';
  if (status !== undefined && OF_ACCOUNT.has(status)) return 'account';
  if (isPromptRefused(reported)) return 'request';
  if (reported.parameter !== undefined || isAboutModel(reported)) return 'model';
  return status !== undefined && OF_MODEL.has(status) ? 'model' : 'request';
}

/** Whether a refusal is about the prompt, so that a parameter in its words is not the problem. */
export function isPromptRefused({ codes, words = '' }: ReportedError): boolean {
  return codes.some((code) => PROMPT_CODES.test(code)) || PROMPT_WORDS.test(words);
}
