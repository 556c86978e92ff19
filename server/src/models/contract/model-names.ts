/** Families of models, by which a name is known to name a model and not a deployment or an alias of its operator. */
const FAMILIES =
  /\b(?:gpt|chatgpt|o[134]|claude|gemini|gemma|llama|mistral|mixtral|ministral|codestral|magistral|qwen|qwq|deepseek|command|grok|phi|nova|titan|jamba|glm|kimi|granite|nemotron|olmo|sonar|falcon|yi|smollm|hermes|minimax)(?=[\d.\-_: ]|$)/;

/** Words by which models of one family are told apart. */
const VARIANTS =
  /^(?:mini|nano|micro|tiny|small|medium|large|xl|max|ultra|plus|pro|premier|flash|lite|light|air|turbo|haiku|sonnet|opus|scout|maverick|reasoner|reasoning|thinking|coder|code|math|vision|vl|omni|audio|realtime|search|deep|research|distill|nemo|moe|base|embed|text|super|fast)$/;

/** What is no other model: dates, versions of a build, how it is packed, how it was tuned to converse. */
const NEUTRAL =
  /^(?:latest|preview|beta|exp|experimental|instruct|chat|it|hf|gguf|awq|gptq|mlx|fp8|fp16|bf16|int4|int8|\d+bit|q\d\w*|k|m|s|v\d+|0|\d{3,}|maas|free|online)$/;

/**
 * Whether a server names the model that was asked for: the names differ at most in a provider or folder before them, a
 * date, a build or a way to pack it. Behind `gemini-flash-latest` may stand any version.
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
 * Whether a server names plainly another model than the one that was asked: both name a model of a known family, and not
 * the same one. A name with any other word in it (`gpt-4o-prod`, `support-gpt-4o`) may be an alias of the operator's own.
 */
function isOtherModel(asked: string, returned: string): boolean {
  if (!FAMILIES.test(nameOf(asked)) || !FAMILIES.test(nameOf(returned))) return false;
  const hasOwnWord = partsOf(nameOf(asked)).some(
    (part) => /^[a-z]{2,}$/.test(part) && !FAMILIES.test(part) && !VARIANTS.test(part),
  );
  return !hasOwnWord && !isSameModel(asked, returned);
}

/** A model as it is asked for, and the names by which the operator says that the server answers for it. */
export interface NamedModel {
  modelId: string;
  answersAs?: readonly string[];
}

/** Whether a returned name is that of the model that was asked for, or one by which it is said to answer. */
export const isNameOfAskedModel = ({ modelId, answersAs = [] }: NamedModel, name: string): boolean =>
  [modelId, ...answersAs].some((one) => isSameModel(one, name));

/** Whether a returned name is plainly that of another model. */
export const isNameOfOtherModel = (asked: NamedModel, name: string): boolean =>
  isOtherModel(asked.modelId, name) && !isNameOfAskedModel(asked, name);

/** How the route of an answer begins that a fallback of a gateway gave. */
export const FALLBACK_ROUTE_PREFIX = 'fallback';

export const isFallbackRoute = (route = ''): boolean =>
  new RegExp(`^${FALLBACK_ROUTE_PREFIX}\\b`).test(route);

/** Without the provider or folder before it. */
const nameOf = (id: string) =>
  id
    .toLowerCase()
    .split('/')
    .at(-1)
    ?.replace(/^(?:us|eu|apac|global)\./, '') ?? '';

/** The words and numbers of a name that tell models apart, sorted: gateways turn `claude-3-5-sonnet` round. */
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
