// node scripts/house/moveFiles.mjs MOVES.json: moves files as a table says, tests beside them, and rewrites every path
// that names one: import specifiers, `new URL`, paths from the repository's root and from src in tests, settings and docs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const [table] = process.argv.slice(2);
const moves = new Map(Object.entries(JSON.parse(readFileSync(table, 'utf8'))));
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n')
  .filter(Boolean);
const known = new Set(files);

// A test stands where its source stands.
for (const [from, to] of [...moves])
  for (const ending of ['.test.ts', '.test.tsx']) {
    const test = from.replace(/^src\//, 'test/').replace(/(\.worker)?\.tsx?$/, ending);
    if (known.has(test) && !moves.has(test))
      moves.set(test, to.replace(/^src\//, 'test/').replace(/(\.worker)?\.tsx?$/, ending));
  }
const newPlace = file => moves.get(file) ?? file;

const folders = new Set();
for (const file of files) for (let at = dirname(file); at !== '.'; at = dirname(at)) folders.add(at);
folders.add('.');

/** Where all that was in a folder is now, or null where it was parted. */
function folderPlace(folder) {
  if (folder === '.') return '.';
  const places = new Set();
  for (const file of files)
    if (file.startsWith(`${folder}/`)) {
      const rest = file.slice(folder.length);
      const now = newPlace(file);
      places.add(now.endsWith(rest) ? now.slice(0, -rest.length) : null);
    }
  return places.size === 1 ? [...places][0] : null;
}

// What helps the tests of a folder goes where the folder goes.
for (const file of files) {
  if (!file.startsWith('test/') || moves.has(file)) continue;
  for (let at = dirname(file); at.includes('/'); at = dirname(at)) {
    const source = at.replace(/^test/, 'src');
    if (!folders.has(source)) continue;
    const place = folderPlace(source);
    if (place !== null && place !== source)
      moves.set(file, place.replace(/^src/, 'test') + file.slice(at.length));
    break;
  }
}

const notes = [];
const relativeTo = (from, to) => {
  const path = relative(dirname(from), to) || '.';
  return path.startsWith('.') ? path : `./${path}`;
};

const TEXT = /\.(?:[cm]?[jt]sx?|css|html|json|md|yml|yaml|sh|txt)$/;
const edited = new Map();
for (const file of files) {
  if (
    !TEXT.test(file) ||
    file === 'package-lock.json' ||
    file.startsWith('findings/') ||
    file.startsWith('scripts/house/') ||
    file.startsWith('public/')
  )
    continue;
  if (statSync(file).size > 400_000) continue;
  const before = readFileSync(file, 'utf8');
  const moved = newPlace(file);
  let text = before;
  if (/\.(?:[cm]?[jt]sx?|css|html|md)$|^(?:package|tsconfig[\w.]*)\.json$/.test(file)) {
    const rewrite = (specifier, whole) => {
      const [path, query = ''] = specifier.split(/(?=[?#])/);
      const target = normalize(join(dirname(file), path)).replace(/\/$/, '');
      if (known.has(target)) {
        const now = relativeTo(moved, newPlace(target));
        return path.startsWith('./') || path.startsWith('../')
          ? now + query
          : now.replace(/^\.\//, '') + query;
      }
      if (whole && folders.has(target)) {
        const place = folderPlace(target);
        if (place === null) {
          // A parted folder keeps its place; what stands in it may not be all.
          notes.push(`${file}: ${specifier} names a folder that was parted`);
          return (relativeTo(moved, target) + (path.endsWith('/') ? '/' : '')).replace(/^\.\/\.\./, '..');
        }
        return relativeTo(moved, place) + (path.endsWith('/') ? '/' : '');
      }
      if (whole && moved !== file && path.startsWith('.')) notes.push(`${file}: ${specifier} is no file`);
      return specifier;
    };
    text = text.replace(
      /(['"`])(\.{1,2}\/[^'"`\n${}]*)\1/g,
      (_all, quote, path) => quote + rewrite(path, false) + quote,
    );
    // A template whose folder is known.
    text = text.replace(/`(\.{1,2}\/[^'"`\n${}]*\/)\$\{/g, (all, path) => {
      const target = normalize(join(dirname(file), path)).replace(/\/$/, '');
      const place = folders.has(target) ? folderPlace(target) : null;
      if (place === null || moved === file) return all;
      return `\`${relativeTo(moved, place)}/\${`;
    });
    if (/\.[cm]?[jt]sx?$/.test(file))
      text = text.replace(
        /((?:import\.meta\.(?:dirname|filename)|__dirname)\s*,\s*|new URL\(\s*)(['"`])(\.{1,2}(?:\/[^'"`\n${}]*)?)\2/g,
        (all, before, quote, path) => {
          // Files were rewritten above.
          const target = normalize(join(dirname(moved), path.split(/[?#]/)[0])).replace(/\/$/, '');
          if (moves.size && [...moves.values()].includes(target)) return all;
          const old = normalize(join(dirname(file), path.split(/[?#]/)[0])).replace(/\/$/, '');
          if (folders.has(old) && !known.has(old)) return before + quote + rewrite(path, true) + quote;
          return all;
        },
      );
    if (/\.(?:md|html|css)$/.test(file))
      text = text.replace(/(\]\(|url\(["']?|(?:src|href)=")([\w./-]+)([)#"'])/g, (all, open, path, close) => {
        const target = normalize(join(dirname(file), path));
        return known.has(target) && (moves.has(target) || moved !== file)
          ? open + relative(dirname(moved), newPlace(target)) + close
          : all;
      });
  }
  // From the repository's root, and from src or test.
  if (file.endsWith('/fittingName.test.ts')) {
    if (text !== before) edited.set(file, text);
    continue;
  }
  text = text.replace(/(?<![\w./-])((?:src|test)\/[\w./-]*[\w-])/g, all => {
    if (known.has(all)) return newPlace(all);
    return folders.has(all) ? (folderPlace(all) ?? all) : all;
  });
  text = text.replace(
    /(?<![\w./-])((?:engine|ui|workers|oracles|cli|storage)\/[\w./-]+\.(?:tsx?|css))(?![\w-])/g,
    all => {
      for (const root of ['src/', 'test/'])
        if (known.has(root + all)) return newPlace(root + all).slice(root.length);
      return all;
    },
  );
  if (text !== before) edited.set(file, text);
}
for (const [file, text] of edited) writeFileSync(file, text);
for (const [from, to] of moves) {
  if (!existsSync(from)) continue;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}
writeFileSync(table.replace(/\.json$/, '.all.json'), JSON.stringify(Object.fromEntries(moves), null, 1));
execFileSync('git', ['add', '-A']);
console.log(`${moves.size} files moved, ${edited.size} rewritten`);
console.log(notes.join('\n'));
