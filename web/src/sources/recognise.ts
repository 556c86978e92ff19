import type { Source } from '../api/api.ts';

export type AddressType = Extract<Source['type'], 'url' | 'github' | 'youtube'>;

export interface Address {
  type: AddressType;
  url: string;
}

const GITHUB = /^(www\.)?github\.com$/i;
const YOUTUBE = /^((www|m|music)\.)?(youtube(-nocookie)?\.com|youtu\.be)$/i;
/** Hosts that are addresses also without `https://`. */
const BARE = /^(www\.[\w-]+\.|((www|m)\.)?(github\.com|youtube\.com|youtu\.be)\/)/i;

/** The addresses that a text is made of, one a line; undefined where it is a text of its own. */
export function parseAddresses(text: string): Address[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const addresses = lines.map(addressOf);
  return lines.length > 0 && addresses.every((address) => address !== undefined) ? addresses : undefined;
}

function addressOf(line: string): Address | undefined {
  if (/\s/.test(line)) return undefined;
  const url = URL.parse(BARE.test(line) ? `https://${line}` : line);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return { type: typeOf(url), url: BARE.test(line) ? url.href : line };
}

/** Issues of a repository and channels of videos are pages like others. */
function typeOf({ hostname, pathname, searchParams }: URL): AddressType {
  const [first = '', second, form] = pathname.split('/').filter(Boolean);
  if (GITHUB.test(hostname)) {
    return second !== undefined && [undefined, 'tree', 'blob'].includes(form) ? 'github' : 'url';
  }
  if (!YOUTUBE.test(hostname)) return 'url';
  const isVideo = hostname === 'youtu.be' ? first !== '' : second !== undefined && FORMS.has(first);
  return isVideo || (first === 'watch' && searchParams.has('v')) ? 'youtube' : 'url';
}

const FORMS = new Set(['shorts', 'live', 'embed', 'v']);

export interface ReadableFile {
  type: 'pdf' | 'text';
  mediaType: 'application/pdf' | 'application/octet-stream' | 'text/plain' | 'text/markdown' | 'text/html';
}

const MEDIA_TYPES: Readonly<Record<string, ReadableFile['mediaType']>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
};

/** The first bytes of Parquet, of gzip, and of a workbook. */
const PARQUET = [0x50, 0x41, 0x52, 0x31];
const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Throws a sentence where a file is neither a PDF nor a text nor a table. */
export async function recogniseFile(file: File): Promise<ReadableFile> {
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, 8192).arrayBuffer());
  } catch {
    throw `“${file.name}” cannot be read. If it is a folder, select the files in it.`;
  }
  if (head.length === 0) throw `“${file.name}” is empty.`;
  if (startsWith(head, [0x25, 0x50, 0x44, 0x46, 0x2d])) return { type: 'pdf', mediaType: 'application/pdf' };
  const isWorkbook = startsWith(head, ZIP) && /\.xls[xm]$/i.test(file.name);
  if (isWorkbook || startsWith(head, PARQUET) || startsWith(head, GZIP))
    return { type: 'text', mediaType: 'application/octet-stream' };
  const isUtf16 = startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff]);
  if (head.includes(0) && !isUtf16) {
    throw `“${file.name}” is neither a PDF nor a text nor a table. Save it as one of them and add that.`;
  }
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  return { type: 'text', mediaType: MEDIA_TYPES[extension] ?? 'text/plain' };
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, i) => bytes[i] === byte);
}
