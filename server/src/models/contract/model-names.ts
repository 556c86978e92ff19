/**
 * Families of models: a name that contains one refers to a model and not to a deployment or an alias of the operator.
 */
const FAMILIES =
  /\b(?:gpt|chatgpt|o[134]|claude|gemini|gemma|llama|mistral|mixtral|ministral|codestral|magistral|qwen|qwq|deepseek|command|grok|phi|nova|titan|jamba|glm|kimi|granite|nemotron|olmo|sonar|falcon|yi|smollm|hermes|minimax)(?=[\d.\-_: ]|$)/;

/** Words that distinguish models of one family. */
const VARIANTS =
  /^(?:mini|nano|micro|tiny|small|medium|large|xl|max|ultra|plus|pro|premier|flash|lite|light|air|turbo|haiku|sonnet|opus|scout|maverick|reasoner|reasoning|thinking|coder|code|math|vision|vl|omni|audio|realtime|search|deep|research|distill|nemo|moe|base|embed|text|super|fast)$/;

/** Parts that do not make another model: dates, build versions, quantisation, chat tuning. */
const NEUTRAL =
  /^(?:latest|preview|beta|exp|experimental|instruct|chat|it|hf|gguf|awq|gptq|mlx|fp8|fp16|bf16|int4|int8|\d+bit|q\d\w*|k|m|s|v\d+|0|\d{3,}|maas|free|online)$/;

/**
 * Whether two names mean the same model: they differ at most in a provider or folder, a date, a build or the
 * quantisation. `gemini-flash-latest` may refer to any version.
 */
function isSameModel(asked: string, returned: string): boolean {
  const [a, b] = [nameOf(asked), nameOf(returned)];
  if (a === b) return true;
  const isVersion = (part: string) => /\blatest\b/.test(a) && /^\d+$/.test(part);
  const own = partsOf(a);
  const others = partsOf(b).filter((part) => own.includes(part) || !isVersion(part));
  return own.length > 0 && own.join(' ') === others.join(' ');
}

/**
 * Whether a returned name clearly means another model than requested: both names are of a known family and differ. A
 * name with any other word (`gpt-4o-prod`, `support-gpt-4o`) may be an alias of the operator.
 */
function isOtherModel(asked: string, returned: string): boolean {
  if (!FAMILIES.test(nameOf(asked)) || !FAMILIES.test(nameOf(returned))) return false;
  const hasOwnWord = partsOf(nameOf(asked)).some(
    (part) => /^[a-z]{2,}$/.test(part) && !FAMILIES.test(part) && !VARIANTS.test(part),
  );
  return !hasOwnWord && !isSameModel(asked, returned);
}

/** A requested model, and other names that the operator accepts for it. */
export interface NamedModel {
  modelId: string;
  answersAs?: readonly string[];
}

/** Whether a returned name means the requested model or is one of its accepted names. */
export const isNameOfAskedModel = ({ modelId, answersAs = [] }: NamedModel, name: string): boolean =>
  [modelId, ...answersAs].some((one) => isSameModel(one, name));

/** Whether a returned name clearly means another model. */
export const isNameOfOtherModel = (asked: NamedModel, name: string): boolean =>
  isOtherModel(asked.modelId, name) && !isNameOfAskedModel(asked, name);

/** The prefix of a response's route if a gateway used a fallback. */
export const FALLBACK_ROUTE_PREFIX = 'fallback';

export const isFallbackRoute = (route = ''): boolean =>
  new RegExp(`^${FALLBACK_ROUTE_PREFIX}\\b`).test(route);

/** Removes the provider or folder. */
const nameOf = (id: string) =>
  id
    .toLowerCase()
    .split('/')
    .at(-1)
    ?.replace(/^(?:us|eu|apac|global)\./, '') ?? '';

/** The words and numbers of a name that distinguish models, sorted, because gateways reorder `claude-3-5-sonnet`. */
function partsOf(name: string): string[] {
  // 2024-08-06 and 08-2024 are dates; 3.5 and 3-5 are one version.
  const unversioned = name.replace(/-v\d+(?::\d+)?$|[-_.]q\d+(?:_[a-z0-9]+)*/g, ' ');
  const undated = unversioned.replace(
    /\b20\d\d[-_.]\d\d(?:[-_.]\d\d)?\b|\b\d\d[-_.]20\d\d\b|\b\d\d-\d\d$/g,
    ' ',
  );
  return undated
    .split(/[^a-z0-9]+/)
    .flatMap((part) => part.match(/[a-z]+(?=\d)|\d+[a-z]*|[a-z]+/g) ?? [])
    .filter((part) => part !== '' && !NEUTRAL.test(part) && !VENDORS.test(part))
    .toSorted();
}

const VENDORS =
  /^(?:anthropic|openai|meta|google|mistralai|amazon|cohere|microsoft|nvidia|ibm|ai|model|models)$/;
