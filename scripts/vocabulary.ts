// Lists banned words in identifiers, file names, comments, test titles, log, error and expectation messages, documents, and in all strings
// of code that is no test, and inverted sentences: `node scripts/vocabulary.ts [path …]`.
// docs/glossary.md has the standard word for each; scripts/vocabulary.test.ts runs this in `npm test`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import ts from "typescript";

/** Words that are no term of the field: in comments, test titles, messages and documents. */
const bannedInProse = new Set(
  [
    ["who", "whom", "whoever", "whomever", "whatever", "whichever", "nobody", "somebody", "anybody", "everybody"],
    ["anyone", "someone", "everyone", "knows"],
    ["tell", "tells", "told", "telling", "say", "says", "said", "saying", "hear", "hears", "heard", "hearing"],
    ["ask", "asks", "asked", "asking", "answer", "answers", "answered", "answering", "unanswered"],
    ["kept", "anew", "afresh", "alongside", "beside"],
    ["letter", "letters", "piece", "pieces", "shelf", "shelves", "verdict", "verdicts", "sentence", "sentences"],
    ["patience", "hurry", "unhurried", "leisure", "doings", "deeds", "occasion"],
    ["sought", "postbag", "tally", "chapter", "chapters", "urgency"],
    ["stood", "stands", "lies", "thereby", "therein", "wherein", "henceforth"],
  ].flat(),
);

/** The same for the words that identifiers are made of. */
const bannedInNames = new Set(
  [
    ["who", "whom", "whoever", "nobody", "nobodys", "somebody", "anybody", "everybody", "everyone"],
    ["tell", "tells", "told", "say", "says", "said", "hear", "hears", "heard", "hearing"],
    ["ask", "asks", "asked", "asking", "answer", "answers", "answered", "answering"],
    ["kept", "keep", "keeps", "keeping", "anew", "alongside", "beside", "sought", "wished"],
    ["letter", "letters", "piece", "pieces", "shelf", "shelves", "verdict", "verdicts", "sentence", "sentences"],
    ["patience", "urgency", "hurry", "doings", "occasion", "refusal", "chapter", "most", "least", "longest", "tally"],
  ].flat(),
);

/** Names that others define, and words that are terms in one context: each with its reason. */
const exceptions: readonly { words: string; in: RegExp; files?: RegExp; because: string }[] = [
  {
    words: "keep",
    in: /keep-?alive|wal_keep_size/i,
    because: "HTTP keep-alive, fetch's keepalive, a PostgreSQL setting",
  },
  { words: "keep", in: /^keepFeatures$/, because: "an option of subset-font" },
  { words: "least", in: /at least once|least[- ]recently/i, because: "at-least-once delivery, LRU" },
  { words: "anyone", in: /\| anyone +\||^anyone$/, because: "an access rule of endpoints" },
  { words: "nobody", in: /user postgres nor nobody|^nobody$/, because: "a user of Unix" },
  { words: "letter", in: /letter-spacing|first-letter/, because: "properties of CSS" },
  { words: "ask", in: /^ask$/, because: "a kind of stored jobs" },
  {
    words: "answer",
    in: /^no_answer$|^carrier_answer$/,
    because: "an outcome of phone calls; a table before migration 0028",
  },
  { words: "sentence", in: /^(pickup_)?sentence$/, because: "a field of GET custom/v1/delivery-promise" },
  { words: "least", in: /^least$/, because: "a placeholder of a text" },
  { words: "asked", in: /^askedAt$/, because: "a key of stored job payloads" },
  { words: "asked", in: /["']asked_at["']/, files: /export-data\.ts$/, because: "keys of the personal data export" },
  {
    words: "letters",
    in: /^letters$/,
    files: /(export-data|personal-data\.test)\.ts$/,
    because: "a key of the personal data export",
  },
  {
    words: "shelf tally answer piece",
    in: /_/,
    files: /renamed-since\.ts$/,
    because: "table names before migration 0028",
  },
];

export interface Finding {
  file: string;
  line: number;
  kind: "comment" | "name" | "file" | "title" | "message" | "document" | "text";
  word: string;
  text: string;
}

const wordsOfProse = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]+(?:'[a-z]+)?/g) ?? []).map((word) => word.replace(/'s$/, ""));
const wordsOfName = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])|_|-|\$|#/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

