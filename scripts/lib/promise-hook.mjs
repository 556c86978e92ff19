import async_hooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded before the tests (`--import`). Node's runner follows every promise through a hook: so it knows to which suite a
// test belongs, and names the test of an exception that nobody caught. The second takes a tenth of the processor time of
// tests that mostly wait.

/** @type {import('node:async_hooks').AsyncHook | undefined} */
let hook;

// The process that starts the groups runs no test itself, and a thread of the product ends by what nobody catches in it.
if (process.env.NODE_TEST_CONTEXT && isMainThread) {
  const { createHook } = async_hooks;
  async_hooks.createHook = (callbacks) => {
    hook = createHook(callbacks);
    return hook;
  };
  createRequire(import.meta.url)('node:test');
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.prependListener(event, (error) => console.error('No test caught:', error));
}

/**
 * Called when every test is known to its suite. From now on an exception that nobody catches fails the group of files
 * and no test, and its stack is printed.
 */
export function stopFollowingPromises() {
  hook?.disable();
}
