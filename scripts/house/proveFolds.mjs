// node scripts/house/proveFolds.mjs BEFORE AFTER: shows that a commit only folds files of src into others: all statements but imports
// are there as often as before, token by token, but for `export` and for names that took the name of their file in front.
import { execFileSync } from 'node:child_process';
import { ts } from 'ts-morph';

const [before, after] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 });

function readStatements(commit) {
  const files = git('ls-tree', '-r', '--name-only', commit, 'src')
    .split('\n')
    .filter(file => /\.tsx?$/.test(file));
  const input = files.map(file => `${commit}:${file}`).join('\n');
  const out = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: 1 << 30 });
  const found = new Map();
  let at = 0;
  for (const file of files) {
    const line = out.indexOf(10, at);
    const size = Number(out.toString('utf8', at, line).split(' ')[2]);
    const text = out.toString('utf8', line + 1, line + 1 + size);
    at = line + 1 + size + 1;
    for (const statement of ts.createSourceFile(file, text, 99, true, file.endsWith('x') ? 4 : 3)
      .statements) {
      if (ts.isImportDeclaration(statement)) continue;
      const tokens = [];
      const visit = node => {
        if (ts.isJSDoc(node)) return;
        if (node.getChildCount() > 0) node.getChildren().forEach(visit);
        else if (
          node.kind !== ts.SyntaxKind.ExportKeyword &&
          node.getText().trim() !== '' &&
          node.getText() !== ','
        )
          tokens.push(node.getText().replace(/\s+/g, ' '));
      };
      visit(statement);
      const key = tokens.join(' ');
      found.set(key, { count: (found.get(key)?.count ?? 0) + 1, file, tokens });
    }
  }
  return found;
}

const old = readStatements(before);
const now = readStatements(after);
const gone = [...old].filter(([key, { count }]) => (now.get(key)?.count ?? 0) < count).map(([, one]) => one);
const come = [...now].filter(([key, { count }]) => (old.get(key)?.count ?? 0) < count).map(([, one]) => one);
/** Whether two statements differ in names alone that took something in front. */
const isRenamed = (a, b) =>
  a.tokens.length === b.tokens.length &&
  a.tokens.every(
    (token, at) => token === b.tokens[at] || b.tokens[at].toLowerCase().endsWith(token.toLowerCase()),
  );
let failures = 0;
for (const one of gone) {
  const at = come.findIndex(other => isRenamed(one, other));
  if (at >= 0) come.splice(at, 1);
  else {
    failures++;
    console.log(`gone from ${one.file}: ${one.tokens.join(' ').slice(0, 160)}`);
  }
}
for (const one of come) console.log(`new in ${one.file}: ${one.tokens.join(' ').slice(0, 160)}`);
console.log(
  `${old.size} statements; ${gone.length - failures} with longer names, ${failures + come.length} failures`,
);
