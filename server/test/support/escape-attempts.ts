import type { CodeLanguage } from '../../src/measure/graders/code/code-messages.ts';

/** Code that tries what a grader must not, or must not be able to do to the next one. */
export interface EscapeAttempt {
  language: CodeLanguage;
  tries: string;
  /** `PORT` in it is one of this machine that listens. */
  source: string;
  /** What it must end with: an error, or a value that shows that nothing was there. */
  ends: RegExp;
}

const js = (tries: string, source: string, ends: RegExp): EscapeAttempt => ({
  language: 'javascript',
  tries,
  source,
  ends,
});
const py = (tries: string, source: string, ends: RegExp): EscapeAttempt => ({
  language: 'python',
  tries,
  source,
  ends,
});

/** A function whose body is this. */
const jsOf = (tries: string, body: string, ends: RegExp) =>
  js(tries, `function grade(sample) { ${body} }`, ends);
const pyOf = (tries: string, lines: readonly string[], ends: RegExp) =>
  py(tries, ['def grade(sample):', ...lines.map((line) => `    ${line}`)].join('\n'), ends);

const TIMED_OUT = /^GradingTimedOut/;
const MEMORY =
  /out of memory|too much memory|MemoryError|OverflowError|too long|array buffer|process ended|TimedOut/i;
const ENDED = /process ended/;
const UNDEFINED = /not defined|undefined|not a function/;

