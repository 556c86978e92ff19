import { hostAndPort } from '../../../../../kernel/address-guard.ts';
import { isObject, parseJson } from '../../../../../kernel/json.ts';
import { addressFormProblems, type Endpoint } from '../../../../../models/models.ts';
import { NotTaken } from './not-taken.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the prompts of a configuration are. */
export type PromptForm = 'text' | 'messages' | 'both';

/** An application as an endpoint, and sentences about what to set or to check. */
export interface HttpProvider {
  endpoint: Endpoint;
  notes: string[];
}

export const isHttp = (id: unknown): id is string => typeof id === 'string' && /^https?(?:$|:\/\/)/i.test(id);

/** The names in the request of a provider: those of variables, and others such as `prompt`. */
export function namesInRequest({ body, queryParams }: Fields): string[] {
  const found = JSON.stringify([body, queryParams]).matchAll(/\{\{-?\s*(\w+)/g);
  return [...found].map(([, name]) => name as string);
}

const METHODS = ['POST', 'PUT', 'PATCH', 'GET'] as const;
const TAKEN = ['url', 'method', 'headers', 'body', 'queryParams', 'transformResponse', 'responseParser'];
/** Fields without an equivalent that change neither the request nor the response. */
const UNUSED = ['maxRetries', 'validateStatus', 'tokenEstimation'];

/** The endpoint of an HTTP provider. Throws `NotTaken` where it would be asked, or would answer, something else. */
export function toEndpoint(id: string, config: Fields, form: PromptForm): HttpProvider {
  const other = Object.keys(config).find((field) => ![...TAKEN, ...UNUSED].includes(field));
  if (other !== undefined) throw new NotTaken(`"${other}" of its config has no equivalent`);
  const method = methodOf(config);
  const { headers, secrets } = headersOf(config.headers);
  const request = requestOf(method, config, form);
  const url = addressOf(id, config, method);
  const [problem] = addressFormProblems({ url: url.href, headers });
  if (problem !== undefined) throw new NotTaken(`${problem.pointer.slice(1)}: ${problem.detail}`);
  const transform = config.transformResponse ?? config.responseParser;
  const host = hostAndPort(url);
  const own = secrets.map((name) => `${name}@${host}`).join(',');
  return {
    endpoint: {
      kind: 'http',
      url: url.href,
      ...(method !== 'POST' && { method }),
      ...(Object.keys(headers).length > 0 && { headers }),
      request,
      response: { answer: answerPath(transform) },
    },
    notes: [
      `set TARGET_ALLOW_HOSTS=${host}${own === '' ? '' : ` and TARGET_SECRETS=${own}`} where the service runs`,
      ...(transform === undefined
        ? [
            'its response is read as plain text; where it is JSON, set response.answer to the path of the text',
          ]
        : []),
      ...UNUSED.filter((field) => field in config).map((field) => `"${field}" has no equivalent`),
    ],
  };
}

function methodOf({ method, body }: Fields): (typeof METHODS)[number] {
  const given = method ?? (body === undefined ? 'GET' : 'POST');
  const found = METHODS.find((one) => one === String(given).toUpperCase());
  if (found === undefined) throw new NotTaken(`its method is not one of ${METHODS.join(', ')}`);
  return found;
}

/** With GET the parameters are the request; otherwise they have no variables and belong to the address. */
function addressOf(id: string, { url: given, queryParams }: Fields, method: string): URL {
  const text = typeof given === 'string' ? given : id;
  if (/\{[{%]/.test(text)) throw new NotTaken('its address has a template');
  const url = URL.parse(text);
  if (url === null) throw new NotTaken('its config names no address');
  if (method === 'GET' || !isObject(queryParams)) return url;
  for (const [name, value] of Object.entries(queryParams)) {
    if (/\{[{%]/.test(String(value))) throw new NotTaken('its query has a template');
    url.searchParams.set(name, String(value));
  }
  return url;
}

function headersOf(given: unknown) {
  const secrets = new Set<string>();
  const entries = Object.entries(isObject(given) ? given : {}).map(([name, value]) => {
    const text = String(value).replace(
      /\{\{\s*env(?:\.(\w+)|\[['"](\w+)['"]\])\s*\}\}/g,
      (_, plain?: string, quoted?: string) => {
        const variable = plain ?? (quoted as string);
        secrets.add(variable);
        return `{{secret.${variable}}}`;
      },
    );
    return [name, text] as const;
  });
  return { headers: Object.fromEntries(entries), secrets: [...secrets] };
}

function requestOf(method: string, { body, queryParams }: Fields, form: PromptForm): unknown {
  const given = method === 'GET' ? queryParams : body;
  const isText = typeof given === 'string';
  const template = isText ? jsonOfText(given) : given;
  if (typeof template !== 'object' || template === null)
    throw new NotTaken(
      method === 'GET' ? 'it has no queryParams' : 'its body is not JSON with {{prompt}} or variables',
    );
  const request = withPlaceholders(template, isText, form);
  if (!JSON.stringify(request).includes('{{')) throw new NotTaken('its request does not send the prompt');
  return request;
}

/** A body that is text. `{{prompt}}` without quotation marks, or with the filter `dump`, stands for a value. */
const jsonOfText = (body: string): unknown =>
  parseJson(body) ??
  parseJson(
    body.replace(/\{\{\s*(?:(prompt)|(\w+)\s*\|\s*dump)\s*\}\}/g, (_, prompt, name) =>
      prompt === undefined ? `"{{${name}}}"` : '"{{-prompt}}"',
    ),
  );

const HOLDS_SECRET = /api[-_]?key|^token$|(?:access|auth)[-_]?token|secret|passw|credential/i;

/** The same with the placeholders of an endpoint. */
function withPlaceholders(value: unknown, isText: boolean, form: PromptForm): unknown {
  if (typeof value === 'string') return textWithPlaceholders(value, isText, form);
  if (Array.isArray(value)) return value.map((one) => withPlaceholders(one, isText, form));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (/\{[{%]/.test(name)) throw new NotTaken('the name of a member of its request has a template');
      if (HOLDS_SECRET.test(name) && typeof one === 'string' && !one.includes('{{'))
        throw new NotTaken(`its request holds "${name}"; send it in a header, as {{env.NAME}}`);
      return [name, withPlaceholders(one, isText, form)];
    }),
  );
}

function textWithPlaceholders(text: string, isText: boolean, form: PromptForm): string {
  if (/\{[%#]/.test(text) || text.replace(/\{\{[^{}]*\}\}/g, '').includes('{{'))
    throw new NotTaken('the template of its request is not supported');
  return text.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) => {
    if (name === 'prompt' || name === '-prompt')
      return promptPlaceholder(form, isText && name === 'prompt' && text === whole);
    if (name.startsWith('env.')) throw new NotTaken(`${whole} is taken only in headers`);
    if (name === 'sessionId') throw new NotTaken('it keeps a conversation by {{sessionId}}');
    if (!/^\w+$/.test(name)) throw new NotTaken(`${whole} in its request is not supported`);
    return `{{fields.${name}}}`;
  });
}

function promptPlaceholder(form: PromptForm, isQuoted: boolean): string {
  if (form === 'text') return '{{input}}';
  if (form === 'both')
    throw new NotTaken('its prompts are texts and lists of messages; import them from two configurations');
  if (isQuoted) throw new NotTaken('its body holds a list of messages as text');
  return '{{messages}}';
}

/** `$.choices[0].text` of `json.choices[0].text`, or of a function that returns it. */
function answerPath(transform: unknown): string {
  if (transform === undefined || transform === 'text') return '$';
  const given = typeof transform === 'string' ? transform.trim().replace(/;$/, '') : '';
  const [, argument = 'json', code = given] =
    /^\(?\s*(\w+)(?:\s*,\s*\w+)*\s*\)?\s*=>\s*(.+)$/s.exec(given) ?? [];
  const [, base, path] =
    /^(\w+)((?:\??\.[\p{L}_][\p{L}\p{N}_]*|(?:\?\.)?\[(?:\d{1,6}|'[^'\\]+'|"[^"\\]+")\])*)$/u.exec(code) ??
    [];
  if (base !== argument || path === undefined)
    throw new NotTaken('its transform is code, which is not run; only a path such as json.output is taken');
  return `$${path.replaceAll('?.[', '[').replaceAll('?.', '.')}`;
}
