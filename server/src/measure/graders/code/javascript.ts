import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import { isObject } from '../../../kernel/json.ts';
import { type CodeOutcome, MAX_RETURNED, MAX_THROWN, type RunCall } from './code-messages.ts';

const STACK_BYTES = 256 * 1024;
const FILE = 'grader.js';
/** Calls `grade`; a value that is not JSON becomes null. */
const CALL = `(sample) => {
  if (typeof grade !== 'function') throw new TypeError('The code has no function "grade".');
  const returned = grade(JSON.parse(sample));
  const asJson = (value) => JSON.stringify(value) ?? 'null';
  return returned instanceof Promise ? returned.then(asJson) : asJson(returned);
}`;

/** QuickJS in WebAssembly. Each call has its own engine, so that calls cannot affect each other. */
export async function openJavaScript(): Promise<RunCall> {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  return ({ source, timeoutMs, sample }) => {
    const started = process.cpuUsage();
    let timedOut = false;
    const runtime = quickjs.newRuntime();
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => {
      const { user, system } = process.cpuUsage(started);
      timedOut ||= user + system > timeoutMs * 1_000;
      return timedOut;
    });
    const context = runtime.newContext();
    try {
      const outcome = callGrade(context, source, sample);
      return timedOut ? { failed: 'It took too long.', timedOut } : outcome;
    } finally {
      context.dispose();
      runtime.dispose();
    }
  };
}

function callGrade(context: QuickJSContext, source: string, sample: string): CodeOutcome {
  const defined = context.evalCode(source, FILE, { type: 'global' });
  if (defined.error) return { failed: thrown(context, defined.error) };
  defined.value.dispose();
  const call = context.unwrapResult(context.evalCode(CALL, 'call.js'));
  const given = context.newString(sample);
  const returned = context.callFunction(call, context.undefined, given);
  call.dispose();
  given.dispose();
  if (returned.error) return { failed: thrown(context, returned.error) };
  // What it left behind, and does not wait for, is not run.
  if (context.getPromiseState(returned.value).type === 'pending')
    context.runtime.executePendingJobs().dispose();
  const settled = context.getPromiseState(returned.value);
  if (settled.type === 'rejected') {
    returned.value.dispose();
    return { failed: thrown(context, settled.error) };
  }
  if (settled.type === 'pending') {
    returned.value.dispose();
    return { failed: 'It returned a promise that nothing here settles.' };
  }
  const json = context.getString(settled.value);
  if (settled.notAPromise !== true) settled.value.dispose();
  returned.value.dispose();
  return json.length > MAX_RETURNED
    ? { failed: `It returned more than ${MAX_RETURNED} characters.` }
    : { value: JSON.parse(json) };
}

/** The thrown error on one line, with the place in the user's code. */
function thrown(context: QuickJSContext, error: QuickJSHandle): string {
  const dumped: unknown = context.dump(error);
  error.dispose();
  if (!isObject(dumped)) return String(dumped).slice(0, MAX_THROWN);
  const { name, message, stack } = dumped;
  const said =
    typeof message === 'string'
      ? `${typeof name === 'string' ? name : 'Error'}: ${message}`
      : JSON.stringify(dumped);
  return `${said.slice(0, MAX_THROWN)}${placeIn(String(stack))}`;
}

function placeIn(stack: string): string {
  const [, line, column] = /grader\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  if (line === undefined) return '';
  return column === undefined ? ` (line ${line})` : ` (line ${line}, column ${column})`;
}
