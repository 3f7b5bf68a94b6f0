// tsc --noEmit | node scripts/house/renameBindings.mjs TABLE.json: after renameSymbols.mjs, what callbacks take out of a module that was
// loaded late, `import(…).then(({ old }) => old(x))`, takes the new names, by the errors of the compiler.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ts } from 'ts-morph';

const table = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const ERROR =
  /^(\S+)\((\d+),(\d+)\): error TS(?:2339|2551): Property '(\w+)' does not exist on type 'typeof import\("([^"]+)"\)'/;
const byFile = new Map();
for (const line of readFileSync(0, 'utf8').split('\n')) {
  const found = ERROR.exec(line);
  if (found === null) continue;
  const [, file, row, column, old, module] = found;
  const path = [`${module}.ts`, `${module}.tsx`]
    .map(one => relative(process.cwd(), one))
    .find(one => table[one]?.[old] !== undefined);
  if (path === undefined) console.log(`left: ${line}`);
  else
    (byFile.get(file) ?? byFile.set(file, []).get(file)).push({
      row: Number(row),
      column: Number(column),
      old,
      name: table[path][old],
    });
}
for (const [file, places] of byFile) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );
  const edits = new Map();
  for (const { row, column, old, name } of places) {
    const at = source.getPositionOfLineAndCharacter(row - 1, column - 1);
    let node = source;
    const descend = child => {
      if (child.getStart() <= at && at < child.getEnd()) {
        node = child;
        ts.forEachChild(child, descend);
      }
    };
    ts.forEachChild(source, descend);
    let scope = node;
    while (scope && !ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) scope = scope.parent;
    if (ts.isPropertyAccessExpression(node.parent)) {
      edits.set(node.getStart(), { end: node.getEnd(), name });
      continue;
    }
    const walk = one => {
      if (ts.isIdentifier(one) && one.text === old) {
        const { parent } = one;
        const isMember =
          (ts.isPropertyAccessExpression(parent) ||
            ts.isPropertyAssignment(parent) ||
            ts.isClassElement(parent)) &&
          parent.name === one;
        const isShort = ts.isShorthandPropertyAssignment(parent);
        if (!isMember)
          edits.set(one.getStart(), { end: one.getEnd(), name: isShort ? `${old}: ${name}` : name });
      }
      ts.forEachChild(one, walk);
    };
    walk(scope);
  }
  let after = text;
  for (const [start, { end, name }] of [...edits].sort((a, b) => b[0] - a[0]))
    after = after.slice(0, start) + name + after.slice(end);
  writeFileSync(file, after);
}
console.log(`${byFile.size} files`);
