/**
 * What Node is started with wherever the service runs. V8 lets the young generation of each of the five threads grow
 * to 32 MB and keeps what it once took: idle, the main thread held 33 MB of it with 1 MB in use. With 8 MB (two halves
 * of 4) the service holds a tenth less at rest and in an evaluation, which ran no slower (`bench/start.ts`,
 * `bench/runner.ts`).
 *
 * @type {readonly string[]}
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=4'];
