import { type Static, Type } from 'typebox';

/** The roles of a column in a dataset. */
export const COLUMN_ROLES = [
  'input',
  'messages',
  'system',
  'context',
  'expected',
  'grader',
  'cluster',
  'id',
  'tags',
  'weight',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const MAX_NAME = 1000;
const MAX_LIST = 1000;
const Name = Type.String({ minLength: 1, maxLength: MAX_NAME });
const column = (description: string) => Type.String({ minLength: 1, maxLength: MAX_NAME, description });

/** The fields of a mapping with their descriptions. */
export const COLUMN_FIELDS = {
  input: column('The text of the user message.'),
  messages: column('In place of `input`: a list of messages.'),
  system: column('A system message before the input.'),
  context: column('A text that the input is about. It is sent before the input, in the same message.'),
  expected: Type.Union([Name, Type.Array(Name, { minItems: 1, maxItems: MAX_LIST })], {
    description:
      'The right answer; each of several columns holds an accepted answer. Defaults to the last message of `messages`.',
  }),
  grader: column('The grader of the row.'),
  cluster: column('A name shared by rows that are not independent.'),
  id: column('The identifier of the row, kept with its item.'),
  tags: column('Tags, kept with the item.'),
  weight: column('A weight, kept with the item; it does not change scores.'),
  metadata: Type.Array(Name, {
    maxItems: MAX_LIST,
    description: 'Further columns to keep with the item. Defaults to all others.',
  }),
};

const { input, messages, system, context, expected, grader, cluster, id, tags, weight, metadata } =
  COLUMN_FIELDS;

/** The columns of a table by role. */
export const ColumnMapping = Type.Object(
  {
    input: Type.Optional(input),
    messages: Type.Optional(messages),
    system: Type.Optional(system),
    context: Type.Optional(context),
    expected: Type.Optional(expected),
    grader: Type.Optional(grader),
    cluster: Type.Optional(cluster),
    id: Type.Optional(id),
    tags: Type.Optional(tags),
    weight: Type.Optional(weight),
    metadata: Type.Optional(metadata),
  },
  {
    additionalProperties: false,
    title: 'ColumnMapping',
    description: 'The columns of a table by role. Roles without a column are omitted.',
  },
);
export type ColumnMapping = Static<typeof ColumnMapping>;
