/** Beginnings of model names, by who trained them. Names only: two models of one maker may have little in common. */
const FAMILIES: readonly (readonly [family: string, names: RegExp])[] = [
  ['GPT', /^(gpt|chatgpt|o[134](-|$)|davinci|codex)/],
  ['Claude', /^claude/],
  ['Gemini', /^(gemini|gemma)/],
  ['Llama', /^(meta-)?llama/],
  ['Mistral', /^(open-)?(mistral|mixtral|ministral|magistral|codestral|devstral|pixtral)/],
  ['Qwen', /^(qwen|qwq)/],
  ['DeepSeek', /^deepseek/],
  ['Phi', /^phi/],
  ['Command', /^(command|c4ai|aya)/],
  ['Grok', /^grok/],
  ['Nova', /^(amazon\.)?nova/],
  ['Kimi', /^kimi/],
  ['GLM', /^(glm|chatglm)/],
];

/** The family of a model by its name; null where the name says nothing. */
function modelFamily(modelId: string): string | null {
  const name = modelId.toLowerCase().split('/').at(-1) ?? '';
  return FAMILIES.find(([, names]) => names.test(name))?.[0] ?? null;
}

/** Whether two models are of one family, or one and the same. Judges favour their own (Zheng et al. 2023, section 3.3). */
export function shareFamily(a: string, b: string): boolean {
  const family = modelFamily(a);
  return a === b || (family !== null && family === modelFamily(b));
}
