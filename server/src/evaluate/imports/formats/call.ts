/** One message of a request; what is no text is named in brackets. */
export interface CallMessage {
  role: string;
  content: string;
}

/** One call of a model as a trace recorded it, the same for every format. What a trace does not say is null. */
export interface Call {
  /** When it was sent, in microseconds since 1970: whole numbers below 2⁵³, so that differences are exact. */
  atUs: number | null;
  durationUs: number | null;
  /** What groups calls of one conversation, as the trace names it. */
  session: string | null;
  model: string | null;
  /** What kind of call it is to those who sent it: an agent, a service, a name of a trace. */
  route: string | null;
  /** Null where the trace does not hold the content. */
  messages: CallMessage[] | null;
  output: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  failed: boolean;
  /** A name of its span, for content that other records of the file hold. */
  span?: string;
  /** The request offered tools to the model; absent where it did not, or the trace does not say. */
  offersTools?: true;
  /** What the answer should be, where the file says it; else the recorded answer stands for it. */
  expected?: string | number | (string | number)[];
  grader?: string | { type: string; options: Record<string, unknown> };
  /** Whatever else the trace says of it. */
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
