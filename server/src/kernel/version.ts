/** The version of this program; `info.version` of the OpenAPI document. A test compares it with package.json. */
export const VERSION = '0.1.0';
