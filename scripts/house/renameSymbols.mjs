// node scripts/house/renameSymbols.mjs TABLE.json: renames what modules declare at their top, everywhere at once, by the compiler's own
// symbols. TABLE: { "src/path.ts": { "old": "new", … }, … }. Prints what it left, and why.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { ts } from 'ts-morph';

const table = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const config = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
  ts.sys,
  process.cwd(),
);
const program = ts.createProgram(config.fileNames, config.options);
const checker = program.getTypeChecker();
const sources = program.getSourceFiles().filter(source => !source.fileName.includes('/node_modules/'));

/** New names by symbol, with the old name: an import under another name keeps that. */
const renamed = new Map();
const left = [];
for (const [path, names] of Object.entries(table)) {
  const source = program.getSourceFile(resolve(path));
  const module = source && checker.getSymbolAtLocation(source);
  for (const [old, name] of Object.entries(names)) {
    const symbol = module?.exports?.get(ts.escapeLeadingUnderscores(old)) ?? source?.locals?.get(old);
    if (symbol === undefined) left.push(`${path}: ${old} is not declared there`);
    else renamed.set(symbol.exportSymbol ?? symbol, { old, name, path });
  }
}

const target = symbol => {
  if (symbol === undefined) return undefined;
  const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return renamed.get(own.exportSymbol ?? own) ?? renamed.get(checker.getExportSymbolOfSymbol(own));
};

/** Whether an identifier names a member or a key, and no variable. */
function isMember(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isMethodSignature(parent))
    return parent.name === node;
  if (
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isGetAccessor(parent) ||
    ts.isSetAccessor(parent)
  )
    return parent.name === node;
  if (ts.isJsxAttribute(parent) || ts.isEnumMember(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.propertyName === node;
  return ts.isNamedTupleMember(parent) && parent.name === node;
}

/** Edits and names of variables of each file. */
const found = sources.map(source => {
  const edits = [];
  const variables = new Set();
  /** Local variables taken out of a module that is loaded late: they follow its names. */
  const locals = new Map();
  const visit = node => {
    if (
      ts.isBindingElement(node) &&
      node.propertyName === undefined &&
      ts.isIdentifier(node.name) &&
      ts.isObjectBindingPattern(node.parent)
    ) {
      // Of a parameter the context knows more than the pattern.
      const property = [node.parent.parent, node.parent]
        .map(one => checker.getTypeAtLocation(one).getProperty(node.name.text))
        .find(one => target(one) !== undefined);
      const entry = target(property);
      const local = checker.getSymbolAtLocation(node.name);
      if (entry !== undefined && entry.old === node.name.text && local) locals.set(local, entry);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const walk = node => {
    if (ts.isIdentifier(node)) {
      if (!isMember(node)) variables.add(node.text);
      const { parent } = node;
      const isShort = ts.isShorthandPropertyAssignment(parent) && parent.name === node;
      const symbol = isShort
        ? checker.getShorthandAssignmentValueSymbol(parent)
        : checker.getSymbolAtLocation(node);
      const entry = target(symbol) ?? (symbol && locals.get(symbol));
      if (entry !== undefined && entry.old === node.text) {
        // A key of an object, whose type takes it from the module.
        const isKey = ts.isPropertyAssignment(parent) && parent.name === node;
        if (!isKey || target(symbol))
          edits.push({
            start: node.getStart(),
            end: node.getEnd(),
            text: isShort ? `${entry.old}: ${entry.name}` : entry.name,
            entry,
          });
      }
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return { source, edits, variables };
});

// A name that is in use in one of the files is refused everywhere.
const refused = new Set();
for (const { source, edits, variables } of found)
  for (const { entry } of edits)
    if (variables.has(entry.name) && !refused.has(entry)) {
      refused.add(entry);
      left.push(
        `${entry.path}: ${entry.old} -> ${entry.name} is taken in ${relative(process.cwd(), source.fileName)}`,
      );
    }
// Two that would be one in a file.
for (const { source, edits } of found) {
  const by = new Map();
  for (const { entry } of edits) {
    const other = by.get(entry.name);
    if (other !== undefined && other !== entry && !refused.has(entry)) {
      refused.add(entry);
      left.push(
        `${entry.path}: ${entry.old} -> ${entry.name} meets ${other.path} in ${relative(process.cwd(), source.fileName)}`,
      );
    }
    by.set(entry.name, entry);
  }
}

let places = 0;
for (const { source, edits } of found) {
  const kept = edits.filter(({ entry }) => !refused.has(entry)).sort((a, b) => b.start - a.start);
  if (kept.length === 0) continue;
  let text = source.text;
  for (const { start, end, text: name } of kept) text = text.slice(0, start) + name + text.slice(end);
  // Names in backquotes in comments follow.
  places += kept.length;
  writeFileSync(source.fileName, text);
}
console.log(left.join('\n'));
console.log(`${renamed.size - refused.size} of ${renamed.size} names, ${places} places`);
