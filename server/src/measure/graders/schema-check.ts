import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { linearRegex } from './linear-regex.ts';

const MAX_SCHEMA = 64 * 1024;
const KEPT = 100;
const MOST_PATTERNS = 50;

const compiled = new Map<string, ValidateFunction>();

/**
 * Why a value is not valid against a JSON Schema (draft 2020-12); null if it is. `format` is not checked. Patterns have
 * RE2 syntax, because both they and the value may be hostile. Throws an Error that says what is wrong with the schema.
 */
export function schemaProblem(schema: object, value: unknown): string | null {
  const validate = validatorOf(schema);
  if (isValid(validate, value)) return null;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath || 'the value'} ${first?.message ?? 'is not valid'}`;
}

function isValid(validate: ValidateFunction, value: unknown): boolean {
  try {
    return validate(value);
  } catch (error) {
    // Values are nested at most 64 levels deep, so an endless recursion is caused by the schema.
    if (!(error instanceof RangeError)) throw error;
    throw new Error(
      'its references lead back to themselves for the same value, as "$ref": "#" does at its root; a schema may refer to itself only inside of properties, items and the like',
    );
  }
}

/** The compiled schema; the last hundred are cached. */
export function validatorOf(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known) return known;
  if (key.length > MAX_SCHEMA) throw new Error('it is larger than 64 KiB');
  const ajv = createAjv();
  if (ajv.validateSchema(schema) !== true) {
    const [first] = ajv.errors ?? [];
    throw new Error(`${first?.instancePath || 'it'} ${first?.message ?? 'is not as a schema must be'}`);
  }
  const validate = ajv.compile(schema);
  compiled.set(key, validate);
  if (compiled.size > KEPT) compiled.delete(compiled.keys().next().value ?? '');
  return validate;
}

function createAjv(): Ajv2020 {
  return new Ajv2020({
    validateFormats: false,
    logger: false,
    // Inherited names of objects, such as `constructor`, are not part of a value.
    ownProperties: true,
    code: { regExp: createLinear() },
    // If inlined, a schema with a thousand references to one of a thousand parts would compile to gigabytes.
    inlineRefs: false,
  });
}

/** Compiles the patterns of one schema. */
function createLinear() {
  let patterns = 0;
  const linear = (pattern: string) => {
    if (++patterns > MOST_PATTERNS) throw new Error(`it has more than ${MOST_PATTERNS} patterns`);
    const regex = linearRegex(pattern, { ignoreCase: false, multiLine: false, dotAll: false });
    // Ajv distinguishes compiled patterns by their text.
    return { test: (text: string) => regex.find(text) !== null, toString: () => pattern };
  };
  return Object.assign(linear, { code: 'linear' });
}
