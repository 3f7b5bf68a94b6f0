// node scripts/house/rewriteComments.mjs list OUT.json: lists comments of src that are in the old dialect, numbered, with what they
// stand on: [{ file, on, text }, …].
// node scripts/house/rewriteComments.mjs apply LIST.json TEXTS.json…: puts new texts, { number: text }, in their places. A comment that
// has changed since is left. Nothing but comments changes: what stands around them is compared.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WIDTH = 120;
const COMMENT = /\/\*\*[\s\S]*?\*\/|(?<=^[ \t]*)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm;
const OLD = /\b(?:told|tells?|telling|beside|besides|anew|is no|are no|whoever|wherever|where)\b/i;
const QUESTION = /^(?:What|Whether|Where|Who|How|That|Those)\b/;

const files = readdirSync('src', { recursive: true })
  .map(file => join('src', file))
  .filter(file => /\.tsx?$/.test(file))
  .sort();

const read = comment =>
  comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^[ \t]*(?:\*|\/\/) ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A comment of the same kind, over as many lines as it needs. */
function write(comment, text, indent) {
  const isDoc = comment.startsWith('/**');
  if (isDoc && indent.length + text.length + 7 <= WIDTH) return `/** ${text} */`;
  const front = isDoc ? ' * ' : '// ';
  const room = WIDTH - indent.length - front.length;
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    // A tag begins a line.
    if (isDoc && /^@(?:param|returns|throws)$/.test(word) && last !== '') lines.push(word);
    else if (last !== '' && last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  if (!isDoc) return lines.map(line => front + line).join(`\n${indent}`);
  return `/**\n${lines.map(line => indent + front + line).join('\n')}\n${indent} */`;
}

const [command, table, ...texts] = process.argv.slice(2);
if (command === 'list') {
  const found = [];
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    for (const match of source.matchAll(COMMENT)) {
      const text = read(match[0]);
      if (!OLD.test(text) && !QUESTION.test(text)) continue;
      const on = source
        .slice(match.index + match[0].length)
        .trimStart()
        .split('\n')[0]
        .slice(0, 60);
      found.push({ file, on, text });
    }
  }
  writeFileSync(table, JSON.stringify(found, null, 1));
  console.log(`${found.length} comments`);
} else {
  const list = JSON.parse(readFileSync(table, 'utf8'));
  const wanted = new Map();
  for (const path of texts)
    for (const [number, text] of Object.entries(JSON.parse(readFileSync(path, 'utf8')))) {
      const { file, text: old } = list[number];
      const ofFile = wanted.get(file) ?? new Map();
      wanted.set(file, ofFile.set(old, text.replace(/\s+/g, ' ').replaceAll('*/', '').trim()));
    }
  let done = 0;
  // Files may have been folded into others since.
  const anywhere = new Map([...wanted.values()].flatMap(one => [...one]));
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    const next = source.replace(COMMENT, (comment, at) => {
      const old = read(comment);
      const text = wanted.get(file)?.get(old) ?? (old.length > 40 ? anywhere.get(old) : undefined);
      if (!text || text === old) return comment;
      done++;
      const indent = /[ \t]*$/.exec(source.slice(0, at))[0];
      return write(comment, text, indent);
    });
    const bare = text => text.replace(COMMENT, '').replace(/\s+/g, ' ');
    if (bare(next) !== bare(source)) throw new Error(`${file}: more than comments would change`);
    if (next !== source) writeFileSync(file, next);
  }
  console.log(`${done} comments rewritten`);
}
