import type { CooperativeTask } from '../lsa/cooperative-task.ts';
import { trainLsa } from '../lsa/lsa-model.ts';
import { measureSemanticLead } from '../lsa/self-retrieval.ts';
import type { BagOfWords } from '../text/bag-of-words.ts';
import type { IndexWriter } from './index-writer.ts';
import type { TrainingState } from './vector-writer.ts';

/** With more chunks, a model is trained on a sample of this size; bench/search-speed.ts prints how long that takes. */
const TRAINING_SAMPLE = 20_000;
// Few enough that each slice takes milliseconds of the indexer thread, with other work in between.
const BAGS_AT_ONCE = 1000;
const FILL_AT_ONCE = 250;
const PURGE_AT_ONCE = 2000;
/** Up to this relative change in size the semantic lead is not measured again. */
const MAX_SIZE_CHANGE = 0.25;

/**
 * In a larger workspace a model may lack this share of the chunks: half of the share at which search responses warn.
 */
const MAX_MISSED_SHARE = 0.05;
/** Up to this many chunks training takes seconds, so every new chunk is trained on. */
const TRAINED_ON_ALL = 5000;

/**
 * Whether a file needs a new model: it has chunks that the model was not trained on, or their number doubled or halved
 * since.
 */
export function trainingNeed({
  chunks,
  trained,
  added,
  measured,
  usesEmbeddingModel,
}: TrainingState): 'none' | 'some' | 'urgent' {
  if (usesEmbeddingModel) return 'none';
  if (trained === 0) return chunks > 0 ? 'urgent' : 'none';
  if (added >= trained || chunks < trained / 2) return chunks > 0 ? 'urgent' : 'none';
  // The process was stopped after the training.
  if (measured.chunks === 0) return 'some';
  return added > (chunks > TRAINED_ON_ALL ? MAX_MISSED_SHARE * chunks : 0) ? 'some' : 'none';
}

/**
 * Trains a model on an index file and makes it the current one, in slices; until then the old one is used. `file` opens
 * the file for a slice; the caller ensures that no transaction is open on it then. Other work may add and remove chunks
 * between slices.
 */
export function* trainIndex(file: () => IndexWriter): CooperativeTask<TrainedOn> {
  yield* purge(file);
  const state = file().vectors.state();
  const { chunks, lastChunk } = state;
  const ids = file().vectors.sample(TRAINING_SAMPLE);
  const bags: BagOfWords[] = [];
  for (let from = 0; from < ids.length; from += BAGS_AT_ONCE) {
    bags.push(...file().vectors.bags(ids.slice(from, from + BAGS_AT_ONCE)));
    yield;
  }
  const model = yield* trainLsa(bags);
  const measured = needsLead(state) ? { ...state.measured, chunks: 0 } : state.measured;
  const modelId = file().vectors.save(model, { trained: chunks, lastChunk, measured });
  yield;
  // Only up to here: the switch makes the remaining vectors. On a busy file, filling up to a moving end might never
  // stop.
  const end = file().vectors.state().lastChunk;
  let after = 0;
  while (after < end) {
    after = file().vectors.fill(modelId, model, after, FILL_AT_ONCE) ?? end;
    yield;
  }
  file().vectors.switchTo(modelId, model, after);
  yield* purge(file);
  // Done last, so that searches do not wait for it: until then the lead that was measured before applies, or 0.
  if (measured.chunks === 0) {
    const { lead } = yield* measureSemanticLead(bags);
    file().vectors.saveLead(modelId, { lead, chunks });
  }
  return {
    chunks,
    trainedOn: bags.length,
    dimensions: model.projection.dimensions,
    terms: model.hashes.length,
  };
}

/** Whether the size of the workspace has changed much since the semantic lead was measured. */
function needsLead({ chunks, measured }: TrainingState): boolean {
  return Math.abs(chunks - measured.chunks) > MAX_SIZE_CHANGE * measured.chunks;
}

export interface TrainedOn {
  chunks: number;
  /** Less than `chunks` if a sample was used. */
  trainedOn: number;
  dimensions: number;
  terms: number;
}

function* purge(file: () => IndexWriter): CooperativeTask<void> {
  const end = file().vectors.state().lastChunk;
  let after = 0;
  while (after < end) {
    after = file().vectors.purge(after, PURGE_AT_ONCE) ?? end;
    yield;
  }
  file().vectors.purge(after, 0);
  yield;
}
