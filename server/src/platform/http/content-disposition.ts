/**
 * Characters to remove: a slash would name a folder on the client's machine, and invisible characters may reverse the
 * name.
 */
const UNSAFE = /[\\/\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * The header `Content-Disposition` (RFC 6266): an ASCII name for old clients and the real name (RFC 8187). An
 * `attachment` is saved; `inline` is displayed if the browser can.
 */
export function contentDisposition(kind: 'attachment' | 'inline', filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const exact = encodeURIComponent(filename.replace(UNSAFE, '_')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