const isException = (word: string, text: string, file: string): boolean =>
  exceptions.some(
    ({ words, in: context, files }) =>
      words.split(" ").includes(word) && context.test(text) && (files?.test(file) ?? true),
  );

/** Text between backticks is code: its names count where they are declared. */
const withoutCode = (text: string): string =>
  text.replaceAll(/```[\s\S]*?```/g, blank).replaceAll(/`[^`\n]*`/g, (code) => " ".repeat(code.length));

/** A sentence that begins with an attribute of its subject: "Of two lines the first counts". */
const inversion = /(?:^[\s*/#>-]*|[.:;!?] )Of (?!course\b)[a-z`{]/;

function inProse(file: string, kind: Finding["kind"], text: string, firstLine: number): Finding[] {
  return text.split("\n").flatMap((line, index) => {
    const words = wordsOfProse(line).filter((word) => bannedInProse.has(word) && !isException(word, line, file));
    const inverted = inversion.test(line) ? ["Of … at the beginning"] : [];
    return [...words, ...inverted].map((word) => ({ file, line: firstLine + index, kind, word, text: line.trim() }));
  });
}

const inName = (file: string, kind: "name" | "file", name: string, line: number): Finding[] =>
  wordsOfName(name)
    .filter((word) => bannedInNames.has(word) && !isException(word, name, file))
    .map((word) => ({ file, line, kind, word, text: name }));

/** A string, a part of a template, or the text of an element: text in code that is neither a name nor a comment. */
const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJsxText(node);

const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

