// npm run check -- figures: how names, comments and files of src/ compare with those of four programs of this field.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { ROOT } from './install.mjs';
import { isVerbFirst } from './verbs.mjs';

/** Measured in November 2026 on perfetto/ui, firefox-devtools/profiler, jlfwong/speedscope and statelyai/xstate, in this order. */
const ANCHORS = {
  'functions that begin with a verb, %': '68 · 71 · 69 · 69',
  'functions that end in Of, %': '0 · 0 · 1 · 0',
  'functions of one lower-case word, %': '4 · 2 · 9 · 12',
  'mean length of a function’s name': '16.2 · 21.6 · 16.2 · 14.1',
  'names declared in more than three files': '',
  'told, tell, tells in 1,000 words of comments': '0.0 · 0.1 · 0 · 0',
  'where in 1,000 words of comments': '1.2 · 0.9 · 0.2 · 0.7',
  'beside, anew in 1,000 words of comments': '0 · 0 · 0 · 0',
  'docstrings that begin with What, Whether, Where, Who, How, %': '2.7 · 1.5 · 0 · 2.3',
  files: '1,119 · 346 · 87 · 60',
  'files of fewer than 40 lines, %': '9 · 12 · 17 · 23',
  'lines of imports, %': '4.3 · 4.8 · 2.8 · –',
};

/** Whether a value is a function written in place. */
const isFunction = node => node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** What a module declares at its top: names of all, and of functions that are no components. */
function readDeclarations(source) {
  const names = [];
  const functions = [];
  const add = (name, isOne) => {
    if (name === undefined || !ts.isIdentifier(name)) return;
    names.push(name.text);
    if (isOne && /^[a-z]/.test(name.text)) functions.push(name.text);
  };
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        add(name, isFunction(initializer));
    else add(statement.name, ts.isFunctionDeclaration(statement));
  return { names, functions };
}

const toShare = (part, all) => ((100 * part) / all).toFixed(1);

/** Measures all TypeScript under a folder. @returns figures by the names of `ANCHORS` */
export function measureHouse(root = join(ROOT, 'src')) {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));
  const functions = [];
  const places = new Map();
  const comments = [];
  let [short, lines, imported] = [0, 0, 0];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const declared = readDeclarations(source);
    functions.push(...declared.functions);
    for (const name of new Set(declared.names)) places.set(name, (places.get(name) ?? 0) + 1);
    comments.push(...(text.match(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/[^\n]*/gm) ?? []));
    const count = text.split('\n').length - 1;
    lines += count;
    if (count < 40) short++;
    for (const statement of source.statements)
      if (ts.isImportDeclaration(statement)) imported += statement.getText().split('\n').length;
  }
  const words =
    comments
      .join(' ')
      .toLowerCase()
      .match(/[a-z][\w’'-]*/g) ?? [];
  const often = pattern =>
    ((1000 * words.filter(word => pattern.test(word)).length) / words.length).toFixed(2);
  const docs = comments.filter(comment => comment.startsWith('/**'));
  const questions = docs.filter(comment =>
    /^\/\*\*\s*(?:\*\s*)?(?:What|Whether|Where|Who|How)\b/.test(comment),
  );
  const share = test => toShare(functions.filter(test).length, functions.length);
  return {
    'functions that begin with a verb, %': share(isVerbFirst),
    'functions that end in Of, %': share(name => name.endsWith('Of')),
    'functions of one lower-case word, %': share(name => /^[a-z]+$/.test(name)),
    'mean length of a function’s name': (functions.join('').length / functions.length).toFixed(1),
    'names declared in more than three files': String([...places.values()].filter(count => count > 3).length),
    'told, tell, tells in 1,000 words of comments': often(/^(?:told|tells?)$/),
    'where in 1,000 words of comments': often(/^where$/),
    'beside, anew in 1,000 words of comments': often(/^(?:beside|anew)$/),
    'docstrings that begin with What, Whether, Where, Who, How, %': toShare(questions.length, docs.length),
    files: files.length.toLocaleString('en'),
    'files of fewer than 40 lines, %': toShare(short, files.length),
    'lines of imports, %': toShare(imported, lines),
  };
}

/** Prints the figures next to those of the anchors. */
export function printFigures() {
  console.log(`${''.padEnd(62)}${'src'.padStart(8)}   perfetto · profiler · speedscope · xstate`);
  for (const [name, value] of Object.entries(measureHouse()))
    console.log(`${name.padEnd(62)}${value.padStart(8)}   ${ANCHORS[name]}`);
}
