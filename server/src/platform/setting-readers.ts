import { BlockList, isIP } from 'node:net';
import { isAbsolute } from 'node:path';

// Parsers for the text of each setting. Each throws what is accepted instead, as the end of "must be …".

export const readText = (value: string) => value;
export const readOptionalText = (value: string) => (value === '' ? undefined : value);

/** The model's name may contain slashes too. */
export function readProviderModel(value: string) {
  if (value === '') return null;
  const [, provider, model] = /^([^/\s]+)\/(\S+)$/.exec(value) ?? [];
  if (!provider || !model) throw new Error('the name of a provider, a slash, and a model of it');
  return { provider, model };
}

/** 0 or more, with a fraction; 0 means no limit. */
export function readAmount(value: string): number | null {
  const number = Number(value);
  if (!/^\d+(?:\.\d+)?$/.test(value)) throw new Error('a decimal, 0 or more');
  return number === 0 ? null : number;
}

export function readInteger(least: number, most: number) {
  return (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new Error(`a whole number from ${least} to ${most}`);
    return number;
  };
}

/** Empty: nothing listens. */
export const readOptionalPort = (value: string) => (value === '' ? null : readInteger(0, 65_535)(value));

export function readOneOf<T extends string>(...words: T[]) {
  return (value: string) => {
    const word = words.find((known) => known === value);
    if (word === undefined) throw new Error(`one of ${words.join(', ')}`);
    return word;
  };
}

export function readBasePath(value: string): string {
  const path = value.replace(/\/+$/, '');
  if (path !== '' && (!/^(\/[\w.~-]+)+$/.test(path) || /\/\.+(\/|$)/.test(path)))
    throw new Error('a path like /touchstone');
  return path;
}

export function readDatabaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('an address like postgres://user@host/database');
  return value;
}

export function readPublicUrl(value: string): URL | null {
  if (value === '') return null;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('an address like https://touchstone.example.com');
  return url;
}

/** Keys of 32 bytes in Base64, comma-separated, each once. */
export function readEncryptionKeys(value: string): readonly Buffer[] {
  const texts = value.split(',').flatMap((text) => text.trim() || []);
  const keys = texts.map((text) => Buffer.from(text, 'base64'));
  const areKeys = texts.every((text) => /^[\w+/-]{43}=?$/.test(text));
  if (!areKeys || new Set(keys.map((key) => key.toString('hex'))).size < keys.length)
    throw new Error(
      'different keys of 32 bytes in Base64, comma-separated; "openssl rand -base64 32" makes one',
    );
  return keys;
}

/** Empty: nothing is sent. */
export const readOptionalUrl = (value: string) => (value === '' ? null : readBaseUrl(value));

/** A number from 0 to 1. */
export function readShare(value: string): number {
  if (!/^(?:0|1|0?\.\d+|1\.0+)$/.test(value)) throw new Error('a decimal from 0 to 1');
  return Number(value);
}

/** In the format of OpenTelemetry: name=value, comma-separated, values percent-encoded. */
export function readHeaders(value: string): Readonly<Record<string, string>> {
  const pairs = value.split(',').flatMap((pair) => pair.trim() || []);
  return Object.fromEntries(pairs.map(headerOf));
}

function headerOf(pair: string): [string, string] {
  const [, name, encoded] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]+)$/.exec(pair) ?? [];
  try {
    if (name !== undefined && encoded !== undefined) return [name.toLowerCase(), decodeURIComponent(encoded)];
  } catch {
    // Said below.
  }
  throw new Error('name=value, comma-separated, with values in percent-encoding');
}

/** The base URL of a service that sources are read from. */
export function readBaseUrl(value: string): URL {
  const url = URL.parse(value);
  const isBare = url && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new Error('an address like https://github.example.com, without user, query or fragment');
  return url;
}

export function readHostPairs(value: string): string[] {
  const pairs = readWords(value);
  if (!pairs.every((pair) => /^([\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/.test(pair)))
    throw new Error('comma-separated pairs host:port, such as wiki.example.com:8443');
  return pairs;
}

/** Names of variables, each with the host that may receive it. */
export function readSecretNames(value: string): { name: string; host: string }[] {
  const named = value.split(',').flatMap((word) => word.trim() || []);
  return named.map((word) => {
    const [, name, host] = /^([A-Za-z_]\w{0,99})@(.+)$/.exec(word) ?? [];
    if (name === undefined || host === undefined)
      throw new Error('comma-separated NAME@host:port, such as APP_KEY@app.example.com:443');
    return { name, host: readHostPairs(host)[0] as string };
  });
}

export function readGithubToken(value: string): string | undefined {
  if (!/^[\x21-\x7e]{0,500}$/.test(value)) throw new Error('a token without white space');
  return readOptionalText(value);
}

export function readBootstrapKey(value: string): string | undefined {
  if (value !== '' && !/^[\w.~+/=-]{20,200}$/.test(value))
    throw new Error('20 to 200 letters, digits or -._~+/=');
  return value === '' ? undefined : value;
}

/** Addresses and networks: `10.0.0.7, 192.168.0.0/16, fd00::/8`. */
export function readAddresses(value: string): BlockList {
  const list = new BlockList();
  for (const word of readWords(value)) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(word) ?? [];
    const [family, most] = isIP(address) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    if (isIP(address) === 0 || Number(bits ?? 0) > most)
      throw new Error('comma-separated addresses or networks, such as 10.0.0.7, 192.168.0.0/16 or fd00::/8');
    list.addSubnet(address, Number(bits ?? most), family);
  }
  return list;
}

/** Absolute paths between commas. */
export function readPaths(value: string): string[] {
  const paths = value
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  if (!paths.every(isAbsolute)) throw new Error('comma-separated absolute paths, such as /opt/graders');
  return paths;
}

export const readWords = (value: string) =>
  value
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
