import { join, relative } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");

/** A call of `all`, `one` or `write`; `row` is null if its rows are `unknown`, so that no code can read them. */
export interface Query {
  /** position of the method's name: `file:line:column` */
  at: string;
  row: ts.Type | null;
}

/** The queries by their positions in a call stack: that of the method's name, and that of the `await` once it has waited. */
export type Queries = ReadonlyMap<string, Query>;

/** These pass statements on: the row type is declared by their caller. */
const isDriver = (file: string): boolean => /\/kernel\/db\/(database|pglite|postgres)\.ts$/.test(file);

const readMethods = new Set(["all", "one", "write"]);

/** @param files their queries only, instead of those of the whole project */
export function openProject(files?: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(files ?? fileNames, options);
}

/** The row type of a query; undefined for a generic wrapper, whose caller declares the type. */
function rowTypeOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | null | undefined {
  const signature = checker.getResolvedSignature(call);
  const result = signature && checker.getAwaitedType(checker.getReturnTypeOfSignature(signature));
  if (!result) return undefined;
  const isMissing = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.Undefined) !== 0;
  const single = result.isUnion() ? (result.types.find((type) => !isMissing(type)) ?? result) : result;
  const row = checker.isArrayType(single) ? checker.getTypeArguments(single as ts.TypeReference)[0] : single;
  if (!row || row.flags & ts.TypeFlags.Instantiable) return undefined;
  return row.flags & ts.TypeFlags.Unknown ? null : row;
}

/** The `await` of a call, if that is what the code does with it at once. */
function awaitOf(call: ts.CallExpression): ts.AwaitExpression | undefined {
  let { parent }: { parent: ts.Node } = call;
  while (ts.isParenthesizedExpression(parent)) parent = parent.parent;
  return ts.isAwaitExpression(parent) ? parent : undefined;
}

function queriesOf(checker: ts.TypeChecker, file: ts.SourceFile): [position: string, query: Query][] {
  const found: [string, Query][] = [];
  const positionOf = (node: ts.Node): string => {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return `${relative(root, file.fileName)}:${line + 1}:${character + 1}`;
  };
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { expression, name } = node.expression;
    if (!readMethods.has(name.text)) return;
    const target = checker.getTypeAtLocation(expression);
    const row = target.getProperty("all") && target.getProperty("one") && rowTypeOf(checker, node);
    if (row === undefined) return;
    const query = { at: positionOf(name), row };
    const waiting = awaitOf(node);
    found.push([query.at, query], ...(waiting ? [[positionOf(waiting), query] as [string, Query]] : []));
  };
  visit(file);
  return found;
}

export function findQueries(program: ts.Program): Queries {
  const checker = program.getTypeChecker();
  const files = program
    .getSourceFiles()
    .filter(
      ({ isDeclarationFile, fileName }) =>
        !isDeclarationFile && fileName.startsWith(root) && !fileName.includes("/node_modules/") && !isDriver(fileName),
    );
  return new Map(files.flatMap((file) => queriesOf(checker, file)));
}
