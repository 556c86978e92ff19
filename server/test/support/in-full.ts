/** Whether `npm run test:slow` runs: it runs each file that asks here a second time, in full. */
export function isInFull(): boolean {
  return process.env.TEST_IN_FULL === 'true';
}

/** How many runs a test makes: some in `npm test`, so many that what it claims was seen in `npm run test:slow`. */
export function inFull(some: number, full: number): number {
  return isInFull() ? full : some;
}
