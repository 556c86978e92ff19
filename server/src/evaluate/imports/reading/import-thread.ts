import { serveRequests } from '../../../kernel/worker-channel.ts';
import { type BlockRead, type ReadSettings, type ReadState, readBlock } from './read-block.ts';

export interface ReadBlockRequest {
  bytes: Uint8Array;
  state: ReadState;
  settings: ReadSettings;
  isLast: boolean;
}

serveRequests<ReadBlockRequest, BlockRead>(({ bytes, state, settings, isLast }) =>
  readBlock(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), state, settings, isLast),
);
