import type { Log } from '../../src/kernel/log.ts';

/** A log that writes nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
