// node scripts/house/foldFiles.mjs [--lines N] [--shared N] [--elsewhere N] [--tests] [--keep PATH,…] [--apply]: folds a file into a
// neighbour that imports it or that it imports, where nothing loads it by itself, both are loaded by the same entries, no circle
// comes of it and both together have at most N lines (400). A file with several importers goes only if it has at most `--shared`
// lines. Names that clash take the name of the file that goes in front; what nobody else names is no longer exported. With
// `--tests` the tests go with their files. Prints { from: into }.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { ts } from 'ts-morph';

const option = name => process.argv[process.argv.indexOf(name) + 1];
const MOST = process.argv.includes('--lines') ? Number(option('--lines')) : 400;
/** Files of one kind, a format or a server each, which stay apart. */
const KEPT = process.argv.includes('--keep') ? option('--keep').split(',') : [];
/** Files of other folders of the same room are folded up to so many lines; 0: none. */
const MOST_ELSEWHERE = process.argv.includes('--elsewhere') ? Number(option('--elsewhere')) : 0;
/** Files of up to so many lines go into a neighbour although several files import them. */
const MOST_SHARED = process.argv.includes('--shared') ? Number(option('--shared')) : 0;
/** A file that so many import is a tool of its own. */
const MAX_IMPORTERS = 9;
/** Whether files with a test of their own are folded as well, and the tests with them. */
const WITH_TESTS = process.argv.includes('--tests');
const isApplied = process.argv.includes('--apply');

const listCode = folder =>
  readdirSync(folder, { recursive: true })
    .map(file => join(folder, file))
    .filter(file => /\.(?:[cm]?[jt]s|tsx)$/.test(file) && !file.endsWith('.d.ts'));
const texts = new Map();
for (const file of [
  ...['src', 'test', 'scripts', 'examples'].flatMap(listCode),
  ...readdirSync('.').filter(file => /^[\w.]+\.config\.ts$/.test(file)),
])
  texts.set(file, readFileSync(file, 'utf8'));
const changed = new Set();
const folded = {};

const parse = (file, text) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? 4 : undefined);

