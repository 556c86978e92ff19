import { createRequire } from 'node:module';
// TypeScript 7 has no API in JavaScript yet; the client's generator brings version 5.
import type ts5 from '../../client/node_modules/typescript/lib/typescript.d.ts';

const fromClient = createRequire(new URL('../../client/package.json', import.meta.url));
const ts = fromClient('typescript') as typeof ts5;

/** One place where a file names another file or a package. Lines count from 1. */
export interface Reference {
  readonly specifier: string;
  readonly line: number;
}

export interface SourceFacts {
  /** Imports of any kind, re-exports, import types, workers and file URLs relative to the module. */
  readonly references: readonly Reference[];
  /** Names of called methods, as `selectFrom` in `db.selectFrom(…)`. */
  readonly calledMethods: readonly { readonly name: string; readonly line: number }[];
  /** Lines that read `process.env`. */
  readonly environmentReads: readonly number[];
}

/** Reads what the architecture rules need from a TypeScript source; nothing in comments or strings counts. */
export function readSource(path: string, text: string): SourceFacts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const references: Reference[] = [];
  const calledMethods: { name: string; line: number }[] = [];
  const environmentReads: number[] = [];

  const lineOf = (node: ts5.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const names = processNames(source);
  const visit = (node: ts5.Node): void => {
    const specifier = referenceIn(node);
    if (specifier !== undefined) references.push({ specifier, line: lineOf(node) });
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      calledMethods.push({ name: node.expression.name.text, line: lineOf(node) });
    }
    if (readsEnvironment(node, names)) environmentReads.push(lineOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { references, calledMethods, environmentReads };
}

function referenceIn(node: ts5.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isExternalModuleReference(node)) return textOf(node.expression);
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : undefined;
  if (ts.isCallExpression(node) && loadsModule(node.expression)) return textOf(node.arguments[0]);
  if (ts.isNewExpression(node)) return fileOf(node);
  return undefined;
}

/** `import(…)`, `require(…)`, `import.meta.resolve(…)`. */
function loadsModule(callee: ts5.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  return ts.isPropertyAccessExpression(callee) && callee.getText() === 'import.meta.resolve';
}

/** `new URL('./x.ts', import.meta.url)` and `new Worker('./x.ts')`. */
function fileOf({ expression, arguments: given }: ts5.NewExpression): string | undefined {
  if (!ts.isIdentifier(expression)) return undefined;
  const [first, base] = given ?? [];
  const isFile =
    expression.text === 'Worker' || (expression.text === 'URL' && base?.getText() === 'import.meta.url');
  return isFile ? textOf(first) : undefined;
}

function textOf(node: ts5.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** What a file calls the process: also `import proc from 'node:process'` and `import * as p from 'process'`. */
function processNames(source: ts5.SourceFile): ReadonlySet<string> {
  const imported = source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !PROCESS.test(textOf(statement.moduleSpecifier) ?? ''))
      return [];
    const { name, namedBindings: bindings } = statement.importClause ?? {};
    const bound = !bindings
      ? []
      : ts.isNamespaceImport(bindings)
        ? [bindings.name]
        : bindings.elements.filter((one) => nameOf(one) === 'default').map((one) => one.name);
    return [...(name ? [name] : []), ...bound].map(({ text }) => text);
  });
  return new Set(['process', ...imported]);
}

const PROCESS = /^(node:)?process$/;

/** `process.env`, `process['env']`, `const { env } = process`, `import { env } from 'node:process'`. */
function readsEnvironment(node: ts5.Node, names: ReadonlySet<string>): boolean {
  const isProcess = (expression: ts5.Expression) => namesProcess(expression, names);
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression);
  if (ts.isElementAccessExpression(node)) {
    return textOf(node.argumentExpression) === 'env' && isProcess(node.expression);
  }
  if (ts.isVariableDeclaration(node) && node.initializer && isProcess(node.initializer)) {
    return (
      ts.isObjectBindingPattern(node.name) && node.name.elements.some((element) => nameOf(element) === 'env')
    );
  }
  if (ts.isImportSpecifier(node)) {
    return nameOf(node) === 'env' && PROCESS.test(textOf(node.parent.parent.parent.moduleSpecifier) ?? '');
  }
  return false;
}

function namesProcess(node: ts5.Expression, names: ReadonlySet<string>): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node))
    return namesProcess(node.expression, names);
  if (ts.isCallExpression(node))
    return loadsModule(node.expression) && PROCESS.test(textOf(node.arguments[0]) ?? '');
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'default')
    return namesProcess(node.expression, names);
  return names.has(node.getText().replace(/^globalThis\./, ''));
}

function nameOf(node: ts5.BindingElement | ts5.ImportSpecifier): string {
  return (node.propertyName ?? node.name).getText();
}
