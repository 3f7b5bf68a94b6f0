// node scripts/house/provePureMove.mjs BEFORE AFTER [--moves TABLE.json] [--names TABLE.json]: shows that a commit moves and
// renames, and does nothing else. The trees of all sources and tests are equal, token by token, but for
// - module specifiers, which name the same file at its new place (imports may stand in another order),
// - identifiers that the table of names renames, { path: { old: new } }; a shorthand `{ old }` may have become `{ old: new }`,
// - comments and layout, which are counted.
// Whatever else differs is printed, strings that name paths as "meant", and the rest as a failure.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ts } from 'ts-morph';

const [before, after, ...rest] = process.argv.slice(2);
const option = name =>
  rest.includes(name) ? JSON.parse(readFileSync(rest[rest.indexOf(name) + 1], 'utf8')) : {};
const moves = new Map(Object.entries(option('--moves')));
/** New names by old name: which of them is meant where, the compiler knows. */
const names = new Map();
for (const table of Object.values(option('--names')))
  for (const [old, name] of Object.entries(table)) names.set(old, (names.get(old) ?? new Set()).add(name));
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 });
const list = tree => git('ls-tree', '-r', '--name-only', tree).split('\n').filter(Boolean);

/** All files of a commit in one reading: a process for each would take minutes. */
function readAll(tree, files) {
  const input = files.map(file => `${tree}:${file}`).join('\n');
  const out = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: 1 << 30 });
  const found = new Map();
  let at = 0;
  for (const file of files) {
    const line = out.indexOf(10, at);
    const size = Number(out.toString('utf8', at, line).split(' ')[2]);
    found.set(file, out.toString('utf8', line + 1, line + 1 + size));
    at = line + 1 + size + 1;
  }
  return found;
}

const CODE = /\.(?:[cm]?[jt]sx?)$/;
const oldFiles = list(before).filter(file => CODE.test(file));
const newFiles = new Set(list(after).filter(file => CODE.test(file)));
const oldAll = new Set(list(before));
const place = file => moves.get(file) ?? file;

/** A path in a string as the file that it names: at its new place, for a tree of before. */
function fileOf(text, file, known, isOld) {
  const path = text.split(/[?#]/)[0];
  const candidates = path.startsWith('.')
    ? [normalize(join(dirname(file), path))]
    : [path.replace(/^\.\//, ''), `src/${path}`];
  const found = candidates.find(one => known.has(one.replace(/\/$/, '')));
  return found === undefined ? null : isOld ? place(found) : found;
}

const IMPORTS = new Set([ts.SyntaxKind.ImportDeclaration, ts.SyntaxKind.ExportDeclaration]);

/** Tokens of a file; runs of imports are sorted, since their order follows their paths. */
function tokensOf(file, text, known, isOld) {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    false,
    file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );
  const walk = (node, out) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const target = fileOf(node.text, file, known, isOld);
      out.push(target === null ? `"${node.text}` : `@${target}`);
      return;
    }
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      out.push(node.text);
      return;
    }
    // The layout decides about brackets that the tree has anyway, and about spaces at the ends of lines of JSX.
    if (ts.isParenthesizedExpression(node)) {
      walk(node.expression, out);
      return;
    }
    if (ts.isJsxText(node)) {
      const text = node.text.replace(/\s+/g, ' ').trim();
      if (text !== '') out.push(`<${text}`);
      return;
    }
    if (
      ts.isJsxExpression(node) &&
      node.expression &&
      ts.isStringLiteral(node.expression) &&
      node.expression.text === ' '
    )
      return;
    // Written out, it is the same.
    if (ts.isShorthandPropertyAssignment(node) && node.objectAssignmentInitializer === undefined) {
      out.push(`(${ts.SyntaxKind.PropertyAssignment}0`, node.name.text, node.name.text, ')');
      return;
    }
    const children = [];
    ts.forEachChild(node, child => void children.push(child));
    if (children.length === 0) {
      out.push(
        `${ts.SyntaxKind[node.kind]} ${ts.isLiteralExpression(node) || node.kind === ts.SyntaxKind.TemplateHead || node.kind === ts.SyntaxKind.TemplateMiddle || node.kind === ts.SyntaxKind.TemplateTail ? node.text : ''}`,
      );
      return;
    }
    out.push(`(${node.kind}${node.operator ?? ''}${node.flags & ts.NodeFlags.BlockScoped}`);
    for (const child of children) walk(child, out);
    out.push(')');
  };
  const groups = [];
  for (const statement of source.statements) {
    const out = [];
    if (IMPORTS.has(statement.kind) && statement.moduleSpecifier !== undefined) {
      // Names within the braces are sorted as well.
      const specifier = [];
      walk(statement.moduleSpecifier, specifier);
      const parts = [];
      walk(statement, parts);
      groups.push({ sorted: true, key: `${specifier.join()} ${parts.length}`, tokens: parts });
    } else {
      walk(statement, out);
      groups.push({ sorted: false, tokens: out });
    }
  }
  const imports = groups.filter(group => group.sorted).sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    imports: imports.map(group => group.tokens),
    rest: groups.filter(group => !group.sorted).flatMap(group => group.tokens),
  };
}