/** Who names whom: imports by their declaration, everything else as loaded by itself. */
function readGraph() {
  const imports = new Map();
  const loaded = new Set();
  const note = (file, from) => {
    if (!imports.has(file)) imports.set(file, new Set());
    imports.get(file).add(from);
  };
  for (const [file, text] of texts) {
    const visit = node => {
      if (ts.isStringLiteralLike(node)) {
        const path = node.text.split(/[?#]/)[0];
        const places = path.startsWith('.')
          ? [normalize(join(dirname(file), path))]
          : [path.replace(/^\.?\//, ''), `src/${path.replace(/^\//, '')}`];
        const target = places.find(place => texts.has(place));
        if (target !== undefined) {
          const isImport = ts.isImportDeclaration(node.parent) && node.text === path;
          if (isImport) note(target, file);
          else loaded.add(target);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(parse(file, text));
  }
  return { imports, loaded };
}

const countLines = file => texts.get(file).split('\n').length - 1;
const testOf = file => file.replace(/^src/, 'test').replace(/\.tsx?$/, '');
const hasTest = file => ['.test.ts', '.test.tsx'].some(end => existsSync(testOf(file) + end));

/** Names that a file binds at its top: declared, or imported from somewhere. */
function readTop(source) {
  const declared = new Map();
  const imported = new Map();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const clause = statement.importClause;
      const from = statement.moduleSpecifier.text;
      if (clause?.name) imported.set(clause.name.text, `${from}#default`);
      const bindings = clause?.namedBindings;
      if (bindings && ts.isNamespaceImport(bindings)) imported.set(bindings.name.text, `${from}#*`);
      else
        for (const one of bindings?.elements ?? [])
          imported.set(one.name.text, `${from}#${(one.propertyName ?? one.name).text}`);
    } else if (ts.isVariableStatement(statement)) {
      const add = name => {
        if (ts.isIdentifier(name)) declared.set(name.text, name);
        else for (const one of name.elements) if (!ts.isOmittedExpression(one)) add(one.name);
      };
      for (const one of statement.declarationList.declarations) add(one.name);
    } else if (statement.name) declared.set(statement.name.text, statement.name);
  }
  return { declared, imported };
}

/** Identifiers of a file that it neither declares nor imports anywhere: globals, and names of properties among them. */
function readFree(source) {
  const bound = new Set();
  const used = new Set();
  const visit = node => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isProperty =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        (ts.isPropertySignature(parent) && parent.name === node) ||
        ts.isJsxAttribute(parent);
      if (!isProperty) used.add(node.text);
      if (parent.name === node) bound.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return new Set([...used].filter(name => !bound.has(name)));
}

/** Renames what a file binds at its top, by the language service. */
function renameInFile(file, text, name, next) {
  const host = {
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: path => (path === file ? ts.ScriptSnapshot.fromString(text) : undefined),
    getCurrentDirectory: () => '/',
    getCompilationSettings: () => ({ noLib: true, noResolve: true, jsx: 4, target: 99 }),
    getDefaultLibFileName: () => '',
    fileExists: path => path === file,
    readFile: () => undefined,
  };
  const service = ts.createLanguageService(host);
  const { declared } = readTop(parse(file, text));
  let at = declared.get(name)?.getStart();
  if (at === undefined) {
    const source = parse(file, text);
    for (const statement of source.statements)
      if (ts.isImportDeclaration(statement) && statement.importClause?.name?.text === name)
        at = statement.importClause.name.getStart();
  }
  if (at === undefined) return null;
  const places = service.findRenameLocations(file, at, false, false, {
    providePrefixAndSuffixTextForRename: true,
  });
  if (!places) return null;
  let out = text;
  for (const { textSpan, prefixText = '', suffixText = '' } of [...places].sort(
    (a, b) => b.textSpan.start - a.textSpan.start,
  )) {
    const end = textSpan.start + textSpan.length;
    out = out.slice(0, textSpan.start) + prefixText + next + suffixText + out.slice(end);
  }
  return out;
}

/** `GroupColoursProps` for `Props`, `groupColoursStyles` for `styles`, `GROUP_COLOURS_ROW` for `ROW`. */
function nameInFront(file, name) {
  const own = basename(file)
    .replace(/\.\w+$/, '')
    .replace(/\W+(\w)/g, (_, sign) => sign.toUpperCase());
  if (/^[A-Z][A-Z\d_]*$/.test(name)) {
    const words = own.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase();
    return `${words}_${name}`;
  }
  const first = /^[A-Z]/.test(name) ? own[0].toUpperCase() : own[0].toLowerCase();
  return first + own.slice(1) + name[0].toUpperCase() + name.slice(1);
}

/** Whether a type or a constant or the styles: what may take another name; functions are named with care. */
const mayTakeAnotherName = (top, name) => {
  if (top.imported.get(name)?.endsWith('.module.css#default')) return true;
  const parent = top.declared.get(name)?.parent;
  return parent !== undefined && !ts.isFunctionDeclaration(parent) && /^[A-Z]/.test(name);
};

const isLate = node => ts.isFunctionLike(node);

/** Whether what runs as a file is loaded may need what another one declares. */
function isEager(source, names) {
  let eager = false;
  const visit = node => {
    if (eager || isLate(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node))
      eager = true;
    if (ts.isIdentifier(node) && names.has(node.text)) eager = true;
    ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) continue;
    if (ts.isInterfaceDeclaration(statement) || ts.isFunctionDeclaration(statement)) continue;
    if (ts.isClassDeclaration(statement)) {
      for (const clause of statement.heritageClauses ?? []) if (clause.token === 96) visit(clause);
      for (const member of statement.members)
        if (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static && !isLate(member)) visit(member);
      continue;
    }
    visit(statement);
  }
  return eager;
}

/** Non-functions that a file declares. */
const readConstants = source =>
  new Set(
    [...readTop(source).declared]
      .filter(
        ([, { parent }]) =>
          ts.isVariableDeclaration(parent) ||
          ts.isBindingElement(parent) ||
          ts.isClassDeclaration(parent) ||
          ts.isEnumDeclaration(parent),
      )
      .map(([name]) => name),
  );

function readImports(source) {
  const found = new Map();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = statement.moduleSpecifier.text;
    const one = found.get(from) ?? {
      isBare: false,
      defaults: new Map(),
      spaces: new Map(),
      names: new Map(),
    };
    found.set(from, one);
    const clause = statement.importClause;
    if (!clause) {
      one.isBare = true;
      continue;
    }
    const isType = clause.isTypeOnly;
    if (clause.name) one.defaults.set(clause.name.text, isType);
    const bindings = clause.namedBindings;
    if (bindings && ts.isNamespaceImport(bindings)) one.spaces.set(bindings.name.text, isType);
    else
      for (const { name, propertyName, isTypeOnly } of bindings?.elements ?? []) {
        const key = propertyName ? `${propertyName.text} as ${name.text}` : name.text;
        one.names.set(key, (isType || isTypeOnly) && (one.names.get(key) ?? true));
      }
  }
  return found;
}

function mergeImports(first, second, without) {
  const all = new Map();
  for (const one of [first, second])
    for (const [from, { isBare, defaults, spaces, names }] of one) {
      if (without.has(from)) continue;
      const sum = all.get(from) ?? {
        isBare: false,
        defaults: new Map(),
        spaces: new Map(),
        names: new Map(),
      };
      all.set(from, sum);
      sum.isBare ||= isBare;
      for (const [part, to] of [
        [defaults, sum.defaults],
        [spaces, sum.spaces],
        [names, sum.names],
      ])
        for (const [name, isType] of part) to.set(name, isType && (to.get(name) ?? true));
    }
  const lines = [];
  for (const [from, { isBare, defaults, spaces, names }] of all) {
    if (isBare) lines.push(`import '${from}';`);
    for (const [name, isType] of defaults)
      lines.push(`import ${isType ? 'type ' : ''}${name} from '${from}';`);
    for (const [name, isType] of spaces)
      lines.push(`import ${isType ? 'type ' : ''}* as ${name} from '${from}';`);
    if (names.size === 0) continue;
    const areTypes = [...names.values()].every(Boolean);
    const listed = [...names].map(([name, isType]) => (isType && !areTypes ? `type ${name}` : name));
    lines.push(`import ${areTypes ? 'type ' : ''}{ ${listed.join(', ')} } from '${from}';`);
  }
  return lines.join('\n');
}

/** What stands behind the imports. */
function readBody(source) {
  const last = source.statements.findLast(ts.isImportDeclaration);
  return source.text.slice(last?.end ?? 0).trim();
}

/** Takes `export` off what nobody outside names. */
function withoutExports(file, text, stay) {
  let out = text;
  for (const statement of [...parse(file, text).statements].reverse()) {
    const modifier = statement.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!modifier) continue;
    const names = statement.name
      ? [statement.name.text]
      : (statement.declarationList?.declarations ?? []).map(({ name }) => name.getText());
    if (names.some(name => stay.has(name))) continue;
    out = out.slice(0, modifier.getStart()) + out.slice(modifier.end).replace(/^\s+/, '');
  }
  return out;
}

/** A file's text as it stands in another folder: its paths lead to where they led. */
function relocate(file, into, text) {
  if (dirname(file) === dirname(into)) return text;
  return text.replace(/(\bfrom |\bimport |\bimport\()'(\.\.?\/[^']+)'/g, (_all, before, path) => {
    const [bare, query = ''] = path.split(/(?=\?)/);
    return `${before}'${relativePath(into, normalize(join(dirname(file), bare)))}${query}'`;
  });
}

