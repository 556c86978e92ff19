import { Script } from 'node:vm';
import { isObject } from '../../../../../kernel/json.ts';
import type { AssertionContext, Converted } from './assertion.ts';
import { NotTaken } from './not-taken.ts';
import { fill } from './variables.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Processor time of promptfoo's assertions, which has no limit there. */
const TIMEOUT_MS = 10_000;
/** The least score that is above 0: a response passes by `pass`, or by any number above 0. */
const LEAST = Number.MIN_VALUE;

export const isCode = (type: string): boolean => type === 'javascript' || type === 'python';

/**
 * An assertion that is code as a grader of the type `code`. Throws `NotTaken` for code that needs packages, files, the
 * network or other programs.
 */
export async function toCode(
  type: string,
  assertion: Fields,
  { vars, files }: AssertionContext,
): Promise<Converted> {
  const { value, config, threshold } = assertion;
  if (typeof value !== 'string') throw new NotTaken('its value is no code');
  const mark = typeof threshold === 'number' ? threshold : null;
  const named = /^file:\/\/(.*?\.(?:py|js|cjs|mjs|ts))(?::(\w+))?$/.exec(value);
  if (value.startsWith('file://') && named === null) throw new NotTaken(`${value} is no file of code`);
  const [path] = named === null ? [] : await files.matching(`file://${named[1]}`);
  if (named !== null && path === undefined) throw new NotTaken(`there is no file ${named[1]}`);
  const code = path === undefined ? fill(value, vars) : await files.text(path);
  const settings = JSON.stringify({ config: isObject(config) ? config : {}, mark, least: LEAST });
  const source =
    type === 'python'
      ? pythonSource(code, named === null ? null : (named[2] ?? 'get_assert'), settings)
      : javascriptSource(code, named === null ? null : (named[2] ?? null), settings);
  return {
    grader: { type: 'code', options: { language: type, source, timeout_ms: TIMEOUT_MS } },
    threshold: mark !== null && mark > 0 && mark <= 1 ? mark : LEAST,
  };
}

