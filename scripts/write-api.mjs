// npm run docs:api [FOLDER]: the reference of the package's entries as Markdown, from their docstrings, in dist-api (or the folder).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, ROOT } from './install.mjs';
import { EMBED_ENTRY, PACKAGE_ENTRIES } from './packageEntries.mjs';

/** Loaded when it is wanted: the packages are installed first. */
let SyntaxKind;
let TypeFormatFlags;
async function loadTypeScript() {
  const library = await import('ts-morph');
  ({ SyntaxKind, TypeFormatFlags } = library);
  return library;
}

/** Texts of types that are longer are cut: a reader finds them in the types. */
const MAX_TYPE_LENGTH = 400;

/**
 * Writes a page for each entry, and a list of them.
 * @returns names without a docstring, as `entry: name`
 */
export async function writeApi(folder) {
  const project = await openProject();
  mkdirSync(folder, { recursive: true });
  const bare = [];
  const list = [];
  for (const [entry, { file, exported }] of openEntries(project)) {
    const name = entry === 'index' ? 'statescope' : `statescope/${entry}`;
    const head = file.getStatements()[0]?.getLeadingCommentRanges()[0]?.getText() ?? '';
    const parts = exported.map(([title, [declaration]]) => {
      const docs = describe(declaration);
      if (docs === '') bare.push(`${entry}: ${title}`);
      return `## ${title}\n\n${docs}\n\n\`\`\`ts\n${signatureOf(title, declaration)}\n\`\`\`\n${membersOf(declaration)}`;
    });
    const about = cleanComment(head);
    const named = listNamedTypes(exported.map(([, [declaration]]) => declaration)).map(
      declaration =>
        `## ${declaration.getName()}\n\n${describe(declaration)}\n\n\`\`\`ts\n${signatureOf(declaration.getName(), declaration)}\n\`\`\`\n${membersOf(declaration)}`,
    );
    const types = `${entry}.types.md`;
    const rest = named.length === 0 ? '' : `\nTypes that these name stand in [${types}](${types}).\n`;
    writeFileSync(join(folder, `${entry}.md`), `# ${name}\n\n${about}\n\n${parts.join('\n')}${rest}`);
    if (named.length > 0)
      writeFileSync(
        join(folder, types),
        `# Types of ${name}\n\nTypes that its exports name, as \`import type { … } from '${name}'\`.\n\n${named.join('\n')}`,
      );
    list.push(`- [\`${name}\`](${entry}.md): ${about.replace(/\s+/g, ' ')}`);
  }
  writeFileSync(join(folder, 'README.md'), `# Reference\n\n${list.join('\n')}\n`);
  return bare;
}

/**
 * Types that the exports of each entry name and that it does not export by itself.
 * @returns by entry, each type's name with the file that declares it
 */
export async function listTypesOfEntries() {
  return new Map(
    openEntries(await openProject()).map(([entry, { exported }]) => [
      entry,
      listNamedTypes(exported.map(([, [declaration]]) => declaration)).map(declaration => ({
        name: declaration.getName(),
        file: relative(ROOT, declaration.getSourceFile().getFilePath()).replaceAll('\\', '/'),
      })),
    ]),
  );
}

const openEntries = project =>
  [...Object.entries(PACKAGE_ENTRIES), [EMBED_ENTRY.name, EMBED_ENTRY.source]].map(([entry, source]) => {
    const file = project.addSourceFileAtPath(join(ROOT, source));
    project.resolveSourceFileDependencies();
    const exported = [...file.getExportedDeclarations()].sort(([a], [b]) => (a < b ? -1 : 1));
    return [entry, { file, exported }];
  });

