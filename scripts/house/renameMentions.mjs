// node scripts/house/renameMentions.mjs TABLE.json MOVES.json: after renameSymbols.mjs, names in backquotes in comments and docs follow,
// where one new name alone can be meant; writes to MOVES.json which files bear a renamed main export's old name.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const [tableFile, movesFile] = process.argv.slice(2);
const table = JSON.parse(readFileSync(tableFile, 'utf8'));
const news = new Map();
for (const names of Object.values(table))
  for (const [old, name] of Object.entries(names)) news.set(old, (news.get(old) ?? new Set()).add(name));
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n')
  .filter(Boolean);
let places = 0;
const follow = text =>
  text.replace(/`([a-z]\w*)(\(\))?`/g, (all, old, call = '') => {
    const names = news.get(old);
    if (names === undefined || names.size > 1 || !/[A-Z]/.test(old)) return all;
    places++;
    return `\`${[...names][0]}${call}\``;
  });
for (const file of files) {
  if (
    !/^(?:src|test|docs|README|CONTRIBUTING)/.test(file) ||
    !/\.(?:tsx?|md)$/.test(file) ||
    statSync(file).size > 400_000
  )
    continue;
  const before = readFileSync(file, 'utf8');
  const after = file.endsWith('.md')
    ? follow(before)
    : before.replace(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/[^\n]*/gm, follow);
  if (after !== before) writeFileSync(file, after);
}
const known = new Set(files);
const moves = {};
for (const [file, names] of Object.entries(table)) {
  const old = /^[^.]+/.exec(basename(file))?.[0] ?? '';
  const name = names[old];
  if (name === undefined || !new RegExp(`export[^\\n]*\\b${name}\\b`).test(readFileSync(file, 'utf8')))
    continue;
  const to = join(dirname(file), basename(file).replace(old, name));
  if (known.has(to)) console.log(`${file}: ${to} is there`);
  else moves[file] = to;
}
writeFileSync(movesFile, JSON.stringify(moves, null, 1));
console.log(`${places} mentions, ${Object.keys(moves).length} files to move`);
