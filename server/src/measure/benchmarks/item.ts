import { canonicalJson, sha256 } from '../../kernel/json.ts';
import type { ResponseFormat, TextMessage, ToolSpec } from '../../models/models.ts';
import type { GraderSpec } from '../graders/graders.ts';
import type { RetrievalItem } from '../retrieval/retrieval.ts';
import type { Task } from '../tasks/tasks.ts';

/** One question of a benchmark: what is sent, what is right, and how that is decided. */
export interface Item {
  /**
   * SHA-256 in hex of input, expected, grader, tools, form, task and passages: equal content is the same item
   * everywhere.
   */
  id: string;
  input: TextMessage[];
  /** Any one of several is right, unless the grader's options say otherwise. */
  expected: string | string[];
  grader: GraderSpec;
  /** Tools that the response may call. The calls are only recorded. */
  tools?: readonly ToolSpec[];
  /** The response format requested by the provider's own means; null for none, absent for that of the target. */
  responseFormat?: ResponseFormat | null;
  /** Items of one cluster share a passage or a template and are not independent. */
  cluster?: string;
  metadata?: Record<string, unknown>;
  /** The fields that filled its messages, for applications that use fields. */
  fields?: Record<string, string>;
  /** The whole task, if the item is more than one question. */
  task?: Task;
  /** The passages that answer it, if it is sent with passages. */
  retrieval?: RetrievalItem;
}

/** Adds the id to an item. */
export function toItem(content: Omit<Item, 'id'>): Item {
  return { id: itemId(content), ...content };
}

/** The first 64 bits of its id: enough to distinguish the items of one benchmark, in a quarter of the memory. */
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

/** Number of characters sent for the item, for estimates: its messages, tools, and response schema. */
export function sentCharacters({ input, tools, responseFormat }: Item): number {
  const beside = [tools, responseFormat?.schema].filter((one) => one !== undefined);
  return [...input.map(({ content }) => content), ...beside.map((one) => JSON.stringify(one))].reduce(
    (sum, { length }) => sum + length,
    0,
  );
}
