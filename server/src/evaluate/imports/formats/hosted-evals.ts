import { isObject } from '../../../kernel/json.ts';
import { type Call, type CallMessage, EMPTY_CALL } from './call.ts';
import { type FileContext, type Format, type Json, UnusableRecord } from './format.ts';
import { fill, type HostedEval, readGrader } from './hosted-eval.ts';
import { answerOf, countOf, firstValue, messagesOf, textOf, timeUs } from './values.ts';

const OBJECTS = ['eval', 'eval.run', 'eval.run.output_item'];
const MOST_GRADERS = 100;

/**
 * An export of hosted evaluations (OpenAI Evals): the object `eval` with its graders, then runs, items (`{"item":
 * {…}}`, as in a data file) and output items. Definitions precede their items.
 */
export const hostedEvals: Format = {
  name: 'hosted_evals',
  title: 'a hosted-evals export',
  accepts: 'an object eval, eval.run or eval.run.output_item of OpenAI Evals, or {"item": {…}}',
  looksLike: (record) =>
    OBJECTS.includes(String(record.object)) ||
    isObject(record.item) ||
    (record.object === 'list' &&
      Array.isArray(record.data) &&
      isObject(record.data[0]) &&
      OBJECTS.includes(String(record.data[0].object))),
  read(record, context) {
    if (record.object === 'list' && Array.isArray(record.data)) {
      return { calls: record.data.filter(isObject).flatMap((one) => readOne(one, context)) };
    }
    return { calls: readOne(record, context) };
  },
};

function readOne(record: Json, context: FileContext): Call[] {
  context.eval ??= { graders: [], template: null };
  switch (record.object) {
    case 'eval': {
      const criteria = Array.isArray(record.testing_criteria) ? record.testing_criteria : [];
      context.eval.graders = criteria.slice(0, MOST_GRADERS).map(readGrader);
      return [];
    }
    case 'eval.run': {
      const source = isObject(record.data_source) ? record.data_source : {};
      const asked = isObject(source.input_messages) ? source.input_messages : {};
      context.eval.template = messagesOf(asked.template) ?? context.eval.template;
      const content = isObject(source.source) ? source.source.content : undefined;
      const items = Array.isArray(content) ? content.filter(isObject) : [];
      return items.map((row) => readItem(row, context.eval as HostedEval));
    }
    default:
      return [readItem(record, context.eval)];
  }
}

function readItem(record: Json, { graders, template }: HostedEval): Call {
  const item = [record.datasource_item, record.item].find(isObject);
  if (item === undefined) throw new UnusableRecord('it has neither item nor datasource_item');
  const sample = isObject(record.sample) ? record.sample : {};
  const usage = isObject(sample.usage) ? sample.usage : {};
  const grader = graders.find(({ became }) => became === 'grader');
  const expected = grader
    ? fill(grader.expected ?? '', item)
    : textOf(firstValue(item, 'expected', 'answer', 'reference', 'ideal', 'ground_truth'));
  return {
    ...EMPTY_CALL,
    atUs: timeUs(record.created_at),
    session: textOf(firstValue(item, 'session', 'cluster')),
    model: textOf(sample.model),
    messages:
      messagesOf(sample.input) ??
      filled(template, item) ??
      messagesOf(firstValue(item, 'input', 'messages', 'question', 'prompt')),
    output: answerOf(sample.output ?? sample.output_text),
    inputTokens: countOf(usage.prompt_tokens),
    outputTokens: countOf(usage.completion_tokens),
    cachedTokens: countOf(usage.cached_tokens),
    failed: record.status === 'error',
    ...(expected !== null && { expected }),
    ...(grader?.grader && { grader: grader.grader }),
    attributes: item,
  };
}

function filled(template: readonly CallMessage[] | null, item: Json): CallMessage[] | null {
  return template?.map(({ role, content }) => ({ role, content: fill(content, item) })) ?? null;
}
