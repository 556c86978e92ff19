/**
 * Removes control characters that a terminal would obey from untrusted text, including those that change the writing
 * direction.
 */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
}

/** The same on one line. */
export const plainLine = (text: string): string => plainText(text).replaceAll('\n', ' ');