/** What a contained engine has not, by what uses it. */
const JAVASCRIPT_NEEDS: Readonly<Record<string, RegExp>> = {
  packages: /\brequire\s*\(|^\s*import\b|\bimport\s*\(/m,
  'the network': /\b(?:fetch|XMLHttpRequest|WebSocket)\s*\(/,
  'functions of Node.js': /\b(?:Buffer|setTimeout|setInterval|__dirname|__filename)\b|\bprocess\.(?!env\b)/,
};

function javascriptSource(code: string, name: string | null, settings: string): string {
  refuseNeeds(code, JAVASCRIPT_NEEDS);
  const isFile = name !== null || /\bmodule\.exports\b|^\s*export\b/m.test(code);
  const body = isFile ? withoutExports(code) : functionBody(code);
  refuseUnreadable(isFile ? body : `(function () {\n${body}\n})`);
  const found = isFile
    ? `const { exports } = ((module, exports, process, console) => {\n${body}\nreturn module;\n})(...given());
const assertion = ${name === null ? "typeof exports === 'function' ? exports : exports.default" : `exports[${JSON.stringify(name)}]`};`
    : `const assertion = (output, context) => ((output, context, process, console) => {\n${body}\n})(output, context, ...given().slice(2));`;
  return `${JAVASCRIPT}const settings = ${settings};\n${found}\n`;
}

/** A text of several lines is the body of a function; one of a line ends with what it returns. */
function functionBody(code: string): string {
  const text = code.trim();
  if (text.includes('\n')) return text;
  const line = text.replace(/;+\s*$/, '');
  if (!/^(?:const|let|var)\s/.test(line)) return `return ${line}`;
  for (let at = line.lastIndexOf(';'); at > 0; at = line.lastIndexOf(';', at - 1)) {
    const before = line.slice(0, at);
    const body = `${before}; return ${line.slice(at + 1)}`;
    // A semicolon in a text parts it.
    if ([before, body].every((one) => isReadable(`(function () {\n${one}\n})`))) return body;
  }
  return line;
}

/** A module as a script: what it exports is in `module.exports`. */
function withoutExports(code: string): string {
  const names = [...code.matchAll(/^\s*export\s+(?:async\s+)?(?:function\*?|const|let|var|class)\s+(\w+)/gm)];
  const script = code
    .replace(/^\s*export\s+default\s+/gm, 'module.exports.default = ')
    .replace(/^(\s*)export\s+(?=(?:async\s+)?(?:function|const|let|var|class)\b)/gm, '$1')
    .replace(/^\s*export\s*\{([^}]*)\}\s*;?/gm, (_, list: string) =>
      list
        .split(',')
        .filter((one) => one.trim() !== '')
        .map((one) => {
          const [inner = '', outer = inner] = one.trim().split(/\s+as\s+/);
          return `module.exports.${outer} = ${inner};`;
        })
        .join(' '),
    );
  return [script, ...names.map(([, name]) => `module.exports.${name} = ${name};`)].join('\n');
}

/** Compiles and does not run. */
function isReadable(code: string): boolean {
  try {
    new Script(code);
    return true;
  } catch {
    return false;
  }
}

function refuseUnreadable(code: string): void {
  try {
    new Script(`(function (module, exports) {\n${code}\n})`);
  } catch (error) {
    throw new NotTaken(`its code cannot be read (${(error as Error).message})`);
  }
}

function refuseNeeds(code: string, needs: Readonly<Record<string, RegExp>>): void {
  for (const [what, uses] of Object.entries(needs))
    if (uses.test(code))
      throw new NotTaken(`its code needs ${what}; make it a program and a grader of the type command`);
}

const STANDARD_LIBRARY = new Set(
  'abc ast base64 bisect calendar collections contextlib copy csv dataclasses datetime decimal difflib enum fractions functools hashlib heapq html io itertools json locale logging math operator os pprint random re statistics string sys textwrap time traceback types typing unicodedata uuid xml zoneinfo __future__'.split(
    ' ',
  ),
);
const PYTHON_NEEDS: Readonly<Record<string, RegExp>> = {
  files: /\bopen\s*\(|\bos\.(?!environ|path\b|linesep|sep\b)|\bsys\.path\b/,
  'other programs': /\b(?:subprocess|os\.system|os\.popen)\b/,
};

function pythonSource(code: string, name: string | null, settings: string): string {
  for (const [, module = ''] of code.matchAll(/^\s*(?:import|from)\s+([\w.]+)/gm))
    if (!STANDARD_LIBRARY.has(module.split('.')[0] ?? ''))
      throw new NotTaken(
        `its code needs the module ${module}; make it a program and a grader of the type command`,
      );
  refuseNeeds(code, PYTHON_NEEDS);
  const body = code.includes('\n') ? code.trimEnd() : `return ${code.trim()}`;
  const indent = /^[ \t]+(?=\S)/m.exec(code)?.[0] ?? '    ';
  const text =
    name === null
      ? `import json\ndef main(output, context):\n${body
          .split('\n')
          .map((line) => `${indent}${line}`)
          .join('\n')}\n`
      : code;
  return `${PYTHON}SETTINGS = json.loads(${JSON.stringify(settings)})\nNAMES = {'__name__': 'assertion'}\nexec(compile(${JSON.stringify(text)}, 'grader.py', 'exec'), NAMES)\nASSERTION = NAMES[${JSON.stringify(name ?? 'main')}]\n`;
}

/**
 * Before the code in JavaScript: calls it as promptfoo does, and reads what it returns. What it throws is a response that fails;
 * a name that is missing is no grade. A score that says something else than `pass` is moved to the other side of the mark.
 */
const JAVASCRIPT = `const given = () => {
  const exports = {};
  const silent = () => {};
  return [{ exports }, exports, { env: {} }, { log: silent, info: silent, warn: silent, error: silent, debug: silent }];
};
function grade({ input, response, metadata, trace }) {
  const { vars = {}, ...others } = metadata ?? {};
  const prompt = typeof input === 'string' ? input : JSON.stringify(input);
  const providerResponse = { output: response, cost: trace.cost_usd, latencyMs: trace.latency_ms };
  const context = { prompt, vars, test: { vars, metadata: others }, config: settings.config, providerResponse };
  let returned;
  try {
    returned = assertion(response, context);
  } catch (error) {
    if (error instanceof ReferenceError) throw error;
    return { score: 0, reason: String(error) };
  }
  return returned instanceof Promise ? returned.then(verdict) : verdict(returned);
}
function verdict(returned) {
  const { mark, least } = settings;
  if (typeof returned === 'boolean') return returned;
  const isNumber = typeof returned === 'number';
  const { score, pass, reason, namedScores } = isNumber ? { score: returned } : (returned ?? {});
  if (!Number.isFinite(score ?? (pass === undefined ? NaN : Number(pass))))
    throw new TypeError('The assertion returned no boolean, number or {pass, score, reason}.');
  const own = score ?? Number(pass);
  const passes = isNumber || pass === undefined ? (mark === null ? own > 0 : own >= mark) : pass === true;
  const least_ = mark !== null && mark > 0 && mark <= 1 ? mark : least;
  const bounded = Math.min(1, Math.max(0, own));
  const shown = passes ? Math.max(bounded, least_) : bounded >= least_ ? 0 : bounded;
  const figures = Object.entries(namedScores ?? {})
    .filter(([, value]) => Number.isFinite(value))
    .slice(0, 19)
    .map(([name, value]) => [name.replace(/[^\\p{L}\\p{N} _.-]/gu, '_').slice(0, 60), value]);
  if (shown !== own) figures.push(['returned score', own]);
  return { score: shown, reason: reason ? String(reason) : null, figures: Object.fromEntries(figures) };
}
`;

/** The same in Python. */
const PYTHON = `import json, math, re

def verdict(returned):
    if isinstance(returned, str):
        returned = json.loads(returned.lower() if returned.lower() in ('true', 'false') else returned)
    if isinstance(returned, bool):
        return returned
    mark, least = SETTINGS['mark'], SETTINGS['least']
    is_number = isinstance(returned, (int, float))
    found = {'score': returned} if is_number else dict(returned if isinstance(returned, dict) else vars(returned))
    passed = found.get('pass', found.get('pass_'))
    own = found.get('score', None if passed is None else float(passed))
    if not isinstance(own, (int, float)) or not math.isfinite(own):
        raise TypeError('The assertion returned no boolean, number or {pass, score, reason}.')
    if is_number or passed is None:
        passes = own > 0 if mark is None else own >= mark
    else:
        passes = bool(passed) and (mark is None or own >= mark)
    low = mark if mark is not None and 0 < mark <= 1 else least
    bounded = min(1.0, max(0.0, float(own)))
    shown = max(bounded, low) if passes else 0 if bounded >= low else bounded
    scores = found.get('namedScores') or found.get('named_scores') or {}
    figures = {
        re.sub(r'[^\\w .-]', '_', str(name))[:60]: float(value)
        for name, value in list(scores.items())[:19]
        if isinstance(value, (int, float)) and math.isfinite(value)
    }
    if shown != own:
        figures['returned score'] = float(own)
    reason = found.get('reason')
    return {'score': shown, 'reason': None if not reason else str(reason), 'figures': figures}

def grade(sample):
    metadata = dict(sample['metadata'] or {})
    variables = metadata.pop('vars', {})
    given = sample['input']
    context = {
        'prompt': given if isinstance(given, str) else json.dumps(given),
        'vars': variables,
        'test': {'vars': variables, 'metadata': metadata},
        'config': SETTINGS['config'],
        'providerResponse': {'output': sample['response']},
    }
    try:
        returned = ASSERTION(sample['response'], context)
    except (NameError, ImportError, OSError):
        raise
    except Exception as error:
        return {'score': 0, 'reason': f'{type(error).__name__}: {error}'}
    return verdict(returned)

`;
