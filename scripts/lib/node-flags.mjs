/**
 * What Node is started with wherever the service runs.
 *
 * V8 lets the young generation of each of the five threads grow to 32 MB and keeps what it once took: idle, the main
 * thread held 33 MB of it with 1 MB in use. With 8 MB (two halves of 4) the service holds a tenth less at rest and in
 * an evaluation, which ran no slower (`bench/start.ts`, `bench/runner.ts`).
 *
 * V8 also lets the old generation grow to several times what lives in it before it looks for garbage: in an evaluation
 * the main thread went from 44 MB to 156 MB and back, all of it calls that had ended. At a fifth more than what lives
 * it looks earlier, and an evaluation holds 100 MB less at the same rate (`bench/runner.ts`).
 *
 * @type {readonly string[]}
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=20'];

/**
 * What the environment says besides, unless it says otherwise itself.
 *
 * glibc gives every thread that allocates an arena of its own, up to eight for each core, and hands little of them back:
 * with two the service held 246 MB instead of 260 in an evaluation (`bench/runner.ts`). And once a large block was freed
 * it takes the next ones, of up to 32 MB, from between the small ones, where they stay: with a threshold that is fixed
 * they go back to the system (`bench/stalls.ts` prints what is held after large bodies). Other systems pass over it.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const SERVICE_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };
