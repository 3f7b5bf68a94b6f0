// The pages of docs/ as a user of the package reads them: its command, links that lead somewhere, no pages about the project's own code.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages for those who change the project. */
const FOR_CONTRIBUTORS = new Set([
  'adding-a-model',
  'architecture',
  'browsers',
  'hosting',
  'internals',
  'performance',
  'reliability',
  'requirements',
  'testing',
]);
/** Where code of the project is named in passing: "(`src/…`)", ", generated from `src/…`". */
const OF_THE_PROJECT_ALONE = /\s\(`(?:src|test)\/[^`]*`\)|,\s+generated\s+from\s+`src\/[^`]*`/g;
/** A command or a file of the project in a sentence, with what stands before it on its line. */
const PROJECT_PARTS = /(^|\n\n|[^\n`]* |\()`((?:npm |test\/|src\/|[\w]+\.test\.ts)[^`\n]*)`/gm;
/** Words that a reader of the package understands, by the beginning of what they stand for. */
const PROJECT_WORDS = {
  'npm test': 'the project’s test run',
  'npm run test:': 'a script of the project',
  'npm run bench': 'a benchmark of the project',
  'npm run ': 'a script of the project',
  'test/fixtures': 'the project’s fixtures',
  'test/': 'a test of the project',
};
/** The page that the package has as its README. */
const README_PAGE = 'embedding';
const INDEX = 'README.md';

/**
 * Writes README.md, CHANGELOG.md, NOTICES.md and docs/ of the package.
 * @param root of the project
 * @param out folder of the package, with all other files in it
 * @param version of the package, which the changes that are in no release yet are part of
 */
export function writePackageDocs(root, out, version) {
  const from = join(root, 'docs');
  const pages = readdirSync(from)
    .filter(name => name.endsWith('.md') && !FOR_CONTRIBUTORS.has(name.slice(0, -3)))
    .map(name => name.slice(0, -3));
  const readPage = page => readFileSync(join(from, `${page}.md`), 'utf8');
  const shipped = pages.filter(page => page !== README_PAGE);
  mkdirSync(join(out, 'docs'), { recursive: true });
  writeFileSync(join(out, 'README.md'), rewritePage(readPage(README_PAGE), { pages, folder: '' }));
  for (const page of shipped)
    writeFileSync(join(out, 'docs', `${page}.md`), rewritePage(readPage(page), { pages, folder: 'docs/' }));
  for (const name of ['CHANGELOG.md', 'NOTICES.md']) {
    const text = readFileSync(join(root, name), 'utf8').replace(/\]\(docs\//g, '](');
    writeFileSync(
      join(out, name),
      rewritePage(text, { pages, folder: '' }).replace(
        '## Unreleased',
        `## ${version}, not yet a release of the repository`,
      ),
    );
  }
  writeFileSync(join(out, 'docs', INDEX), writeIndex(shipped.map(page => ({ page, text: readPage(page) }))));
}

/**
 * One page for the package: commands of the package, no pictures (it has none), and links only to what it has.
 * @param pages names of all pages that the package has
 * @param folder that the page will stand in, '' for the package's root
 */
export function rewritePage(text, { pages, folder }) {
  return text
    .replace(/^!\[[^\]]*\]\([^)]*\)\n\n?/gm, '')
    .replace(/npm run (?:-s )?cli -- /g, 'statescope ')
    .replace(/^<!-- .* -->\n/gm, '')
    .replace(OF_THE_PROJECT_ALONE, '')
    .replace(PROJECT_PARTS, (whole, before, named) => {
      const words = Object.entries(PROJECT_WORDS).find(([start]) => named.startsWith(start))?.[1];
      if (words === undefined) return whole;
      return `${before}${/^(?:|[\s\S]*[.:] |[\s\S]*\n\n)$/.test(before) ? words[0].toUpperCase() + words.slice(1) : words}`;
    })
    .replace(/\[([^\]]*)\]\(([^)\s]*)\)/g, (whole, words, target) => {
      if (/^[a-z]+:|^#/.test(target)) return whole;
      if (target.startsWith('../public/'))
        return `[${words}](${folder === '' ? '' : '../'}${target.slice(3)})`;
      const [, page, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
      if (!pages.includes(page)) return words;
      const root = folder === '' ? '' : '../';
      if (page === README_PAGE) return `[${words}](${root}README.md${anchor})`;
      return `[${words}](${folder === '' ? 'docs/' : ''}${page}.md${anchor})`;
    });
}

function writeIndex(pages) {
  const lines = pages.map(({ page, text }) => `- [${/^# (.*)$/m.exec(text)?.[1] ?? page}](${page}.md)`);
  return `# Documentation

The [README](../README.md) begins with the package; \`api/\` has each function and type.

${lines.join('\n')}
`;
}
