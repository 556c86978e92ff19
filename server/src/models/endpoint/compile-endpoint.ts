import { AddressRefused, type AddressRules, checkUrl, hostAndPort } from '../../kernel/address-guard.ts';
import type { FieldError } from '../../kernel/errors.ts';
import { isPlainHttpToOthers } from '../../kernel/loopback.ts';
import type { Command, Endpoint, TargetSettings } from '../contract/endpoint.ts';
import { type JsonPath, parseJsonPath } from './json-path.ts';
import { placeholderProblem } from './placeholders.ts';
import { type JsonTemplate, parseTemplate } from './template.ts';

/** The paths of an endpoint by the JSON pointer of their field, such as `/response/usage/input_tokens`. */
export type EndpointPaths = ReadonlyMap<string, JsonPath>;

/** The compiled request and response, for any transport. */
export interface CompiledExchange {
  template: JsonTemplate;
  paths: EndpointPaths;
}

/** Where a server is called: the address of an endpoint or of a grader. */
export type Address = Pick<Endpoint, 'url' | 'headers'>;

/** A compiled address. */
export interface CompiledAddress {
  url: URL;
  /** The headers as they are sent. */
  headers: Readonly<Record<string, string>>;
  /** The headers as they are shown: with the names of secrets. */
  shownHeaders: Readonly<Record<string, string>>;
  /** The secrets to redact from responses. */
  secrets: readonly string[];
}

/** A compiled endpoint, used for all its requests. */
export interface CompiledEndpoint extends CompiledExchange, CompiledAddress {
  endpoint: Endpoint;
}

/** The addresses that endpoints may currently connect to. */
export interface Admission extends TargetSettings {
  /** Whether secrets may be sent over http to another machine. */
  allowsHttp?: boolean;
  /** Whether all services of this machine are allowed. */
  allowsLoopback(): boolean;
}

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]):\d+$/;

/** The address rules for `pair`; null if it is not allowed. */
export function addressRulesFor(
  pair: string,
  { allowHosts, allowsLoopback }: Admission,
): AddressRules | null {
  const isAdmitted = allowHosts.includes(pair) || (LOOPBACK.test(pair) && allowsLoopback());
  return isAdmitted ? { allowPrivateNetworks: false, allowHosts: [pair], only: [pair] } : null;
}

/** Compiles an endpoint, or returns everything that is wrong with it, each with its JSON pointer. */
export function compileEndpoint(endpoint: Endpoint, admission: Admission): CompiledEndpoint | FieldError[] {
  const problems: FieldError[] = [];
  const refuse = (pointer: string, detail: string) => void problems.push({ pointer, detail });
  const address = compileAddress(endpoint, admission);
  if (Array.isArray(address)) problems.push(...address);
  const exchange = readExchange(endpoint, refuse);
  if (endpoint.method === 'GET' && (typeof endpoint.request !== 'object' || Array.isArray(endpoint.request)))
    refuse('/request', 'with GET the request is an object, whose members become the query');
  if (endpoint.stream?.data === 'text' && endpoint.response.answer !== '$')
    refuse('/response/answer', 'the data of each event is text, so the answer is $');
  if (problems.length > 0 || Array.isArray(address) || exchange === null) return problems;
  return { endpoint, ...address, ...exchange };
}

/**
 * Compiles an address, or returns everything that is wrong with it, each with its JSON pointer. Without an admission only
 * its form is checked, whether or not this service may call it.
 */
export function compileAddress(
  address: Address,
  admission: Admission | null,
): CompiledAddress | FieldError[] {
  const problems: FieldError[] = [];
  const refuse = (pointer: string, detail: string) => void problems.push({ pointer, detail });
  const url = readUrl(address.url, admission, refuse);
  const headers = readHeaders(address, url, admission, refuse);
  return problems.length > 0 || url === null ? problems : { url, ...headers };
}

/** Compiles the request and response of a program, or returns everything that is wrong with them. */
export function compileCommand(command: Command): CompiledExchange | FieldError[] {
  const problems: FieldError[] = [];
  const exchange = readExchange(command, (pointer, detail) => void problems.push({ pointer, detail }));
  return exchange === null || problems.length > 0 ? problems : exchange;
}

type Exchanged = Pick<Endpoint, 'request' | 'response' | 'stream' | 'session'>;

function readExchange(exchanged: Exchanged, refuse: Refuse): CompiledExchange | null {
  const characters = JSON.stringify(exchanged.request ?? null).length;
  if (characters > MAX_CHARACTERS)
    refuse('/request', `has ${characters} characters of JSON; at most ${MAX_CHARACTERS}`);
  const parsed = parseTemplate(exchanged.request, (name) =>
    placeholderProblem(name, exchanged.session !== undefined),
  );
  const paths = readPaths(exchanged, refuse);
  if (!('problems' in parsed)) return { template: parsed.template, paths };
  for (const { pointer, detail } of parsed.problems) refuse(`/request${pointer}`, detail);
  return null;
}

const MAX_CHARACTERS = 64_000;

type Refuse = (pointer: string, detail: string) => void;

