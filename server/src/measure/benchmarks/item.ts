import { canonicalJson, sha256 } from '../../kernel/json.ts';
import type { ResponseFormat, TextMessage, ToolSpec } from '../../models/models.ts';
import type { GraderSpec } from '../graders/graders.ts';
import type { RetrievalItem } from '../retrieval/retrieval.ts';
import type { Task } from '../tasks/tasks.ts';

/** One question of a benchmark: what is asked, what is right, and how that is decided. */
export interface Item {
  /** SHA-256 in hex of input, expected, grader, tools, form, task and passages: equal content is the same item, everywhere. */
  id: string;
  input: TextMessage[];
  /** Several = any one of them is right, unless the grader's options say otherwise. */
  expected: string | string[];
  grader: GraderSpec;
  /** What may be called in the answer. Who is asked only says what it would call. */
  tools?: readonly ToolSpec[];
  /** The form that the answer is asked for by the provider's own means; null = by none, and absent = as the target says. */
  responseFormat?: ResponseFormat | null;
  /** Items of one cluster share a passage or a template and are not independent. */
  cluster?: string;
  metadata?: Record<string, unknown>;
  /** What its messages were filled with, for applications that take fields. */
  fields?: Record<string, string>;
  /** The whole task, where more is done than one question answered. */
  task?: Task;
  /** What is known of the passages that answer it, where it is asked with passages. */
  retrieval?: RetrievalItem;
}

/** The item with its id. */
export function toItem(content: Omit<Item, 'id'>): Item {
  return { id: itemId(content), ...content };
}

/** The first 64 bits of its id: enough to tell the items of one benchmark apart, in a quarter of the memory. */
export function shortId({ id }: Pick<Item, 'id'>): bigint {
  return BigInt(`0x${id.slice(0, 16)}`);
}

function itemId({
  input,
  expected,
  grader,
  tools,
  responseFormat,
  task,
  retrieval,
}: Omit<Item, 'id'>): string {
  const messages = input.map(({ role, content }) => [role, content]);
  const text = canonicalJson([
    messages,
    expected,
    grader.type,
    grader.options,
    ...(tools ? [{ tools }] : []),
    ...(responseFormat ? [{ responseFormat }] : []),
    ...(task ? [task] : []),
    ...(retrieval ? [{ retrieval }] : []),
  ]);
  return sha256(text);
}

/** Characters that are sent for it, as estimates count them: its messages, tools, and the schema of its answer. */
export function sentCharacters({ input, tools, responseFormat }: Item): number {
  const beside = [tools, responseFormat?.schema].filter((one) => one !== undefined);
  return [...input.map(({ content }) => content), ...beside.map((one) => JSON.stringify(one))].reduce(
    (sum, { length }) => sum + length,
    0,
  );
}
