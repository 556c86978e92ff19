/** A slash would name a folder on the machine that saves the file; what cannot be seen may turn the name around. */
const UNSAFE = /[\\/\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * `Content-Disposition` (RFC 6266): an ASCII name for old clients, the true one beside it (RFC 8187). An `attachment` is
 * saved, what is `inline` is shown where the browser can.
 */
export function contentDisposition(kind: 'attachment' | 'inline', filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const exact = encodeURIComponent(filename.replace(UNSAFE, '_')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
