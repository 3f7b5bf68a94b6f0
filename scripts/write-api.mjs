// npm run docs:api [FOLDER]: the reference of the package's entries as Markdown, from their docstrings, in dist-api (or the folder).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, ROOT } from './install.mjs';
import { EMBED_ENTRY, PACKAGE_ENTRIES } from './packageEntries.mjs';

/** Texts of types that are longer are cut: a reader finds them in the types. */
const MAX_TYPE_LENGTH = 400;

/**
 * Writes a page for each entry, and a list of them.
 * @returns names without a docstring, as `entry: name`
 */
export async function writeApi(folder) {
  const { Project } = await import('ts-morph');
  const project = new Project({
    compilerOptions: {
      strict: true,
      target: 99,
      module: 99,
      moduleResolution: 100,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    },
  });
  mkdirSync(folder, { recursive: true });
  const bare = [];
  const list = [];
  const entries = [...Object.entries(PACKAGE_ENTRIES), [EMBED_ENTRY.name, EMBED_ENTRY.source]];
  for (const [entry, source] of entries) {
    const file = project.addSourceFileAtPath(join(ROOT, source));
    project.resolveSourceFileDependencies();
    const name = entry === 'index' ? 'statescope' : `statescope/${entry}`;
    const head = file.getStatements()[0]?.getLeadingCommentRanges()[0]?.getText() ?? '';
    const exported = [...file.getExportedDeclarations()].sort(([a], [b]) => (a < b ? -1 : 1));
    const parts = exported.map(([title, [declaration]]) => {
      const docs = describe(declaration);
      if (docs === '') bare.push(`${entry}: ${title}`);
      return `## ${title}\n\n${docs}\n\n\`\`\`ts\n${signatureOf(title, declaration)}\n\`\`\`\n${membersOf(declaration)}`;
    });
    const about = cleanComment(head);
    writeFileSync(join(folder, `${entry}.md`), `# ${name}\n\n${about}\n\n${parts.join('\n')}`);
    list.push(`- [\`${name}\`](${entry}.md): ${about.split('\n')[0]}`);
  }
  writeFileSync(join(folder, 'README.md'), `# Reference\n\n${list.join('\n')}\n`);
  return bare;
}

const cleanComment = text =>
  text
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();

/** Docstrings of a declaration, parameters and errors in lists. */
function describe(declaration) {
  const owner =
    declaration.getKindName() === 'VariableDeclaration' ? declaration.getVariableStatement() : declaration;
  return (owner?.getJsDocs?.() ?? []).map(formatDoc).join('\n\n');
}

function formatDoc(doc) {
  const tags = doc.getTags().map(tag => {
    const text = (tag.getCommentText() ?? '').replace(/\s+/g, ' ');
    const name = tag.getName?.();
    const kind = tag.getTagName();
    return kind === 'param'
      ? `- \`${name}\`: ${text}`
      : kind === 'returns'
        ? `- returns ${text}`
        : `- throws ${text}`;
  });
  return [doc.getDescription().trim(), ...(tags.length > 0 ? [tags.join('\n')] : [])]
    .filter(Boolean)
    .join('\n\n');
}

function signatureOf(title, declaration) {
  const kind = declaration.getKindName();
  const cut = text => (text.length > MAX_TYPE_LENGTH ? `${text.slice(0, MAX_TYPE_LENGTH)} …` : text);
  if (kind === 'FunctionDeclaration')
    return declaration
      .getText()
      .slice(0, bodyStart(declaration))
      .replace(/^(\/\*\*[\s\S]*?\*\/\s*)/, '')
      .trim();
  if (kind === 'VariableDeclaration')
    return cut(`const ${title}: ${declaration.getType().getText(declaration)}`);
  if (kind === 'ClassDeclaration') return `class ${title}`;
  return declaration.getText();
}

const bodyStart = declaration =>
  (declaration.getBody()?.getStart() ?? declaration.getEnd()) - declaration.getStart();

/** Public methods of a class with their docstrings. */
function membersOf(declaration) {
  if (declaration.getKindName() !== 'ClassDeclaration') return '';
  const lines = [
    ...declaration.getConstructors(),
    ...declaration.getGetAccessors(),
    ...declaration.getMethods(),
  ]
    .filter(member => !member.getName?.()?.startsWith('#') && member.getScope?.() !== 'private')
    .map(member => {
      const name = member.getName?.() ?? 'constructor';
      const parameters =
        member.getKindName() === 'GetAccessor'
          ? ''
          : `(${(member.getParameters?.() ?? []).map(p => p.getText()).join(', ')})`;
      const docs = member
        .getJsDocs()
        .map(formatDoc)
        .join(' ')
        .replace(/\s*\n+\s*/g, ' ');
      return `- \`${name}${parameters.replace(/\s+/g, ' ')}\`${docs === '' ? '' : `: ${docs}`}`;
    });
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  const folder = resolve(ROOT, process.argv[2] ?? 'dist-api');
  await writeApi(folder);
  console.log(folder);
}