/** The comments, by their position. In strings, regular expressions and the text of elements, slashes begin no comment. */
function commentsOf(source: ts.SourceFile): { text: string; position: number }[] {
  const code: string[] = [];
  let end = 0;
  const visit = (node: ts.Node): void => {
    if (isText(node) || ts.isRegularExpressionLiteral(node)) {
      const start = ts.isJsxText(node) ? node.pos : node.getStart(source);
      code.push(source.text.slice(end, start), blank(source.text.slice(start, node.end)));
      end = node.end;
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  code.push(source.text.slice(end));
  return [...code.join("").matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map((match) => ({
    text: match[0],
    position: match.index,
  }));
}

const isTestCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && /^(test|describe|it)\b/.test(node.expression.getText());

/** The text of a string, without the values that a template puts into it. */
function textOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(" … ");
}

const titleOf = (node: ts.Node): string | undefined => (isTestCall(node) ? textOf(node.arguments[0]) : undefined);

const isLogCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && /\b(log|console)\.(debug|info|warn|error|fatal)$/.test(node.expression.getText());
const isNewError = (node: ts.Node): node is ts.NewExpression =>
  ts.isNewExpression(node) && /Error$/.test(node.expression.getText());

const isExpectCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && /^expect(\.(poll|soft))?$/.test(node.expression.getText());

/** The texts of a log entry, an error or an expectation. */
function messagesOf(node: ts.Node): string[] {
  const texts = (nodes: readonly ts.Node[] = []): string[] => nodes.flatMap((argument) => textOf(argument) ?? []);
  if (isExpectCall(node)) return texts(node.arguments.slice(1));
  return isLogCall(node) || isNewError(node) ? texts(node.arguments) : [];
}

/** A name that the file declares. Imported names and members of others count in the file that declares them. */
function declaredName(node: ts.Node): string | undefined {
  if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return undefined;
  const { parent } = node;
  const named = parent as ts.NamedDeclaration | undefined;
  if (named?.name !== node) return undefined;
  if (ts.isPropertyAccessExpression(parent) || ts.isShorthandPropertyAssignment(parent) || ts.isJsxAttribute(parent))
    return undefined;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return undefined;
  return node.text;
}

function inSource(file: string, text: string): Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const found = commentsOf(source).flatMap((comment) =>
    inProse(file, "comment", withoutCode(comment.text), lineAt(comment.position)),
  );
  const visit = (node: ts.Node): void => {
    const title = titleOf(node);
    if (title) found.push(...inProse(file, "title", title, lineAt(node.getStart(source))));
    const isTest = /\.(test|spec)\.tsx?$|^(e2e|fixtures)\//.test(file);
    if (!isTest && isText(node)) found.push(...inProse(file, "text", node.text, lineAt(node.getStart(source))));
    for (const message of isTest ? messagesOf(node) : [])
      found.push(...inProse(file, "message", message, lineAt(node.getStart(source))));
    const name = declaredName(node);
    if (name) found.push(...inName(file, "name", name, lineAt(node.getStart(source))));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Every line's comment, so that line numbers stay the same. */
const lineComments = (text: string, pattern: RegExp): string =>
  text
    .split("\n")
    .map((line) => pattern.exec(line)?.[1] ?? "")
    .join("\n");

/** Blanks all text but the comments. */
const cssComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|[^\n]/g, (part) => (part.length > 1 ? part : " "));

const hashComment = /(?:^|\s)#(.*)$/;

/** Names of the current functions, triggers and views; migrations also have the names that they replace. */
const inSqlNames = (file: string, text: string): Finding[] =>
  text
    .split("\n")
    .flatMap((line, index) =>
      (line.replace(/--.*$/, "").match(/\b[a-z]\w*/gi) ?? []).flatMap((name) => inName(file, "name", name, index + 1)),
    );

/** The banned words of one file; its name determines the kind of file. */
export function inFile(file: string, text: string): Finding[] {
  const extension = extname(file);
  if (/^\.(ts|tsx|mts|mjs)$/.test(extension)) return inSource(file, text);
  if (extension === ".md") return inProse(file, "document", withoutCode(text), 1);
  if (extension === ".sql") {
    const comments = inProse(file, "comment", lineComments(text, /--(.*)$/), 1);
    return file.startsWith("sql/") ? [...comments, ...inSqlNames(file, text)] : comments;
  }
  if (extension === ".css") return inProse(file, "comment", cssComments(text), 1);
  if (/^\.(sh|yaml|yml|conf|env|example)$/.test(extension) || /Dockerfile|\.ci\/run$/.test(file))
    return inProse(file, "comment", lineComments(text, hashComment), 1);
  return [];
}

/** Migrations that databases have run and that cannot change, generated files, and texts of others. */
const isLeftOut = (file: string): boolean =>
  /^migrations\/00([01]\d|2[0-7])|^bench\/results\/|^public\/|^fixtures\/(catalogue|old-shops)\/|^src\/shop\/addresses\/data\/|vocabulary(\.test)?\.ts$|third-party/.test(
    file,
  );

/** @param paths folders or files below the repository's root; the whole repository if there are none */
function findBannedWords(root: string, paths: readonly string[] = []): Finding[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...paths], {
    cwd: root,
    encoding: "utf8",
  });
  return files
    .split("\n")
    .filter((file) => file && !isLeftOut(file) && existsSync(join(root, file)))
    .flatMap((file) => [
      ...inName(file, "file", basename(file), 1),
      ...inFile(
        file,
        /\.(webp|jpg|png|woff2|svg|json|backup)$/.test(file) ? "" : readFileSync(join(root, file), "utf8"),
      ),
    ]);
}

if (process.argv[1] === import.meta.filename) {
  const findings = findBannedWords(join(import.meta.dirname, ".."), process.argv.slice(2));
  for (const { file, line, kind, word, text } of findings) console.log(`${file}:${line}: ${kind}: ${word}: ${text}`);
  console.log(`${findings.length} banned words`);
}
