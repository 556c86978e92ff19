/**
 * How an application is asked: the contract of `endpoint` of a stack. Where a field names a path, it is one of
 * `endpoint/json-path.ts`; where it holds a template, one of `endpoint/template.ts`.
 */
export interface Endpoint {
  kind: 'http';
  url: string;
  /** POST where it is left out. With GET the members of `request` become the query. */
  method?: 'POST' | 'PUT' | 'PATCH' | 'GET';
  /** By name; a value may hold `{{secret.NAME}}`. */
  headers?: Readonly<Record<string, string>>;
  /** The body, with `{{placeholders}}`. */
  request: unknown;
  response: ResponsePaths;
  /** There where the answer is streamed. `response.answer` is then looked for in every event. */
  stream?: EndpointStream;
  /** There where the application keeps the conversation by an id. */
  session?: EndpointSession;
}

/** A program of the operator that is started for each request: it reads the filled `request` as JSON and writes an answer. */
export interface Command {
  /** The program and its arguments, as they are: no shell reads them. */
  run: readonly [string, ...string[]];
  /** Where it is started; where the service was, if left out. */
  directory?: string;
  /** Names of environment variables that it sees beside PATH and the like; their values never leave the service. */
  variables?: readonly string[];
  /** Memory limit in MB of the program and all processes it starts. */
  memory_mb?: number;
  request: unknown;
  response: ResponsePaths;
}

/** Where the parts of an answer are. */
export interface ResponsePaths {
  answer: string;
  model?: string;
  finish_reason?: string;
  /** What the application says that the answer cost, in USD. */
  cost_usd?: string;
  /** What is there when the answer is an error, whatever the status. */
  error?: string;
  usage?: Partial<Record<UsageName, string>>;
  tool_calls?: { each: string; name: string; arguments?: string; id?: string };
  passages?: { each: string; text: string; id?: string };
}

export type UsageName = 'input_tokens' | 'output_tokens' | 'reasoning_tokens' | 'cached_tokens';

export interface EndpointStream {
  format: 'sse' | 'json_lines';
  /** What an event holds; JSON where it is left out. */
  data?: 'json' | 'text';
  /** The data of the event that ends the answer, such as `[DONE]`. */
  done?: string;
  /** A path that an event of a finished answer has, and not null. */
  finished?: string;
}

export interface EndpointSession {
  /** Where the first answer has the id; without it the id is ours. */
  id?: string;
}

/** A text that an application says it answered from. */
export interface Passage {
  id: string | null;
  text: string;
}

/** Hosts that the operator allows endpoints to connect to. */
export interface TargetSettings {
  /** Exact `host:port` pairs, lower case, in any range but link-local. */
  allowHosts: readonly string[];
  /** A variable, its value, and the `host:port` it may be sent to. */
  secrets: readonly { name: string; host: string; value: string }[];
}
