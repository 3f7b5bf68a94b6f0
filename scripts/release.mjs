// npm run release VERSION: gives the tree a version (package, engine, citation, changelog), commits it and tags it. What has been
// done since the last version stands under "## Unreleased" in the changelog. Nothing is sent anywhere.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT as PROJECT } from './install.mjs';

const [version = '', root = PROJECT] = process.argv.slice(2);
const read = name => readFileSync(join(root, name), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const present = JSON.parse(read('package.json')).version;
if (!/^\d+\.\d+\.\d+$/.test(version)) fail(`A version reads 1.2.3, not ${JSON.stringify(version)}.`);
if (!isLater(version, present)) fail(`${version} is not later than ${present}.`);
if (git('status', '--porcelain') !== '') fail('The tree has changes that are not committed.');
if (git('tag', '--list', `v${version}`) !== '') fail(`There is a tag v${version} already.`);
const changelog = read('CHANGELOG.md');
const [, notes = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
if (notes.trim() === '') fail('The changelog has nothing under "## Unreleased".');

const escaped = present.replaceAll('.', '\\.');
const changes = [
  changed('CHANGELOG.md', /^## Unreleased$/m, `## ${version}`),
  changed('package.json', `"version": "${present}"`, `"version": "${version}"`),
  // Its own two come before those of other packages.
  changed('package-lock.json', new RegExp(`"name": "statescope",\\s+"version": "${escaped}"`, 'g'), found =>
    found.replace(present, version),
  ),
  changed('CITATION.cff', `version: ${present}`, `version: ${version}`),
  changed('src/engine/core/version.ts', `'${present}'`, `'${version}'`),
];
// All or none.
for (const [name, text] of changes) writeFileSync(join(root, name), text);
git('commit', '--all', '--message', `Release ${version}`);
git(
  'tag',
  '--annotate',
  `v${version}`,
  '--cleanup',
  'verbatim',
  '--message',
  `Statescope ${version}\n\n${notes.trim()}`,
);
console.log(
  `v${version} is committed and tagged. Next: npm test, npm run build:package, npm publish dist-package, git push --follow-tags.`,
);

function isLater(one, other) {
  const [a, b] = [one, other].map(text => text.split('.').map(Number));
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && a[at] > b[at];
}

/** A file's text with another version; ends the process if it does not name the present one. */
function changed(name, from, to) {
  const text = read(name);
  const other = text.replace(from, to);
  if (other === text) fail(`${name} does not name version ${present}.`);
  return [name, other];
}