/** @returns why not; null where it was folded */
function fold(file, into, importers) {
  let text = relocate(file, into, texts.get(file));
  let source = parse(file, text);
  const goal = parse(into, texts.get(into));
  const specifier = relativePath(into, file);
  if (source.statements.some(one => ts.isExportDeclaration(one) || ts.isExportAssignment(one)))
    return 'exports others';
  if (goal.statements.some(one => ts.isExportDeclaration(one))) return 'goal exports others';
  const [first] = source.statements;
  if (first && ts.isImportDeclaration(first) && first.getLeadingTriviaWidth() > 0)
    return 'speaks before its imports';
  const goalTop = readTop(goal);
  for (const [local, from] of goalTop.imported)
    if (from.startsWith(`${specifier}#`) && from !== `${specifier}#${local}`)
      return 'imported by another name';
  let top = readTop(source);
  const itself = relativePath(into, into);
  for (const [local, from] of top.imported)
    if (from.startsWith(`${itself}#`) && from !== `${itself}#${local}`) return 'imports by another name';
  const others = new Map([...goalTop.imported].filter(([, from]) => !from.startsWith(`${specifier}#`)));
  const clashes = name =>
    (goalTop.declared.has(name) && top.imported.get(name) !== `${itself}#${name}`) ||
    (others.has(name) && others.get(name) !== top.imported.get(name));
  for (const name of [...top.declared.keys(), ...top.imported.keys()]) {
    if (!clashes(name)) continue;
    const next = nameInFront(file, name);
    if (!mayTakeAnotherName(top, name) || text.includes(next) || goal.text.includes(next))
      return `${name} clashes`;
    if (new RegExp(String.raw`^export [^\n]*\b${name}\b`, 'm').test(text)) return `${name} clashes, exported`;
    const renamed = renameInFile(file, text, name, next);
    if (renamed === null) return `${name} clashes`;
    text = renamed;
  }
  source = parse(file, text);
  top = readTop(source);
  const ownNames = new Set(
    [...top.imported].filter(([, from]) => from.startsWith(`${itself}#`)).map(([name]) => name),
  );
  for (const name of readFree(source))
    if (!ownNames.has(name) && (goalTop.declared.has(name) || others.has(name)))
      return `${name} is free there`;
  for (const name of readFree(goal))
    if (top.declared.has(name) || (top.imported.has(name) && !ownNames.has(name))) return `${name} is free`;
  const outside = importers.filter(one => one !== into);
  const named = new Set();
  for (const one of outside) {
    const found = readImports(parse(one, texts.get(one)));
    for (const [from, { names, spaces }] of found) {
      if (normalize(join(dirname(one), from)) !== file) continue;
      if (spaces.size > 0) return 'a test imports all of it';
      for (const key of names.keys()) named.add(key.split(' as ')[0]);
    }
  }
  const body = withoutExports(file, `${readBody(source)}\n`, named).trim();
  const constants = readConstants(source);
  const isBefore = constants.size > 0 && isEager(goal, constants);
  if (isBefore && isEager(source, readConstants(goal))) return 'both run as they are loaded';
  const imports = mergeImports(readImports(goal), readImports(source), new Set([specifier, itself]));
  const own = readBody(goal);
  const head = goal.text.slice(0, goal.statements[0]?.getStart() ?? 0);
  const merged = `${head}${imports}\n\n${isBefore ? `${body}\n\n${own}` : `${own}\n\n${body}`}\n`;
  if (merged.split('\n').length - 1 > MOST) return 'too long';
  texts.set(into, merged);
  changed.add(into);
  for (const one of outside) {
    const path = relativePath(one, into);
    const old = relativePath(one, file);
    const text = texts.get(one).replaceAll(`'${old}'`, `'${path}'`);
    const isTwice = text.split(`from '${path}';`).length > 2;
    texts.set(one, isTwice ? withMergedImports(one, text) : text);
    changed.add(one);
  }
  texts.delete(file);
  folded[file] = into;
  return null;
}

