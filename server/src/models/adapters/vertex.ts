import { google } from './google.ts';
import type { SdkKind } from './sdk/sdk.ts';

/**
 * Gemini at Google Cloud: the protocol of Google’s own API, with tokens instead of its key, and without its embeddings.
 */
export const vertex: SdkKind = {
  ...google,
  maxTexts: 0,
};
