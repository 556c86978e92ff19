import { isObject } from '../../../kernel/json.ts';
import type { CallMessage } from './call.ts';
import { messagesOf, textOf } from './values.ts';

/** A grader of a hosted evaluation, and its equivalent. */
export interface HostedGrader {
  name: string;
  type: string;
  /**
   * `grader`: a built-in grader with a template of the expected answer. `criterion`: a criterion for a judge. Null:
   * no equivalent.
   */
  became: 'grader' | 'criterion' | null;
  grader?: { type: string; options: Record<string, unknown> };
  expected?: string;
  description?: string;
}

/** What the definitions in an export state about its items. */
export interface HostedEval {
  graders: HostedGrader[];
  /** The request of an item, a template with `{{item.name}}`. */
  template: CallMessage[] | null;
}

const ANSWER = /\{\{\s*sample\.(output_text|output_json)\s*\}\}/;

export function readGrader(value: unknown): HostedGrader {
  const given = isObject(value) ? value : {};
  const type = textOf(given.type) ?? 'unknown';
  const base = { name: textOf(given.name) ?? type, type, became: null } as const;
  const reads = textOf(given.input) ?? '';
  const reference = textOf(given.reference) ?? '';
  if (type === 'string_check' && ANSWER.test(reads) && reference !== '') {
    const grader = STRING_CHECK[textOf(given.operation) ?? ''];
    if (grader) return { ...base, became: 'grader', grader, expected: reference };
  }
  if (type === 'text_similarity' && ANSWER.test(reads) && reference !== '') {
    const grader = SIMILARITY[textOf(given.evaluation_metric) ?? ''];
    if (grader) return { ...base, became: 'grader', grader, expected: reference };
  }
  if (type === 'label_model' || type === 'score_model') {
    const asked = messagesOf(given.input)
      ?.map(({ content }) => content)
      .join('\n\n');
    if (asked) return { ...base, became: 'criterion', description: asked };
  }
  return base;
}

const exact = (ignore: boolean) => ({
  type: 'exact',
  options: { ignore_case: ignore, ignore_space: false, ignore_end_punctuation: false, extract: 'whole' },
});

/** `ne` has no equivalent: what a response must not be says little about what it should be. */
const STRING_CHECK: Readonly<Record<string, HostedGrader['grader']>> = {
  eq: exact(false),
  like: { type: 'contains', options: { ignore_case: false } },
  ilike: { type: 'contains', options: { ignore_case: true } },
};

const SIMILARITY: Readonly<Record<string, HostedGrader['grader']>> = {
  rouge_l: { type: 'rouge_l', options: {} },
  fuzzy_match: { type: 'edit_similarity', options: { ignore_case: false, extract: 'whole' } },
};

/** Fills a template of the export with the fields of an item (`{{item.name}}`); missing fields are left unchanged. */
export function fill(template: string, item: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{\{\s*item\.([\w.]{1,200})\s*\}\}/g, (whole, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), item);
    if (value === undefined || value === null) return whole;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
