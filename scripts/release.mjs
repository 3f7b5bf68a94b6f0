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

change('CHANGELOG.md', /^## Unreleased$/m, `## ${version}`);
change('package.json', `"version": "${present}"`, `"version": "${version}"`);
change('package-lock.json', new RegExp(`"version": "${present}"`, 'g'), `"version": "${version}"`, 2);
change('CITATION.cff', `version: ${present}`, `version: ${version}`);
change('src/engine/core/version.ts', `'${present}'`, `'${version}'`);
git('commit', '--all', '--message', `Release ${version}`);
git('tag', '--annotate', `v${version}`, '--message', `Statescope ${version}\n\n${notes.trim()}`);
console.log(
  `v${version} is committed and tagged. Next: npm test, npm run build:package, npm publish dist-package, git push --follow-tags.`,
);

function isLater(one, other) {
  const [a, b] = [one, other].map(text => text.split('.').map(Number));
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && a[at] > b[at];
}

/** @param most replacements, if only the first are meant */
function change(name, from, to, most = 1) {
  let left = most;
  const text = read(name);
  const changed = text.replace(from, found => (left-- > 0 ? to : found));
  if (changed === text) fail(`${name} does not name version ${present}.`);
  writeFileSync(join(root, name), changed);
}
