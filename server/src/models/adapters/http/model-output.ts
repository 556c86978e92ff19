import type { WireFailure } from './failures.ts';
import { readReportedError } from './reported-error.ts';

/** Groq’s codes, and the error of OpenAI’s library for gpt-oss that vLLM forwards. */
const CODES = /^(?:tool_use_failed|json_validate_failed|output_parse_failed|HarmonyError)$/;

/**
 * Sentences in which a server says that its model's output violates a format: llama.cpp, Ollama, vLLM, Groq. The group,
 * if any, is that output.
 */
const SENTENCES: readonly RegExp[] = [
  /\bmodel (?:produced|generated|wrote|returned) (?:an? )?(?:invalid |malformed )?(?:output|response|completion|text|json|tool calls?)\b.{0,40}\b(?:does not|doesn't|did not|didn't|could not|cannot|is not|isn't|invalid)\b/i,
  /\bmodel (?:produced|generated|wrote|returned) (?:an? )?(?:invalid|malformed) /i,
  /\bfailed to parse input at pos \d+: ?(.*)$/i,
  /\berror parsing tool call: raw='(.*)', err=/i,
  /\b(?:failed|unable) to (?:parse|validate|decode) (?:the )?(?:model|llm|generated|assistant)(?:['’]s)? (?:output|response|json|text|tool calls?)/i,
  /\bfailed to generate (?:valid )?json\b/i,
  /\bunexpected tokens remaining in message header\b|\bHarmonyError\b/,
];

/**
 * The server's message about the model output that it refuses, and that output if shown; null if the error is about
 * something else.
 */
export async function refusedOutput({
  status,
  body,
  broken,
}: WireFailure): Promise<{ words: string; output?: string } | null> {
  if (body === undefined || broken !== undefined || status === undefined) return null;
  if (status === 401 || status === 403 || status === 404 || status === 429) return null;
  const { isError, codes, words = '', output } = await readReportedError(body);
  if (status < 400 && !isError) return null;
  const match = SENTENCES.map((sentence) => sentence.exec(words)).find((found) => found !== null);
  const isBlamed = match !== undefined || output !== undefined || codes.some((code) => CODES.test(code));
  if (!isBlamed) return null;
  const shown = output ?? match?.[1];
  return { words, ...(shown !== undefined && { output: shown }) };
}
