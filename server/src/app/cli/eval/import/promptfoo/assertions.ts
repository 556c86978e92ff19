import { isObject } from '../../../../../kernel/json.ts';
import type { DatasetRow, Notices } from '../imported.ts';
import { fillTemplate } from './template.ts';

type Graded = Pick<DatasetRow, 'expected' | 'grader'>;

const TYPES: Readonly<Record<string, (values: string[]) => Graded>> = {
  equals: (values) => ({ expected: values, grader: 'exact' }),
  contains: containing({ ignore_case: false }),
  icontains: containing({ ignore_case: true }),
  'contains-any': containing({ ignore_case: false, require: 'any' }),
  'icontains-any': containing({ ignore_case: true, require: 'any' }),
  'contains-all': containing({ ignore_case: false, require: 'all' }),
  'icontains-all': containing({ ignore_case: true, require: 'all' }),
  'starts-with': ([text = '']) => ({ expected: `^${literal(text)}`, grader: 'regex' }),
  regex: (values) => ({ expected: values, grader: 'regex' }),
};

function containing(options: Record<string, unknown>) {
  return (expected: string[]): Graded => ({ expected, grader: { type: 'contains', options } });
}

/** A pattern in RE2's syntax that matches exactly this text. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Fields that say how an assertion counts; they are left out. */
const SIDE_FIELDS = ['weight', 'threshold', 'transform', 'metric', 'provider', 'rubricPrompt', 'config'];

/** The grader and expected answers of one assertion; [] and a sentence where there are none here. */
export function toGraded(given: unknown, vars: Record<string, unknown>, notices: Notices): Graded[] {
  if (!isObject(given) || typeof given.type !== 'string') {
    notices.add('An assertion without a type is skipped.');
    return [];
  }
  for (const field of SIDE_FIELDS) {
    if (field in given) notices.add(`"${field}" of an assertion has no equivalent.`);
  }
  if (given.type === 'is-json') return [toSchema(given.value)];
  const convert = Object.hasOwn(TYPES, given.type) ? TYPES[given.type] : undefined;
  if (!convert) {
    notices.add(`The assertion "${given.type}" has no equivalent grader; it is skipped.`);
    return [];
  }
  const values = valuesOf(given.type, given.value, vars, notices);
  if (values === null) return [];
  if (given.type === 'equals')
    notices.add(
      '"equals" becomes the grader exact; docs/reference/graders.md says how it treats white space and case.',
    );
  return [convert(values)];
}

function valuesOf(
  type: string,
  value: unknown,
  vars: Record<string, unknown>,
  notices: Notices,
): string[] | null {
  const list =
    typeof value === 'string' && type.endsWith('-any')
      ? value.split(/,\s*/)
      : Array.isArray(value)
        ? value
        : [value];
  const texts = list.map((one) => (typeof one === 'number' || typeof one === 'boolean' ? String(one) : one));
  if (texts.length === 0 || !texts.every((one) => typeof one === 'string' && one !== '')) {
    notices.add(`An assertion "${type}" without a text to compare with is skipped.`);
    return null;
  }
  const filled = (texts as string[]).map((text) => fillTemplate(text, vars, notices));
  return filled.every((text) => text !== null) ? filled : null;
}

/** Without a schema any JSON value is right. */
function toSchema(value: unknown): Graded {
  const schema = isObject(value) ? value : {};
  return { expected: JSON.stringify(schema), grader: 'json_schema' };
}