const SECRET_NAME = /api[-_]?key|token|secret|passw|credential|signature/i;

function readUrl(text: string, admission: Admission | null, refuse: Refuse): URL | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    refuse('/url', 'must be an address such as https://app.example.com/answer');
    return null;
  }
  if (url.username !== '' || url.password !== '') {
    refuse('/url', 'must have no user and no password; send a secret in headers, as {{secret.NAME}}');
    return null;
  }
  const secret = [...url.searchParams.keys()].find((name) => SECRET_NAME.test(name));
  if (secret !== undefined || /\{\{|%7B%7B/i.test(text)) {
    refuse('/url', 'must have no placeholder or secret; use secrets in headers, as {{secret.NAME}}');
    return null;
  }
  if (admission === null) return url;
  const pair = hostAndPort(url);
  const rules = addressRulesFor(pair, admission);
  if (rules === null) {
    const { allowHosts } = admission;
    const admitted = allowHosts.length === 0 ? 'none is allowed' : `admitted: ${allowHosts.join(', ')}`;
    refuse('/url', `${pair} is not allowed; the operator can add it to TARGET_ALLOW_HOSTS (${admitted})`);
    return null;
  }
  try {
    return checkUrl(url.href, rules);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    refuse('/url', `${error.detail || pair} is always blocked`);
    return null;
  }
}

/** Headers of the transport: they determine where a request ends. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.+|accept-encoding)$/i;
/** Headers that may contain only secrets and a word before them. */
const SECRET_HEADERS = /^(authorization|cookie)$/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/;
const HEADER_VALUE = /^[\t\x20-\x7e]{0,2000}$/;

function readHeaders(
  { headers = {} }: Address,
  url: URL | null,
  admission: Admission | null,
  refuse: Refuse,
) {
  const { secrets = [], allowsHttp = false } = admission ?? {};
  const isClear = url !== null && !allowsHttp && isPlainHttpToOthers(url);
  const sent: Record<string, string> = {};
  const used: string[] = [];
  const names = new Set<string>();
  const host = url === null ? null : hostAndPort(url);
  for (const [name, value] of Object.entries(headers)) {
    const pointer = `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (names.has(name.toLowerCase())) refuse(pointer, 'this header is repeated; names are case-insensitive');
    names.add(name.toLowerCase());
    if (value.replace(/\{\{[^{}]*\}\}/g, '').includes('{{'))
      refuse(pointer, 'a "{{" is not closed by "}}" around one name');
    if (name === '__proto__' || !HEADER_NAME.test(name)) refuse(pointer, 'this is not a header name');
    else if (OWN_HEADERS.test(name)) refuse(pointer, 'this header is set by the connection; omit it');
    if (!HEADER_VALUE.test(value)) refuse(pointer, 'a header has printable ASCII characters, at most 2000');
    const holdsSecret = SECRET_HEADERS.test(name) || SECRET_NAME.test(name);
    if (holdsSecret && !value.includes('{{secret.'))
      refuse(pointer, 'never write a secret here: use a variable of the operator, as {{secret.NAME}}');
    if (isClear && value.includes('{{secret.'))
      refuse(pointer, 'a secret is sent only over https, except to this machine; use https');
    sent[name.toLowerCase()] = value.replace(/\{\{([^{}]*)\}\}/g, (_, inner: string) => {
      const [, wanted] = /^\s*secret\.([A-Za-z_][A-Za-z0-9_]*)\s*$/.exec(inner) ?? [];
      if (wanted === undefined) {
        refuse(pointer, `{{${inner.slice(0, 50)}}} is not allowed here; headers support {{secret.NAME}}`);
        return '';
      }
      const own = secrets.filter((secret) => secret.host === host);
      const found = own.find((secret) => secret.name === wanted);
      if (admission !== null && host !== null && found === undefined) {
        const there = own.length === 0 ? 'none' : own.map((secret) => secret.name).join(', ');
        refuse(
          pointer,
          `the secret ${wanted} is not allowed for ${host} (TARGET_SECRETS; allowed: ${there})`,
        );
      }
      if (found) used.push(found.value);
      return found?.value ?? '';
    });
  }
  return { headers: sent, shownHeaders: headers, secrets: used };
}

function readPaths({ response, stream, session }: Exchanged, refuse: Refuse): EndpointPaths {
  const paths = new Map<string, JsonPath>();
  const add = (pointer: string, text: string | undefined) => {
    if (text === undefined) return;
    const path = parseJsonPath(text);
    if (typeof path === 'string') refuse(pointer, path);
    else paths.set(pointer, path);
  };
  const { usage, tool_calls, passages, ...plain } = response;
  const addAll = (pointer: string, named: Readonly<Record<string, string>> = {}) => {
    for (const [name, text] of Object.entries(named)) add(`${pointer}/${name}`, text);
  };
  addAll('/response', plain);
  addAll('/response/usage', usage);
  addAll('/response/tool_calls', tool_calls);
  addAll('/response/passages', passages);
  add('/stream/finished', stream?.finished);
  add('/session/id', session?.id);
  return paths;
}
