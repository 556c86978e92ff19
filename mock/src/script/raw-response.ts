import { validateHeaderName, validateHeaderValue } from 'node:http';
import {
  type Fields,
  failField,
  type ReadField,
  readInteger,
  readObject,
  readRecord,
  readString,
} from './fields.ts';

/** The response that a model sends instead of answers, byte for byte. */
export interface RawResponse {
  /** Number of requests to the model that are answered normally before the first such response. */
  readonly after_requests: number;
  /** 200 to 599. */
  readonly status: number;
  readonly content_type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const readHeaders: ReadField<Readonly<Record<string, string>>> = (value, at) => {
  const read = readRecord(readString)(value, at);
  try {
    for (const [name, text] of Object.entries(read ?? {})) {
      validateHeaderName(name);
      validateHeaderValue(name, text);
    }
    return read;
  } catch (error) {
    return failField(at, `must be headers of HTTP: ${(error as Error).message}`);
  }
};

const contentType: ReadField<string> = (value, at) => {
  const read = readString(value, at);
  return read !== undefined && readHeaders({ 'content-type': read }, at) === undefined ? undefined : read;
};

const FIELDS: Fields<RawResponse> = {
  after_requests: { read: readInteger(0, Number.MAX_SAFE_INTEGER), fallback: 0 },
  status: { read: readInteger(200, 599), fallback: 200 },
  content_type: { read: contentType, fallback: 'application/json' },
  headers: { read: readHeaders, fallback: {} },
  body: { read: readString, fallback: '' },
};

export const readRawResponse: ReadField<RawResponse> = (value, at) => readObject(FIELDS, value, at);