export const ESCAPE_ATTEMPTS: readonly EscapeAttempt[] = [
  jsOf('an endless loop', 'for (;;);', TIMED_OUT),
  jsOf('an endless loop that catches what ends it', 'for (;;) try { for (;;); } catch { }', TIMED_OUT),
  jsOf('an endless loop in finally', 'try { return 1; } finally { for (;;); }', TIMED_OUT),
  js('an endless loop before the function', 'for (;;); function grade() {}', TIMED_OUT),
  jsOf('a regular expression bomb', 'return /(a+)+b/.test("a".repeat(60));', TIMED_OUT),
  jsOf('an allocation of 10 GB', 'return new Uint8Array(1e10).length;', MEMORY),
  jsOf(
    'an allocation without end',
    'const all = []; for (;;) all.push("x".repeat(1e6) + all.length);',
    MEMORY,
  ),
  jsOf('a text of a gigabyte', 'let s = "x"; for (let i = 0; i < 31; i++) s += s; return s.length;', MEMORY),
  jsOf('endless recursion', 'return grade(sample);', /stack overflow/),
  jsOf('JSON as deep as the stack', 'return JSON.parse("[".repeat(1e6));', /process ended|stack|SyntaxError/),
  js(
    'source as deep as the stack',
    `${'('.repeat(20_000)}function grade() {}`,
    /process ended|stack|SyntaxError/i,
  ),
  jsOf('a file, by require', 'return require("fs").readFileSync("/etc/passwd", "utf8");', UNDEFINED),
  js(
    'a file, by import',
    'import fs from "fs"; const grade = () => fs.readFileSync("/etc/passwd", "utf8");',
    /SyntaxError|could not load/,
  ),
  jsOf('a file, by dynamic import', 'return import("fs");', /could not load module|promise/),
  jsOf('the environment', 'return process.env;', UNDEFINED),
  jsOf('the network', 'return fetch("http://127.0.0.1:PORT");', UNDEFINED),
  jsOf('a socket', 'return new WebSocket("ws://127.0.0.1");', UNDEFINED),
  jsOf(
    'the host, by code from strings',
    'return new Function("return typeof process + typeof require")();',
    /^value .*undefinedundefined/,
  ),
  jsOf(
    'the host, by its constructor',
    'return sample.constructor.constructor("return typeof process")();',
    /^value .*undefined/,
  ),
  jsOf(
    'the host, by a thrown error',
    'try { null.x } catch (e) { return e.constructor.constructor("return typeof process")(); }',
    /^value .*undefined/,
  ),
  jsOf(
    'the engine',
    'return typeof std + typeof os + typeof scriptArgs;',
    /^value .*undefinedundefinedundefined/,
  ),
  jsOf('WebAssembly', 'return new WebAssembly.Memory({ initial: 1 });', UNDEFINED),
  jsOf('a flood of messages', 'for (;;) postMessage("x");', UNDEFINED),
  jsOf('a timer after its return', 'setTimeout(() => {}, 1); return 1;', UNDEFINED),
  jsOf('a job after its return', 'Promise.resolve().then(() => { for (;;); }); return 1;', /^value 1$/),
  jsOf('a returned text of 50 MB', 'return "x".repeat(5e7);', /more than 64000 characters|memory|TimedOut/),
  jsOf('a thrown text of 10 MB', 'throw new Error("y".repeat(1e7));', /^Error: Error: y{100,500}/),
  jsOf('a thrown object that never answers', 'throw new Proxy({}, { get() { for (;;); } });', TIMED_OUT),
  jsOf('a returned object that never answers', 'return { toJSON() { for (;;); } };', TIMED_OUT),
  jsOf(
    'the prototype of all objects',
    'return JSON.parse(`{"__proto__": {"score": 1}}`);',
    /^value \{"__proto__"/,
  ),
  js(
    'the next response, by the prototype of all objects',
    'Object.prototype.leaked = 1; Array.prototype.push = null; function grade() { return "leaked" in {}; }',
    /^value true$/,
  ),
  jsOf(
    'what the one before left',
    'return "leaked" in {} || [].push === null || "left" in globalThis;',
    /^value false$/,
  ),
  js(
    'the next response, by JSON',
    'JSON.parse = () => ({ response: "x" }); JSON.stringify = () => "1"; globalThis.left = 1; function grade() { return 0; }',
    /^value 1$/,
  ),
  jsOf(
    'what that one left',
    'return sample.response === "hello" && typeof left === "undefined";',
    /^value true$/,
  ),

  pyOf('an endless loop', ['while True: pass'], TIMED_OUT),
  pyOf(
    'an endless loop that catches what ends it',
    ['while True:', '  try:', '    while True: pass', '  except BaseException: pass'],
    TIMED_OUT,
  ),
  pyOf('a regular expression bomb', ['import re', 'return bool(re.match(r"(a+)+b", "a" * 60))'], TIMED_OUT),
  pyOf('an allocation of 10 GB', ['return len(bytearray(10 ** 10))'], MEMORY),
  pyOf('an allocation of 2 GB', ['return len(bytearray(2 * 10 ** 9))'], MEMORY),
  pyOf('a number without end', ['return 9 ** 9 ** 9'], /TimedOut|MemoryError/),
  pyOf('endless recursion', ['return grade(sample)'], /RecursionError|process ended/),
  pyOf('a program, by os.system', ['import os', 'return os.system("id")'], ENDED),
  pyOf(
    'a program, by subprocess',
    ['import subprocess', 'return subprocess.run(["id"]).returncode'],
    /OSError|process ended/,
  ),
  pyOf('a program, by os.execv', ['import os', 'os.execv("/bin/sh", ["sh"])'], /OSError|Error|process ended/),
  pyOf('a fork', ['import os', 'return os.fork()'], /Error/),
  pyOf('a file of the machine', ['return open("/etc/passwd").read()'], /FileNotFoundError/),
  pyOf('the environment of the process', ['return open("/proc/self/environ").read()'], /FileNotFoundError/),
  pyOf(
    'the environment',
    ['import os', 'return [name for name in os.environ if "PLANTED" in name]'],
    /^value \[\]$/,
  ),
  pyOf(
    'the network, by socket',
    [
      'import socket',
      'connection = socket.create_connection(("127.0.0.1", PORT))',
      'connection.sendall(b"x")',
      'return connection.recv(1).hex()',
    ],
    /Error|^value ""$/,
  ),
  pyOf(
    'the network, by urllib',
    ['import urllib.request', 'return urllib.request.urlopen("http://127.0.0.1:PORT").status'],
    /Error/,
  ),
  pyOf('JavaScript, by js', ['import js', 'return str(js.process.env)'], /ImportError|ModuleNotFoundError/),
  pyOf(
    'JavaScript, by pyodide_js',
    ['import pyodide_js', 'return str(pyodide_js)'],
    /ImportError|ModuleNotFoundError/,
  ),
  pyOf(
    'JavaScript, by code from strings',
    ['from pyodide.code import run_js', 'return str(run_js("process.env"))'],
    /ModuleNotFoundError/,
  ),
  pyOf(
    'JavaScript, by what pyodide holds',
    [
      'import pyodide, gc',
      'found = [o for o in gc.get_objects() if type(o).__name__ == "JsProxy"]',
      'return str([o.constructor.constructor("return process")() for o in found] or (1/0))',
    ],
    /Error/,
  ),
  pyOf(
    'JavaScript, by the modules of pyodide',
    [
      'import sys',
      'del sys.modules["pyodide_js"]',
      'import pyodide_js',
      'return str(pyodide_js._module.constructor.constructor("return process")())',
    ],
    /Error/,
  ),
  pyOf(
    'a folder of the machine, by the file system of pyodide',
    [
      'import sys',
      'del sys.modules["pyodide_js"]',
      'import pyodide_js',
      'pyodide_js.mountNodeFS("/host", "/etc")',
      'import os',
      'return os.listdir("/host")',
    ],
    /Error|process ended/,
  ),
  pyOf(
    'sockets of the machine, by pyodide',
    [
      'import sys',
      'del sys.modules["pyodide_js"]',
      'import pyodide_js',
      'return str(pyodide_js.useNodeSockFS().constructor.constructor("1"))',
    ],
    /Error|process ended/,
  ),
  pyOf(
    'native code, by ctypes',
    ['import ctypes', 'return ctypes.CDLL(None).system(b"id")'],
    /Error|process ended/,
  ),
  pyOf(
    'memory, by ctypes',
    ['import ctypes', 'return ctypes.string_at(0xffffff00, 10).hex()'],
    /Error|process ended/,
  ),
  pyOf('a thread', ['import threading', 'threading.Thread(target=lambda: None).start()'], /RuntimeError/),
  pyOf(
    'a task after its return',
    [
      'import asyncio',
      'async def later():',
      '  while True: pass',
      'asyncio.get_event_loop().create_task(later())',
      'return 1',
    ],
    /Error|^value 1$/,
  ),
  pyOf('the end of its process', ['import os', 'os._exit(0)'], ENDED),
  pyOf('an exit', ['import sys', 'sys.exit(0)'], /SystemExit/),
  pyOf('a flood of output', ['for i in range(20000): print("x" * 100)', 'return 1'], /^value 1$/),
  pyOf('a returned text of 50 MB', ['return "x" * 50_000_000'], /more than 64000 characters/),
  pyOf('a raised text of 10 MB', ['raise ValueError("y" * 10_000_000)'], /^Error: ValueError: y{100,500}/),
  pyOf('a package of the network', ['import micropip'], /ModuleNotFoundError/),
  pyOf('names of the next response', ['global left', 'left = 1', 'return 1'], /^value 1$/),
  pyOf('what that one left', ['return "left" in globals()'], /^value false$/),
];
