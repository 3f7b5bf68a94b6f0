// node scripts/house/moveDeclarations.mjs TABLE.json: moves declarations between files by the language service, which
// mends all imports. TABLE: [{ "from": path, "to": path, "names": [...] }, …].
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Project, ts } from 'ts-morph';

const table = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const project = new Project({ tsConfigFilePath: 'tsconfig.json' });
const preferences = {
  allowTextChangesInNewFiles: true,
  importModuleSpecifierPreference: 'relative',
  importModuleSpecifierEnding: 'ts',
  quotePreference: 'single',
  preferTypeOnlyAutoImports: true,
};
const format = ts.getDefaultFormatCodeSettings('\n');
Object.assign(format, { indentSize: 2, tabSize: 2 });

/** The declarations as ranges of statements that follow each other, the last first. */
function rangesOf(source, names) {
  const statements = source.getStatements();
  const wanted = statements.map(statement => {
    const node = statement.compilerNode;
    const own = node.name?.text ?? node.declarationList?.declarations[0]?.name?.text;
    return own !== undefined && names.includes(own);
  });
  const missing = names.length - wanted.filter(Boolean).length;
  if (missing > 0) console.log(`${source.getFilePath()}: ${missing} of ${names} are not there`);
  const ranges = [];
  for (let at = 0; at < statements.length; at++) {
    if (!wanted[at]) continue;
    let end = at;
    while (wanted[end + 1]) end++;
    ranges.unshift({ pos: statements[at].getStart(true), end: statements[end].getEnd() });
    at = end;
  }
  return ranges;
}

for (const { from, to, names } of table) {
  for (;;) {
    const source = project.getSourceFileOrThrow(resolve(from));
    const service = project.getLanguageService().compilerObject;
    const [range] = rangesOf(source, names).slice(0, 1);
    if (range === undefined) break;
    const edits = service.getEditsForRefactor(
      source.getFilePath(),
      format,
      range,
      'Move to file',
      'Move to file',
      preferences,
      {
        targetFile: resolve(to),
      },
    );
    if (edits === undefined) throw new Error(`${from}: ${names} cannot be moved`);
    for (const { fileName, textChanges, isNewFile } of edits.edits) {
      let text =
        isNewFile || !existsSync(fileName) ? '' : project.getSourceFileOrThrow(fileName).getFullText();
      for (const change of [...textChanges].sort((a, b) => b.span.start - a.span.start))
        text =
          text.slice(0, change.span.start) +
          change.newText +
          text.slice(change.span.start + change.span.length);
      mkdirSync(dirname(fileName), { recursive: true });
      writeFileSync(fileName, text);
      const known = project.getSourceFile(fileName);
      if (known === undefined) project.addSourceFileAtPath(fileName);
      else known.refreshFromFileSystemSync();
    }
    const tidy = readFileSync(to, 'utf8')
      .replace(/\*\/\n\nexport/g, '*/\nexport')
      .replace(/([};])\n(\/\*\*|export )/g, '$1\n\n$2');
    writeFileSync(to, tidy);
    project.getSourceFileOrThrow(resolve(to)).refreshFromFileSystemSync();
    const rest = rangesOf(project.getSourceFileOrThrow(resolve(from)), names);
    if (rest.length === 0) break;
    names.splice(
      0,
      names.length,
      ...names.filter(name =>
        new RegExp(`\\b(?:const|let|function|class|interface|type|enum) ${name}\\b`).test(
          project.getSourceFileOrThrow(resolve(from)).getFullText(),
        ),
      ),
    );
  }
}
