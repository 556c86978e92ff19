import { AppError } from '../../../kernel/errors.ts';
import { escapePointer, isUnstorableText } from './json-body.ts';

/** Printable ASCII that needs no decoding. */
const PLAIN = /^[!-$&-~]*$/;
const ASCII = /^[!-~]*$/;

/**
 * Checks that an address is ASCII whose percent-encoding is UTF-8 without NUL; the schemas check path ids and query
 * strings later. Lone surrogates have no UTF-8. Throws `malformed_request` or `invalid_string`, naming the query
 * parameter.
 */
export function checkRequestAddress(url: string): void {
  if (PLAIN.test(url)) return;
  if (!ASCII.test(url)) {
    throw new AppError('malformed_request', 'The address has bytes that must be percent-encoded.');
  }
  const end = url.indexOf('?') === -1 ? url.length : url.indexOf('?');
  checkPart(url.slice(0, end), null);
  for (const pair of url.slice(end + 1).split('&')) {
    const [name = '', ...value] = pair.split('=');
    const decoded = checkPart(name, null);
    checkPart(value.join('='), `/${escapePointer(decoded)}`);
  }
}

/** Decodes the text. `pointer` names the parameter. */
function checkPart(encoded: string, pointer: string | null): string {
  let text: string;
  try {
    text = decodeURIComponent(encoded);
  } catch {
    throw new AppError('malformed_request', 'The percent-encoding of the address is not UTF-8.', {
      errors: pointer === null ? [] : [{ pointer, detail: 'is not UTF-8 in percent-encoding' }],
    });
  }
  if (!isUnstorableText(text)) return text;
  throw new AppError('invalid_string', 'The address contains NUL (%00).', {
    errors: pointer === null ? [] : [{ pointer, detail: 'contains NUL' }],
  });
}