const commentsOf = text =>
  text
    .match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm)
    ?.join('\n')
    .replace(/\s+/g, ' ') ?? '';

const olds = readAll(before, oldFiles);
const news = readAll(after, [...newFiles]);
const newAll = new Set(list(after));
for (const known of [oldAll, newAll])
  for (const file of [...known]) for (let at = dirname(file); at !== '.'; at = dirname(at)) known.add(at);
let failures = 0;
let comments = 0;
const meant = [];
for (const file of oldFiles) {
  const now = place(file);
  if (!newFiles.has(now)) {
    console.log(`missing: ${file} -> ${now}`);
    failures++;
    continue;
  }
  const a = olds.get(file);
  const b = news.get(now);
  newFiles.delete(now);
  if (a === b && file === now) continue;
  if (commentsOf(a) !== commentsOf(b)) comments++;
  const before = tokensOf(file, a, oldAll, true);
  const later = tokensOf(now, b, newAll, false);
  // Names within the braces of imports stand in the order of their letters: each must have its counterpart.
  const left = later.imports.flat();
  const lost = before.imports.flat().filter(token => {
    const at = left.indexOf(token);
    const by = at >= 0 ? at : left.findIndex(other => names.get(token)?.has(other));
    if (by >= 0) left.splice(by, 1);
    return by < 0;
  });
  if (lost.length + left.length > 0) {
    console.log(`differs: ${now}: imports ${lost.slice(0, 4).join(' ')}  ->  ${left.slice(0, 4).join(' ')}`);
    failures++;
  }
  const x = before.rest;
  const y = later.rest;
  for (let at = 0; at < Math.max(x.length, y.length); at++) {
    if (x[at] === y[at] || names.get(x[at])?.has(y[at])) continue;
    // Strings that hold paths within other words: `join(ROOT, '…')`, patterns, titles of tests.
    if (
      x.length === y.length &&
      /["`/]|^RegularExp|^Template/.test(x[at]) &&
      /["`/]|^RegularExp|^Template/.test(y[at])
    ) {
      meant.push(`${now}: ${x[at]}  ->  ${y[at]}`);
      continue;
    }
    console.log(`differs: ${now}: ${x.slice(at, at + 4).join(' ')}  ->  ${y.slice(at, at + 4).join(' ')}`);
    failures++;
    break;
  }
}
for (const file of newFiles) {
  console.log(`new: ${file}`);
  failures++;
}
console.log(meant.join('\n'));
console.log(
  `${oldFiles.length} files; ${meant.length} strings that were meant, ${comments} files whose comments changed, ${failures} failures`,
);
process.exitCode = failures === 0 ? 0 : 1;