function relativePath(from, to) {
  const a = dirname(from).split('/');
  const b = to.split('/');
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const up = a.slice(same).map(() => '..');
  const path = [...up, ...b.slice(same)].join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** One import declaration a file where there were several. */
function withMergedImports(file, text) {
  const source = parse(file, text);
  const imports = source.statements.filter(ts.isImportDeclaration);
  const head = text.slice(0, imports[0].getStart());
  const merged = mergeImports(readImports(source), new Map(), new Set());
  return `${head}${merged}\n\n${text.slice(imports.at(-1).end).trimStart()}`;
}

const isTypeOnly = node => {
  const clause = node.importClause;
  if (!clause) return false;
  const names = clause.namedBindings?.elements;
  return clause.isTypeOnly || (!clause.name && names !== undefined && names.every(one => one.isTypeOnly));
};

/** Which files a file names: at once as it runs, late, and at all. */
function readEdges() {
  const eager = new Map();
  const all = new Map();
  const entries = new Set();
  for (const [file, text] of texts) {
    if (!file.startsWith('src/')) continue;
    const [now, any] = [new Set(), new Set()];
    const visit = node => {
      if (ts.isStringLiteralLike(node)) {
        const target = normalize(join(dirname(file), node.text.split(/[?#]/)[0]));
        if (node.text.startsWith('.') && texts.has(target)) {
          any.add(target);
          const isFrom = ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
          if (!isFrom) entries.add(target);
          else if (ts.isExportDeclaration(node.parent) || !isTypeOnly(node.parent)) now.add(target);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(parse(file, text));
    eager.set(file, now);
    all.set(file, any);
  }
  const named = new Set([...eager.values()].flatMap(one => [...one]));
  for (const file of eager.keys()) if (!named.has(file) && eager.get(file).size > 0) entries.add(file);
  return { eager, all, entries };
}

function reach(edges, starts) {
  const found = new Set(starts);
  for (const file of found) for (const next of edges.get(file) ?? []) found.add(next);
  return found;
}

/** The entries that load each file at once. */
function readLoaders({ eager, entries }) {
  const loaders = new Map();
  for (const entry of entries)
    for (const file of reach(eager, [entry])) {
      if (!loaders.has(file)) loaders.set(file, new Set());
      loaders.get(file).add(entry);
    }
  return loaders;
}

const hasCode = file =>
  parse(file, texts.get(file)).statements.some(
    one => !ts.isImportDeclaration(one) && !ts.isInterfaceDeclaration(one) && !ts.isTypeAliasDeclaration(one),
  );

const readWords = file =>
  new Set(
    basename(file)
      .replace(/\.\w+$/, '')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(' '),
  );
const countCommon = (a, b) => [...readWords(a)].filter(word => readWords(b).has(word)).length;

/** Files that a file may go into, the best first. */
function listHomes(file, own, { all, entries }, loaders) {
  const home = dirname(file);
  const room = path => path.split('/').slice(0, 3).join('/');
  const near = [...new Set([...own, ...[...all.get(file)].filter(one => one.startsWith('src/'))])];
  return near
    .filter(into => {
      if (into === file || /(?:^|\/)index\.|\.worker\.|\.node\./.test(basename(into))) return false;
      if (KEPT.some(path => into.startsWith(path)) && dirname(into) !== home) return false;
      if (dirname(into) !== home) {
        if (room(into) !== room(file) || countLines(file) > MOST_ELSEWHERE) return false;
        if (/\.module\.css'|new URL\(/.test(texts.get(file))) return false;
        if (!own.includes(into)) return false;
      }
      if (file.endsWith('x') && !into.endsWith('x')) return false;
      if (into.endsWith('x') && !file.endsWith('x') && own.length > 1) return false;
      if (countLines(file) + countLines(into) > MOST + 10) return false;
      if (entries.has(into) && own.length > 1) return false;
      const isCode = hasCode(file);
      const [a, b] = [loaders.get(file) ?? new Set(), loaders.get(into) ?? new Set()];
      if (isCode && [...a].some(entry => !b.has(entry))) return false;
      const isAbove = !own.includes(into);
      // Named after a part of it, what uses the part would not be found.
      if (isAbove && (countCommon(file, into) === 0 || /Views?\.tsx$|Page\.tsx$/.test(file))) return false;
      if (isAbove && [...b].some(entry => !a.has(entry))) return false;
      if (isCode && !hasCode(into) && own.length > 1) return false;
      const both = new Set([file, into]);
      const below = [...all.get(file), ...all.get(into)].filter(one => !both.has(one));
      const reached = reach(all, below);
      return !reached.has(file) && !reached.has(into);
    })
    .sort(
      (a, b) =>
        Number(dirname(b) === home) - Number(dirname(a) === home) ||
        countCommon(file, b) - countCommon(file, a) ||
        Number(own.includes(b)) - Number(own.includes(a)) ||
        countLines(a) - countLines(b),
    );
}

const findTest = file => ['.test.ts', '.test.tsx'].map(end => testOf(file) + end).find(one => texts.has(one));

/** Takes a file's test along: into the test of the file where it went, or to that name. */
function foldTest(file, into) {
  const test = findTest(file);
  if (test === undefined) return;
  const goal = findTest(into);
  const wanted = testOf(into) + test.slice(test.lastIndexOf('.test.'));
  if (goal === undefined) {
    texts.set(wanted, relocate(test, wanted, texts.get(test)));
    changed.add(wanted);
    texts.delete(test);
    folded[test] = wanted;
    return;
  }
  if (test.endsWith('x') !== goal.endsWith('x') || dirname(test) !== dirname(goal)) return;
  if (/vi\.mock|@vitest-environment/.test(texts.get(test) + texts.get(goal))) return;
  const { imports } = readGraph();
  if ((imports.get(test)?.size ?? 0) > 0) return;
  fold(test, goal, []);
}

const reasons = {};
const refused = new Set();
for (;;) {
  const { imports, loaded } = readGraph();
  const edges = readEdges();
  const loaders = readLoaders(edges);
  const touched = new Set();
  let count = 0;
  const candidates = [...texts.keys()]
    .filter(
      file =>
        file.startsWith('src/') && !loaded.has(file) && !refused.has(file) && (WITH_TESTS || !hasTest(file)),
    )
    .filter(file => !KEPT.some(path => file.startsWith(path)))
    .filter(file => !/(?:^|\/)index\.tsx?$|\.worker\.ts$|\.node\.ts$/.test(file))
    .sort((a, b) => countLines(a) - countLines(b));
  for (const file of candidates) {
    const importers = [...(imports.get(file) ?? [])];
    const own = importers.filter(one => one.startsWith('src/'));
    // What was changed in this turn is read again first, since its loaders and circles may have changed.
    if (touched.has(file) || importers.some(one => touched.has(one))) continue;
    if (own.length === 0 || importers.some(one => one.startsWith('scripts/'))) continue;
    if (own.length > 1 && (countLines(file) > MOST_SHARED || own.length > MAX_IMPORTERS)) continue;
    const homes = listHomes(file, own, edges, loaders).filter(into => !touched.has(into));
    let reason = homes.length === 0 ? null : '';
    for (const into of homes) {
      reason = fold(file, into, importers);
      if (reason !== null) continue;
      foldTest(file, into);
      count++;
      for (const one of [file, into, ...importers]) touched.add(one);
      break;
    }
    if (reason !== null) {
      refused.add(file);
      const kind = reason.replace(/^\w+ (?=clashes|is free)/, '');
      reasons[kind] = (reasons[kind] ?? 0) + 1;
    }
  }
  console.error(`folded ${count}`);
  if (count === 0) break;
}
console.error(reasons);
if (isApplied) {
  for (const file of Object.keys(folded)) rmSync(file, { force: true });
  for (const file of changed) if (texts.has(file)) writeFileSync(file, texts.get(file));
}
// The last place of what went through several.
const last = file => (folded[file] === undefined ? file : last(folded[file]));
console.log(JSON.stringify(Object.fromEntries(Object.keys(folded).map(file => [file, last(file)])), null, 2));
