import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { countTokens } from '../delivery/completion.ts';
import { deliverJson } from '../delivery/deliver.ts';
import { badRequest, MOCK_FINGERPRINT, type Refusal } from '../delivery/reply.ts';
import { isObject } from '../script/fields.ts';
import { drawLatency } from '../script/latency.ts';
import type { Models } from './models.ts';
import { type Current, receiveRequest, refuseRequest } from './receive.ts';

const MAX_TEXTS = 2048;
const MAX_DIMENSIONS = 4096;

interface EmbeddingRequest {
  readonly model: string;
  readonly texts: readonly string[];
  readonly dimensions: number | null;
}

/** Answers embedding requests, with the same faults as chat; `current` as in `createChat`. */
export function createEmbeddings(current: () => Current) {
  return function embeddings(res: ServerResponse, body: string, arrivedAt: number): void {
    const now = current();
    const request = readRequest(body);
    if ('status' in request) {
      refuseRequest(res, now.stats, request);
      return;
    }
    const tooLong = refusalOfLength(request, now.models.get(request.model));
    if (tooLong !== null) {
      refuseRequest(res, now.stats, tooLong);
      return;
    }
    const asked = { model: request.model, prompt: request.texts };
    receiveRequest(now, res, asked, arrivedAt, ({ model, draws, over }, outcome) => {
      const { behaviour, schedule } = model;
      const workMs = drawLatency(behaviour.latency, draws);
      const tokens = {
        prompt: request.texts.reduce((sum, t) => sum + countTokens(t.length), 0),
        completion: 0,
      };
      deliverJson(res, {
        text: toJson(request, model.seed, behaviour.embedding_dimensions, tokens.prompt),
        outcome,
        at: schedule.admit(arrivedAt, workMs)(workMs),
        over: (gone) => (gone ? over('client_gone') : over(outcome, tokens)),
      });
    });
  };
}

function readRequest(text: string): EmbeddingRequest | Refusal {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return badRequest('The body is not valid JSON.', 'invalid_json');
  }
  if (!isObject(body)) return badRequest('The body must be a JSON object.');
  const { model, input, dimensions = null, encoding_format = 'float' } = body;
  if (typeof model !== 'string' || model === '') return badRequest('model is required and must be a string.');
  const texts: unknown[] = Array.isArray(input) ? input : [input];
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (texts.length === 0 || texts.length > MAX_TEXTS || !texts.every(isText)) {
    return badRequest(`input must be a text or a list of 1 to ${MAX_TEXTS} texts, none of them empty.`);
  }
  if (encoding_format !== 'float') return badRequest('Only encoding_format = float is supported.');
  if (dimensions !== null && !(Number.isInteger(dimensions) && isWithin(Number(dimensions)))) {
    return badRequest(`dimensions must be a whole number from 1 to ${MAX_DIMENSIONS}.`);
  }
  return { model, texts, dimensions: dimensions === null ? null : Number(dimensions) };
}

const isWithin = (dimensions: number) => dimensions >= 1 && dimensions <= MAX_DIMENSIONS;

/** The error of servers with small models; null if every text fits, or if the model is unknown. */
function refusalOfLength({ texts }: EmbeddingRequest, model: ReturnType<Models['get']>): Refusal | null {
  const most = typeof model === 'string' ? null : model.behaviour.embedding_max_tokens;
  const longest = texts.reduce((most, text) => Math.max(most, countTokens(text.length)), 0);
  if (most === null || longest <= most) return null;
  return badRequest(`A text has ${longest} tokens; this model takes ${most}.`, 'input_too_long');
}

function toJson(request: EmbeddingRequest, seed: number, usual: number, tokens: number): string {
  const dimensions = request.dimensions ?? usual;
  return JSON.stringify({
    object: 'list',
    model: request.model,
    system_fingerprint: MOCK_FINGERPRINT,
    data: request.texts.map((text, index) => ({
      object: 'embedding',
      index,
      // Six digits have the precision of a 32-bit float, and need a third of the bytes.
      embedding: embed(text, seed, dimensions).map((x) => Number(x.toFixed(6))),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Number of dimensions that each feature changes: enough that two features seldom share all of them. */
const DIMENSIONS_PER_FEATURE = 4;
/** The total weight of a word's parts, where the word weighs 1, so that `invoice` and `invoices` are near. */
const WORD_PARTS_WEIGHT = 1;

/**
 * A hashed bag of words, of length 1: each word of the text, and each three letters of a word, add to a few dimensions
 * chosen by its hash. Texts that share words are near, others are nearly orthogonal. It depends only on the text, the
 * seed and the number of dimensions. A text without a word counts as one word.
 */
function embed(text: string, seed: number, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const words = text.toLowerCase().match(WORD) ?? [text];
  for (const word of words) {
    add(vector, word, 1, seed);
    const parts = partsOf(word);
    for (const part of parts) add(vector, part, WORD_PARTS_WEIGHT / Math.sqrt(parts.length), seed);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.map((_, i) => (i === 0 ? 1 : 0)) : vector.map((x) => x / length);
}

/** All sequences of three letters, with marked ends to distinguish them from words. */
function partsOf(word: string): string[] {
  const marked = `<${word}>`;
  return Array.from({ length: Math.max(0, marked.length - 2) }, (_, i) => marked.slice(i, i + 3));
}

function add(vector: number[], feature: string, weight: number, seed: number): void {
  const bytes = hash('sha1', `${seed}\n${feature}`, 'buffer');
  for (let i = 0; i < DIMENSIONS_PER_FEATURE; i++) {
    const draw = bytes.readUInt32LE(i * 4);
    const at = (draw >>> 1) % vector.length;
    vector[at] = (vector[at] ?? 0) + (draw % 2 === 0 ? weight : -weight);
  }
}