async function openProject() {
  const { Project } = await loadTypeScript();
  return new Project({
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
}

/** How far types are followed from what is exported: further ones are of the inside. */
const MAX_DEPTH = 2;

/** Types of this project in the signatures of some declarations, and in those of these types, that are not among them. */
function listNamedTypes(exported) {
  const listed = new Set(exported);
  let last = exported;
  const named = [];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    last = [...new Set(last.flatMap(findTypes))].filter(type => !listed.has(type));
    for (const type of last) listed.add(type);
    named.push(...last);
  }
  return named.sort((a, b) => (a.getName() < b.getName() ? -1 : 1));
}

/** Declarations of the types that a declaration names where others see it. */
function findTypes(declaration) {
  return listSignatures(declaration)
    .flatMap(node => [
      ...(node.getKindName() === 'TypeReference' ? [node] : []),
      ...node.getDescendantsOfKind(SyntaxKind.TypeReference),
      ...node.getDescendantsOfKind(SyntaxKind.ExpressionWithTypeArguments),
    ])
    .flatMap(reference => {
      const name = reference.getTypeName?.() ?? reference.getExpression();
      const symbol = name.getSymbol();
      return (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? [];
    })
    .filter(
      found => TYPES.includes(found.getKindName()) && found.getSourceFile().getFilePath().includes('/src/'),
    );
}

const TYPES = ['InterfaceDeclaration', 'TypeAliasDeclaration', 'ClassDeclaration', 'EnumDeclaration'];

/** Nodes of a declaration that are part of its interface. */
function listSignatures(declaration) {
  const kind = declaration.getKindName();
  const partsOf = member =>
    [...(member.getParameters?.() ?? []), member.getReturnTypeNode?.(), member.getTypeNode?.()].filter(
      Boolean,
    );
  if (kind === 'FunctionDeclaration') return partsOf(declaration);
  if (kind === 'VariableDeclaration') {
    const value = declaration.getInitializer();
    return [
      declaration.getTypeNode(),
      ...(value?.getKindName() === 'ArrowFunction' ? partsOf(value) : []),
    ].filter(Boolean);
  }
  if (kind === 'ClassDeclaration') return listMembers(declaration).flatMap(partsOf);
  return [declaration];
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
      .replace(/(\bfunction )\w+/, `$1${title}`)
      .trim();
  if (kind === 'VariableDeclaration')
    return cut(`const ${title}: ${declaration.getType().getText(declaration)}`);
  if (kind === 'ClassDeclaration') {
    const parent = declaration.getExtends()?.getText();
    return `class ${title}${parent === undefined ? '' : ` extends ${parent}`}`;
  }
  // Of a type that is taken from a value, what it comes to: the reader of a page sees no value.
  if (kind === 'TypeAliasDeclaration' && /\b(?:typeof|keyof|ReturnType)\b/.test(declaration.getText()))
    return `type ${title} = ${declaration.getType().getText(declaration, TypeFormatFlags.InTypeAlias | TypeFormatFlags.NoTruncation)}`;
  return declaration.getText();
}

const bodyStart = declaration =>
  (declaration.getBody()?.getStart() ?? declaration.getEnd()) - declaration.getStart();

/** Public methods of a class with their docstrings. */
function membersOf(declaration) {
  if (declaration.getKindName() !== 'ClassDeclaration') return '';
  const lines = listMembers(declaration).map(member => {
    const docs = (member.getJsDocs?.() ?? [])
      .map(formatDoc)
      .join(' ')
      .replace(/\s*\n+\s*/g, ' ');
    return `- \`${signMember(member).replace(/\s+/g, ' ')}\`${docs === '' ? '' : `: ${docs}`}`;
  });
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

/** Members that others see: the constructor with its fields, fields, getters, methods. */
const listMembers = declaration =>
  [
    ...declaration.getConstructors(),
    ...declaration.getConstructors().flatMap(of => of.getParameters().filter(p => p.isParameterProperty())),
    ...declaration.getProperties(),
    ...declaration.getGetAccessors(),
    ...declaration.getMethods(),
  ].filter(
    member => !member.getName?.()?.startsWith('#') && !['private', 'protected'].includes(member.getScope?.()),
  );

function signMember(member) {
  const kind = member.getKindName();
  const name = `${member.isStatic?.() ? 'static ' : ''}${member.getName?.() ?? 'constructor'}`;
  const typeOf = node => node.getType().getText(member, TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);
  if (kind === 'GetAccessor' || kind === 'PropertyDeclaration' || kind === 'Parameter')
    return `${name}: ${(member.getReturnTypeNode?.() ?? member.getTypeNode?.())?.getText() ?? typeOf(member)}`;
  const parameters = member.getParameters().map(parameter => parameter.getText());
  const result = member.getReturnTypeNode?.()?.getText();
  return `${name}(${parameters.join(', ')})${result === undefined ? '' : `: ${result}`}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  const folder = resolve(ROOT, process.argv[2] ?? 'dist-api');
  await writeApi(folder);
  console.log(folder);
}
