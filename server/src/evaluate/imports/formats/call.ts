/** One message of a request; content without text is named in brackets. */
export interface CallMessage {
  role: string;
  content: string;
}

/** One recorded call of a model in the form that all formats are read into. Null fields are not in the trace. */
export interface Call {
  /** When it was sent, in microseconds since 1970: whole numbers below 2⁵³, so that differences are exact. */
  atUs: number | null;
  durationUs: number | null;
  /** The trace's name for the conversation that groups calls. */
  session: string | null;
  model: string | null;
  /** The kind of call in the trace: an agent, a service, or a name. */
  route: string | null;
  /** Null if the trace does not contain the content. */
  messages: CallMessage[] | null;
  output: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  failed: boolean;
  /** The name of its span, for content in other records of the file. */
  span?: string;
  /** The request offered tools to the model; absent if it did not, or the trace does not say. */
  offersTools?: true;
  /** The expected response, if the file states it; otherwise the recorded response is used. */
  expected?: string | number | (string | number)[];
  grader?: string | { type: string; options: Record<string, unknown> };
  /** All other attributes in the trace. */
  attributes: Record<string, unknown>;
}

export const EMPTY_CALL: Call = {
  atUs: null,
  durationUs: null,
  session: null,
  model: null,
  route: null,
  messages: null,
  output: null,
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  failed: false,
  attributes: {},
};
