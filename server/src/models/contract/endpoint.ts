/**
 * How an application is called: the `endpoint` of a stack. Fields with paths use the syntax of `endpoint/json-path.ts`,
 * fields with templates that of `endpoint/template.ts`.
 */
export interface Endpoint {
  kind: 'http';
  url: string;
  /** Default POST. With GET the members of `request` become the query. */
  method?: 'POST' | 'PUT' | 'PATCH' | 'GET';
  /** Headers by name; a value may contain `{{secret.NAME}}`. */
  headers?: Readonly<Record<string, string>>;
  /** The body, with `{{placeholders}}`. */
  request: unknown;
  response: ResponsePaths;
  /** Present if the response is streamed. `response.answer` is then read from every event. */
  stream?: EndpointStream;
  /** Present if the application keeps the conversation by an id. */
  session?: EndpointSession;
}

/**
 * A program of the operator that is started for each request: it reads the filled `request` as JSON and writes a
 * response.
 */
export interface Command {
  /** The program and its arguments, without a shell. */
  run: readonly [string, ...string[]];
  /** Its working directory; default: that of the service. */
  directory?: string;
  /**
   * Names of environment variables that it receives besides PATH and similar ones; their values never leave the
   * service.
   */
  variables?: readonly string[];
  /** Memory limit in MB of the program and all processes it starts. */
  memory_mb?: number;
  request: unknown;
  response: ResponsePaths;
}

/** The paths of the parts of a response. */
export interface ResponsePaths {
  answer: string;
  model?: string;
  finish_reason?: string;
  /** The cost that the application reports, in USD. */
  cost_usd?: string;
  /** A path that exists if the response is an error, whatever its status. */
  error?: string;
  usage?: Partial<Record<UsageName, string>>;
  tool_calls?: { each: string; name: string; arguments?: string; id?: string };
  passages?: { each: string; text: string; id?: string };
}

export type UsageName = 'input_tokens' | 'output_tokens' | 'reasoning_tokens' | 'cached_tokens';

export interface EndpointStream {
  format: 'sse' | 'json_lines';
  /** The content of an event; default JSON. */
  data?: 'json' | 'text';
  /** The data of the event that ends the response, such as `[DONE]`. */
  done?: string;
  /** A path that exists and is not null in an event of a finished response. */
  finished?: string;
}

export interface EndpointSession {
  /** The path of the id in the first response; without it the id is ours. */
  id?: string;
}

/** A text that an application says it answered from. */
export interface Passage {
  id: string | null;
  text: string;
}

/** Hosts that the operator allows endpoints to connect to. */
export interface TargetSettings {
  /** Exact `host:port` pairs in lower case, in any range except link-local. */
  allowHosts: readonly string[];
  /** A variable, its value, and the `host:port` that may receive it. */
  secrets: readonly { name: string; host: string; value: string }[];
}
