// Lists house words in identifiers, comments, test titles and documents: `node scripts/vocabulary.ts [path …]`.
// docs/glossary.md has the standard word for each; scripts/vocabulary.test.ts runs this in `npm test`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import ts from "typescript";

/** Words that are no term of the field: in comments, test titles and documents. */
const bannedInProse = new Set(
  [
    [
      "who",
      "whom",
      "whoever",
      "whomever",
      "whatever",
      "whichever",
      "nobody",
      "nobodys",
      "somebody",
      "anybody",
      "everybody",
    ],
    ["tell", "tells", "told", "telling", "say", "says", "said", "saying", "hear", "hears", "heard", "hearing"],
    ["ask", "asks", "asked", "asking", "answer", "answers", "answered", "answering", "unanswered"],
    ["keep", "keeps", "kept", "keeping", "anew", "afresh", "alongside", "beside", "besides"],
    ["letter", "letters", "piece", "pieces", "shelf", "shelves", "verdict", "verdicts", "sentence", "sentences"],
    ["patience", "hurry", "unhurried", "leisure", "doings", "deeds", "happening", "happenings", "occasion"],
    ["sought", "slip", "slips", "twin", "courier's", "postbag", "tally", "chapter", "chapters", "urgency", "urgent"],
    ["stood", "stands", "lies", "meanwhile", "thereby", "therein", "wherein", "henceforth", "aside", "awaits"],
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

/** Names of others, and words that mean something else in one place: each with its reason. */
const exceptions: readonly { word: string; in: RegExp; because: string }[] = [
  { word: "keep", in: /keep-?alive/i, because: "HTTP keep-alive, fetch's keepalive" },
  { word: "least", in: /at least once|least[- ]recently/i, because: "at-least-once delivery, LRU" },
];

export interface Finding {
  file: string;
  line: number;
  kind: "comment" | "name" | "title" | "document";
  word: string;
  text: string;
}

const wordsOfProse = (text: string): string[] => text.toLowerCase().match(/[a-z]+(?:'[a-z]+)?/g) ?? [];
const wordsOfName = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])|_|-|\$|#/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

const isException = (word: string, text: string): boolean =>
  exceptions.some((exception) => exception.word === word && exception.in.test(text));

/** What is between backticks is code, and counts as a name where it is declared. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?```/g, (block) => block.replaceAll(/[^\n]/g, " "))
    .replaceAll(/`[^`\n]*`/g, (code) => " ".repeat(code.length));

function inProse(file: string, kind: Finding["kind"], text: string, firstLine: number): Finding[] {
  return withoutCode(text)
    .split("\n")
    .flatMap((line, index) =>
      wordsOfProse(line)
        .filter((word) => bannedInProse.has(word) && !isException(word, line))
        .map((word) => ({ file, line: firstLine + index, kind, word, text: line.trim() })),
    );
}

function commentsOf(source: ts.SourceFile): { text: string; position: number }[] {
  const seen = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) seen.set(pos, source.text.slice(pos, end));
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...seen].map(([position, text]) => ({ position, text }));
}

const isTestCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && /^(test|describe|it)\b/.test(node.expression.getText());

function titleOf(node: ts.Node): ts.StringLiteralLike | ts.TemplateExpression | undefined {
  if (!isTestCall(node)) return undefined;
  const [first] = node.arguments;
  return first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) ? first : undefined;
}

/** A name that the file declares; what it imports or reads of others was named there. */
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
    inProse(file, "comment", comment.text, lineAt(comment.position)),
  );
  const visit = (node: ts.Node): void => {
    const title = titleOf(node);
    if (title) found.push(...inProse(file, "title", title.getText(source), lineAt(title.getStart(source))));
    const name = declaredName(node);
    if (name)
      for (const word of wordsOfName(name))
        if (bannedInNames.has(word) && !isException(word, name))
          found.push({ file, line: lineAt(node.getStart(source)), kind: "name", word, text: name });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const sqlComments = (text: string): string =>
  text
    .split("\n")
    .map((line) => /--(.*)$/.exec(line)?.[1] ?? "")
    .join("\n");

/** Texts that may not change (migrations that databases have run), or are not of ours. */
const isLeftOut = (file: string): boolean =>
  /^migrations\/00([01]\d|2[0-7])|^bench\/results\/|^public\/|^fixtures\/(catalogue|old-shops)\/|vocabulary(\.test)?\.ts$|third-party/.test(
    file,
  );

/** @param paths folders or files below the repository's root; all of it without */
export function findHouseWords(root: string, paths: readonly string[] = []): Finding[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...paths], {
    cwd: root,
    encoding: "utf8",
  });
  return files
    .split("\n")
    .filter((file) => file && !isLeftOut(file))
    .flatMap((file) => {
      const extension = extname(file);
      if (![".ts", ".tsx", ".mts", ".mjs", ".md", ".sql"].includes(extension)) return [];
      const text = readFileSync(join(root, file), "utf8");
      if (extension === ".md") return inProse(file, "document", text, 1);
      if (extension === ".sql") return inProse(file, "comment", sqlComments(text), 1);
      return inSource(file, text);
    });
}

if (process.argv[1] === import.meta.filename) {
  const findings = findHouseWords(join(import.meta.dirname, ".."), process.argv.slice(2));
  for (const { file, line, kind, word, text } of findings) console.log(`${file}:${line}: ${kind}: ${word}: ${text}`);
  console.log(`${findings.length} house words`);
}
