import { AppError } from '../../../kernel/errors.ts';
import { hashJson } from '../../../kernel/json.ts';
import { serveRequests } from '../../../kernel/worker-channel.ts';
import { parseJsonBody } from './json-body.ts';

/** The entry of the thread that parses large bodies, see `json-reader.ts`. */
export interface JsonToRead {
  bytes: Uint8Array;
  mostValues: number;
  /** Whether the hash is needed too. */
  hashed: boolean;
}

export interface ReadJson {
  value: unknown;
  /** `hashJson` of the body; null if it was not requested. */
  hash: string | null;
}

/** An `AppError` in the form sent to the main thread. */
export type SentRefusal = Pick<AppError, 'code' | 'message' | 'errors'>;

serveRequests<JsonToRead, ReadJson>(
  ({ bytes, mostValues, hashed }) => {
    const value = parseJsonBody(bytes, mostValues);
    return { value, hash: hashed ? hashJson(value) : null };
  },
  {
    fromError(error): SentRefusal {
      if (error instanceof AppError)
        return { code: error.code, message: error.message, errors: error.errors };
      return { code: 'internal', message: String(error), errors: [] };
    },
  },
);
