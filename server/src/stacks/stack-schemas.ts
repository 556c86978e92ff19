import { type Static, Type } from 'typebox';
import { Clearable, ClearableMembers, readOnly } from '../http/patch.ts';
import { Description, Id, LIMITS, Name, PageOf, Text, Timestamp, Warnings } from '../http/schemas.ts';

const largest = Number.MAX_SAFE_INTEGER;
const Word = Text(LIMITS.name);

const model = {
  provider: Text(LIMITS.name, { description: 'A configured provider; needed when an evaluation runs it.' }),
  model_id: Text(LIMITS.name, {
    description: 'As the provider calls it; needed when an evaluation runs it.',
  }),
  temperature: Type.Number({ minimum: 0, maximum: 2 }),
  max_tokens: Type.Integer({ minimum: 1, maximum: largest }),
};
const framework = { orchestration: Word, observability: Word, logging: Word, tracing: Word };
const hardware = {
  cloud_provider: Word,
  region: Word,
  gpu_type: Word,
  instance_family: Word,
  replicas: Type.Integer({ minimum: 1, maximum: largest }),
};

const closed = { additionalProperties: false };
const Model = Type.Partial(Type.Object(model), closed);
const Framework = Type.Partial(Type.Object(framework), closed);
const Hardware = Type.Partial(Type.Object(hardware), closed);

export const Stack = Type.Object(
  {
    id: Id,
    name: Name,
    description: Description,
    model: Model,
    framework: Framework,
    hardware: Hardware,
    created_at: Timestamp,
    updated_at: Timestamp,
    warnings: Warnings,
  },
  { title: 'Stack' },
);
export type Stack = Static<typeof Stack>;

/** The fields of a stack that users set. */
export type StackFields = Omit<Stack, 'id' | 'created_at' | 'updated_at' | 'warnings'>;

export const NewStack = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    model: Model,
    framework: Type.Optional(Framework),
    hardware: Type.Optional(Hardware),
  },
  closed,
);
export type NewStack = Static<typeof NewStack>;

export const StackPatch = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    model: ClearableMembers(model),
    framework: Clearable(framework),
    hardware: Clearable(hardware),
    ...readOnly('id', 'created_at', 'updated_at', 'warnings'),
  },
  closed,
);
export type StackPatch = Pick<Static<typeof StackPatch>, keyof StackFields>;

export const StackPage = PageOf(Stack);
