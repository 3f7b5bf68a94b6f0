import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blankComments, blankStrings, findNamedModels } from '../scripts/findNamedModels.mjs';
import { MODELS as registered } from '../src/engine/models/index.ts';

const SRC = join(import.meta.dirname, '../src');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file))
  .map(file => file.replaceAll('\\', '/'))
  .sort();

/** Folder under src → the folders that it may import from, itself among them. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: ['engine'],
  oracles: ['oracles', 'engine'],
  storage: ['storage', 'engine'],
  workers: ['workers', 'engine', 'oracles', 'storage'],
  cli: ['cli', 'engine', 'oracles', 'storage'],
  ui: ['ui', 'engine'],
  package: ['package', 'engine', 'oracles', 'workers', 'ui'],
};
/**
 * Rooms of a layer in their order: each may import, also at runtime, from those before it. What stands at a layer's root is its
 * face and may import from all.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  engine: [
    'core',
    'python',
    'files',
    'log',
    'parameters',
    'statechart',
    'network',
    'embedding',
    'oracle',
    'setup',
    'statistics',
    'model',
    'checks',
    'run',
    'conditions',
    'traces',
    'stateMapping',
    'rules',
    'guard',
    'explain',
    'export',
    'events',
    'models',
    'worlds',
  ],
  oracles: ['client', 'local', 'http', 'recording', 'model', 'worlds'],
  workers: ['shared', 'protocol', 'localModels', 'layout', 'worlds', 'engine'],
  cli: ['output', 'files', 'checkpoints', 'options', 'guard', 'commands'],
  ui: [
    'lib',
    'policy',
    'styles',
    'run',
    'charts',
    'state',
    'contract',
    'reading',
    'model',
    'store',
    'paint',
    'hooks',
    'words',
    'controls',
    'files',
    'resources',
    'address',
    'life',
    'worlds',
    'savedRuns',
    'commands',
    'network',
    'scenarios',
    'views',
    'models',
    'app',
  ],
};
/** Files at a layer's root. */
const FACES = new Set([
  ...[
    'engine/index.ts',
    'cli/statescope.ts',
    'cli/runCommandLine.ts',
    'workers/connectEngine.ts',
    'workers/connectEngineWorker.ts',
    'ui/main.tsx',
  ],
]);
/** Folders whose files are all of one kind, a format each. */
const OF_ONE_KIND = ['engine/traces/agents', 'engine/network/formats'];
/** Most files of any other folder. */
const MAX_FILES = 25;

/** Pure words about oracles, the same on the page and on the command line. */
const WORDS_OF_ORACLES = new Set([
  ...[
    'oracles/http/urls.ts',
    'oracles/http/parseServerUrls.ts',
    'oracles/http/advice.ts',
    'oracles/local/getGgufName.ts',
  ],
]);
/** Packages that touch neither the DOM nor the network. */
const ENGINE_PACKAGES =
  /^(@lezer\/json|@lezer\/python|@lezer\/common|@noble\/hashes|acorn|d3-dsv|fflate|htmlparser2|jsonrepair|minisearch|re2js|saxes|sql\.js|yaml|zod)(\/|$)/;

const IMPORT =
  /(?:^|[;}\s])(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+\.tsx?)['"]/g;

/** Imports of a file, each with its line: paths under src, or names of packages. */
function placedImportsOf(file: string, source: string): { target: string; line: number }[] {
  const code = blankComments(source);
  return [...code.matchAll(IMPORT)].map(match => ({
    target: resolveImport(file, match[1] ?? match[2] ?? match[3]),
    line: lineAt(code, match.index + match[0].length),
  }));
}

function resolveImport(file: string, address: string): string {
  const name = address.replace(/\?[\w&]+$/, '');
  if (name === '#sha256') return 'engine/core/hashing/sha256.ts';
  return name.startsWith('.')
    ? normalize(join(dirname(file), name)).replace(/^\.\.\/src\//, '')
    : `package ${name}`;
}

const importsOf = (file: string, source: string): string[] =>
  placedImportsOf(file, source).map(({ target }) => target);

/** Why the order of rooms forbids an import within a layer, or null. */
function disorder(file: string, target: string): string | null {
  const [layer, room, ...below] = file.split('/');
  const [other, wanted, ...within] = target.split('/');
  if (layer !== other || ROOMS[layer] === undefined || below.length === 0) return null;
  if (within.length === 0) return `${room} may not import the face of ${layer}`;
  const order = ROOMS[layer];
  if (!order.includes(room)) return `${layer}/${room} is no room of the house`;
  return order.indexOf(wanted) <= order.indexOf(room) ? null : `${wanted} stands above ${room}`;
}

/** Why `file` must not import `target`, or null. */
function objection(file: string, target: string): string | null {
  const order = disorder(file, target);
  if (order !== null) return order;
  const layer = file.split('/')[0];
  if (/^package zod\b/.test(target) && file !== 'engine/core/zod.ts')
    return 'zod is set up in engine/core/zod.ts';
  if (target.startsWith('package ')) {
    if (file === 'engine/core/hashing/sha256.node.ts' && target === 'package node:crypto') return null;
    if (layer !== 'engine' || ENGINE_PACKAGES.test(target.slice('package '.length))) return null;
    return `the engine uses no ${target}`;
  }
  const allowed = MAY_IMPORT[layer];
  if (allowed === undefined) return `src/${layer} is not in the house`;
  if (layer === 'ui') {
    // Its address alone, for a link.
    if (/^\.\.\/docs\/[\w-]+\.md$/.test(target)) return null;
    if (target === 'workers/protocol/api.ts' || WORDS_OF_ORACLES.has(target)) return null;
    if (target === 'workers/connectEngineWorker.ts')
      return file === 'ui/commands/createPageCommands.ts' ? null : 'only createPageCommands meets the worker';
    if (target === 'workers/worlds/startWorldWorkers.ts')
      return /^ui\/commands\/(createWorldsCommands|createWorldsPlayer)\.ts$/.test(file)
        ? null
        : 'only createWorldsCommands and createWorldsPlayer have worlds played in workers';
    if (target === 'workers/layout/startLayout.ts')
      return file === 'ui/model/nestedPlacements.ts' ? null : 'only nestedPlacements lays out in a worker';
    if (target === 'workers/layout/startNetworkLayout.ts')
      return file === 'ui/network/layouts.ts' ? null : 'only layouts lays networks out in a worker';
    if (file.startsWith('ui/charts/') && /^ui\/(store\/|link\/)/.test(target))
      return 'charts take plain data';
  }
  return allowed.includes(target.split('/')[0]) ? null : `${layer} may import ${allowed.join(', ')} only`;
}

/** A rule that was broken, why it is one, and what to do. */
const explain = (rule: string, reason: string, remedy: string): string =>
  `${rule}, since ${reason}: ${remedy}.`;

/** Line of a place in a source, from 1. */
const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;

const EXPORTED =
  /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Non-null assertions in a source. */
const assertionsIn = (source: string): number =>
  blankStrings(source).match(/[\w)\]]!(?=[.,;)\]\s[(:}>]|$)(?!\s*=)/gm)?.length ?? 0;

/** Globals that would make a run depend on more than (configuration, answers), or differ between browsers. */
const FORBIDDEN = [
  /\bMath\s*\.\s*(?!(?:abs|ceil|clz32|floor|fround|imul|max|min|round|sign|sqrt|trunc|PI|E)\b)\w+/,
  /\bDate\s*\.\s*now\b|\bnew Date\(\s*\)|\bperformance\s*\./,
  /\b(?:setTimeout|setInterval|setImmediate|requestAnimationFrame)\b/,
  /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\s*\(/,
  /\b(?:document|window|navigator|localStorage|crypto|process)\s*\./,
  /\*\*/,
  /\blocaleCompare\b|\btoLocale\w*\b|\bIntl\s*\./,
];

describe('imports', () => {
  it('follow the arrows of the design', () => {
    expect(FILES.length).toBeGreaterThan(10);
    const wrong = FILES.flatMap(file =>
      placedImportsOf(file, readFileSync(join(SRC, file), 'utf8')).flatMap(({ target, line }) => {
        const why = objection(file, target);
        return why === null ? [] : [`${file}:${line} imports ${target}: ${why}`];
      }),
    );
    expect(
      wrong,
      explain(
        'A file imports from the rooms before its own and the layers below',
        'whoever reads a room then needs nothing above it',
        'move the part down, or pass it in from above',
      ),
    ).toEqual([]);
  });

  it.each([
    ['engine/run/run.ts', "import { x } from '../../oracles/x.ts';"],
    ['engine/run/run.ts', "import type { x } from '../../workers/protocol/api.ts';"],
    ['engine/run/run.ts', "import { readFileSync } from 'node:fs';"],
    ['engine/run/run.ts', "export * from 'comlink';"],
    ['oracles/x.ts', "const y = await import('../ui/store/pageState.ts');"],
    ['workers/engine/engine.worker.ts', "import '../../ui/tokens.ts';"],
    ['cli/statescope.ts', "import { x } from '../workers/protocol/api.ts';"],
    ['ui/app/App.tsx', "import {\n  x,\n} from '../../workers/connectEngineWorker.ts';"],
    ['engine/run/run.ts', "import * as z from 'zod/mini';"],
    ['oracles/x.ts', "import { z } from 'zod';"],
    ['ui/x.ts', "import url from '../workers/engine.worker.ts?worker&url';"],
    ['ui/views/View.tsx', "new Worker(new URL('../../workers/engine.worker.ts', import.meta.url))"],
    ['ui/views/View.tsx', "const { startLayout } = await import('../../workers/layout/startLayout.ts');"],
    ['ui/network/networkPainter.ts', "import('../../workers/layout/startNetworkLayout.ts')"],
    ['ui/charts/area.ts', "import { store } from '../store/createPageStore.ts';"],
    ['extra/x.ts', "import { x } from '../engine/run.ts';"],
    ['engine/core/x.ts', "import { x } from '../run/run.ts';"],
    ['engine/run/x.ts', "const { x } = await import('../models/index.ts');"],
    ['engine/run/x.ts', "import type { x } from '../index.ts';"],
    ['ui/lib/x.ts', "import type { PageState } from '../state/pageState.ts';"],
  ])('from %s are refused: %s', (file, source) => {
    expect(importsOf(file, source).map(target => objection(file, target))).toEqual([expect.any(String)]);
  });

  it.each([
    ['engine/log/log.ts', "import { sha256 } from '@noble/hashes/sha2.js';"],
    ['engine/log/log.ts', "// import { x } from '../ui/x.ts';"],
    [
      'workers/engine/engine.worker.ts',
      "import { expose } from 'comlink';\nimport { run } from '../engine/run.ts';",
    ],
    ['engine/core/zod.ts', "export * from 'zod/mini';"],
    ['workers/x.ts', "import url from './engine.worker.ts?worker&url';"],
    ['cli/statescope.ts', "import { readFileSync } from 'node:fs';\nimport { x } from '../oracles/x.ts';"],
    [
      'ui/commands/createPageCommands.ts',
      "import { x } from '../../workers/connectEngineWorker.ts';\nimport { store } from './store.ts';",
    ],
    ['ui/views/View.tsx', "import type { x } from '../../workers/protocol/api.ts';"],
    ['ui/network/layouts.ts', "const x = import('../../workers/layout/startNetworkLayout.ts');"],
    ['ui/model/nestedPlacements.ts', "const x = import('../../workers/layout/startLayout.ts');"],
  ])('from %s are allowed: %s', (file, source) => {
    expect(
      importsOf(file, source)
        .map(target => objection(file, target))
        .every(why => why === null),
    ).toBe(true);
  });
});

/**
 * Where the engine loads code late, besides an agent model's entry: the checks of a language model's set-up, the reader of
 * a chart for the parameters that it declares, the readers of network files, that of SQLite, and the two large reports of recorded agents.
 */
const LATE = [
  'engine/models/chart/chartSpec.ts',
  'engine/models/openRun.ts',
  'engine/models/recorded/reports/createRecordedReporter.ts',
  'engine/network/loadNetwork.ts',
  'engine/traces/createTraceReader.ts',
];

it('the engine loads code late only where an agent model enters, and at five seams', () => {
  const late = FILES.filter(
    file =>
      file.startsWith('engine/') &&
      /\bimport\(\s*'/.test(
        readFileSync(join(SRC, file), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*|typeof import\(/gm, ''),
      ),
  );
  expect(late.filter(file => !/^engine\/models\/(?:\w+\/)?(?:index|\w*[mM]odel)\.ts$/.test(file))).toEqual(
    LATE,
  );
});

describe('the rooms', () => {
  it('stand in the README of their layer in the order of their imports, with a README each', () => {
    for (const [layer, rooms] of Object.entries(ROOMS)) {
      const readme = readFileSync(join(SRC, layer, 'README.md'), 'utf8');
      expect([...readme.matchAll(/^\d+\. \[(\w+)\]/gm)].map(([, room]) => room)).toEqual(rooms);
      for (const room of rooms) {
        const [first, ...others] = readFileSync(join(SRC, layer, room, 'README.md'), 'utf8').matchAll(
          /`([\w/.]+\.\w+)`/g,
        );
        for (const [, file] of [first, ...others]) readFileSync(join(SRC, layer, room, file));
      }
    }
  });

  it('are all that a layer holds apart from its face', () => {
    const loose = FILES.filter(file => /^\w+\/[^/]+$/.test(file) && !/^(?:storage|package)\//.test(file));
    expect(
      loose.filter(file => !FACES.has(file)),
      explain(
        'A layer has no loose file but its face',
        'a reader finds a file by its room',
        'move it into a room, or add a layer’s face to FACES',
      ),
    ).toEqual([]);
    expect([...FACES].filter(file => !loose.includes(file))).toEqual([]);
    const rooms = new Set(
      FILES.filter(file => file.split('/').length > 2).map(file => file.split('/').slice(0, 2).join('/')),
    );
    const known = [
      ...Object.entries(ROOMS).flatMap(([layer, names]) => names.map(name => `${layer}/${name}`)),
      'package/embed',
    ];
    expect(
      [...rooms].filter(room => !known.includes(room)),
      explain(
        'A room is listed in ROOMS and in its layer’s README',
        'their order is the order of imports',
        'add it to both, with a README of its own, or use a room that is there',
      ),
    ).toEqual([]);
  });

  it('have no folder with more files than can be surveyed, unless they are of one kind', () => {
    const sizes = new Map<string, number>();
    for (const file of FILES) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
    const full = [...sizes].filter(([folder, files]) => files > MAX_FILES && !OF_ONE_KIND.includes(folder));
    expect(
      full,
      explain(`A folder has at most ${MAX_FILES} files`, 'more cannot be surveyed', 'divide it by subject'),
    ).toEqual([]);
  });
});

describe('the engine', () => {
  it('reads no clock, random source, browser or locale, and keeps to exact arithmetic', () => {
    const found = FILES.filter(file => file.startsWith('engine/')).flatMap(file => {
      const source = blankStrings(readFileSync(join(SRC, file), 'utf8'));
      return FORBIDDEN.flatMap(pattern => {
        const match = pattern.exec(source);
        return match === null ? [] : [`${file}:${lineAt(source, match.index)}: ${match[0]}`];
      });
    });
    expect(
      found,
      explain(
        'The engine reads no clock, random source, browser or locale',
        'the same set-up and answers must give the same bytes everywhere',
        'draw with Random, or have the value passed in',
      ),
    ).toEqual([]);
  });

  it.each([
    'Math.random()',
    'Math.exp(x)',
    'Math.log2(x)',
    'Math.pow(x, 2)',
    'x ** 2',
    'Date.now()',
    'new Date()',
    'performance.now()',
    'setTimeout(f, 1)',
    'await fetch(url)',
    'a.localeCompare(b)',
    'n.toLocaleString()',
    'new Intl.Collator()',
    'document.title',
  ])('may not contain %s', code => {
    expect(FORBIDDEN.some(pattern => pattern.test(blankStrings(code)))).toBe(true);
  });

  it.each([
    'Math.floor(Math.sqrt(x))',
    "'Date.now()'",
    '// Math.exp',
    '/* x ** 2 */',
    'new Date(ms)',
    'prefetch(x)',
  ])('may contain %s', code => {
    expect(FORBIDDEN.some(pattern => pattern.test(blankStrings(code)))).toBe(false);
  });
});

const MODELS = registered.map(({ name }) => name);

/** Places that write the store past its slices. */
const writesStore = (file: string, source: string): boolean =>
  file.startsWith('ui/') && !file.startsWith('ui/store/') && /\bsetState\(/.test(blankStrings(source));

/** Imports within the sources, by file. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** The shortest way along imports from one file to another, both among them; null if there is none. */
function findWay(imports: Imports, from: string, to: string): readonly string[] | null {
  const before = new Map<string, string>();
  for (const queue = [from]; queue.length > 0; ) {
    const file = queue.shift() as string;
    for (const target of imports.get(file) ?? []) {
      if (before.has(target)) continue;
      before.set(target, file);
      if (target === to) {
        const way = [to];
        do way.unshift(before.get(way[0]) as string);
        while (way[0] !== from);
        return way;
      }
      queue.push(target);
    }
  }
  return null;
}

const without = (imports: Imports, from: string, to: string): Imports =>
  new Map(imports).set(
    from,
    (imports.get(from) ?? []).filter(target => target !== to),
  );

/** Imports that are left when, again and again, files go that import none of the others, or that none of them imports. */
function knot(imports: Imports): Imports {
  let left = new Map(imports);
  for (;;) {
    const wanted = new Set([...left.values()].flat());
    const next = new Map(
      [...left].flatMap(([file, targets]) => {
        if (!wanted.has(file)) return [];
        const kept = targets.filter(target => left.has(target));
        return kept.length > 0 ? [[file, kept] as const] : [];
      }),
    );
    if (next.size === left.size) return next;
    left = next;
  }
}

/**
 * Circles in which files import each other, types as well: of those that one import closes only the shortest, with that
 * import.
 */
function circles(imports: Imports): string[] {
  const found: string[] = [];
  for (let left = knot(imports); left.size > 0; ) {
    const ways = [...left.keys()]
      .flatMap(file => [findWay(left, file, file) ?? []])
      .filter(way => way.length > 0);
    const way = ways.reduce((least, one) => (one.length < least.length ? one : least));
    const edges = way.slice(1).map((to, at) => [way[at], to] as const);
    const sizes = edges.map(([from, to]) => knot(without(left, from, to)).size);
    const least = sizes.indexOf(Math.min(...sizes));
    found.push(
      `${way.join(' → ')}: without ${edges[least].join(' → ')}, ${sizes[least]} of ${left.size} files stand in circles`,
    );
    left = knot(without(left, ...edges[least]));
  }
  return found;
}

describe('the source', () => {
  const sources = new Map(FILES.map(file => [file, readFileSync(join(SRC, file), 'utf8')]));

  it('knows a model by name in its own folder and in the registries alone', () => {
    const found = [...sources].flatMap(([file, source]) =>
      findNamedModels(file, source, MODELS).map(({ model, line }) => `${file}:${line}: ${model}`),
    );
    expect(
      found,
      explain(
        'A model is named in its own folders and in the registries',
        'models come and go without a change elsewhere',
        'ask the registry, or say it in the model’s spec, state or plugin',
      ),
    ).toEqual([]);
  });

  it.each([
    [
      'ui/store/slices/createRunSlice.ts',
      "import type { SocialFrame } from '../../engine/models/social/frame.ts';",
    ],
    ['ui/views/bar/Bar.tsx', "if (model === 'governed') return null;"],
    ['ui/commands/createPageCommands.ts', 'const link = { compareGoverned: () => keepWorkflow(files) };'],
    ['ui/models/social/socialAppearance.ts', "import { x } from '../librarian/look.ts';"],
    ['engine/run/run.ts', "import { x } from './models/governed/state.ts';"],
    ['cli/commands/playWholeRun.ts', "if (run.model.name === 'workflow') return;"],
    ['engine/models/social/socialState.ts', "import { x } from '../governed/missionLedger.ts';"],
    ['workers/engine/engineSession.ts', "import { x } from '../engine/models/chart/state.ts';"],
  ])('may not name a model in %s: %s', (file, source) => {
    expect(findNamedModels(file, source, MODELS)).not.toEqual([]);
  });

  it.each([
    ['ui/models/social/socialAppearance.ts', "export const SOCIAL_LOOK = { name: 'social' };"],
    ['ui/models/index.ts', "import { SOCIAL_PLUGIN } from './social/plugin.ts';"],
    ['ui/store/slices/createRunSlice.ts', '// A social run has posts.'],
    ['engine/files/detectFileKind.ts', "const KINDS = [['an older social file (in Excel)', /^d0/]];"],
  ])('may name one in %s: %s', (file, source) => {
    expect(findNamedModels(file, source, MODELS)).toEqual([]);
  });

  it('writes its state in slices alone', () => {
    expect([...sources].filter(([file, source]) => writesStore(file, source))).toEqual([]);
    expect(writesStore('ui/views/bar/Bar.tsx', 'store.setState({ panel: null });')).toBe(true);
    expect(writesStore('ui/store/slices/createRunSlice.ts', 'store.setState({ head: 1 });')).toBe(false);
  });

  it('has no imports in a circle, those at runtime among them', () => {
    // A worker is started by its address; what it runs is a program of its own.
    const starts = (target: string) => target.endsWith('.worker.ts');
    const importsWithin = (file: string, source: string) =>
      importsOf(file, source).filter(target => sources.has(target) && !starts(target));
    const imports = new Map([...sources].map(([file, source]) => [file, importsWithin(file, source)]));
    expect(
      circles(imports),
      explain(
        'Files do not import each other in a circle',
        'none of them can be read, or loaded, by itself',
        'move what they share into a third file, or take it as an argument',
      ),
    ).toEqual([]);
    expect(
      circles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b → c → b: without b → c, 0 of 2 files stand in circles']);
    // A chain, and one import from its end to its beginning: one circle, and the import that closes it.
    expect(
      circles(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['d']],
          ['c', ['d']],
          ['d', ['a']],
        ]),
      ),
    ).toEqual(['a → b → d → a: without d → a, 0 of 4 files stand in circles']);
  });
});

describe('assertions that a value is there', () => {
  it('are at most two in a thousand lines', () => {
    const sources = FILES.map(file => readFileSync(join(SRC, file), 'utf8'));
    const lines = sources.reduce((sum, source) => sum + source.split('\n').length, 0);
    const asserted = sources.reduce((sum, source) => sum + assertionsIn(source), 0);
    expect(asserted / lines).toBeLessThanOrEqual(2 / 1000);
  });

  it.each([
    ['run!.head', 1],
    ['rows[0]!, rows.at(-1)!', 2],
    ['a !== b && !c', 0],
    ["'stop!'; // now!", 0],
  ])('are counted: %s', (code, count) => {
    expect(assertionsIn(code)).toBe(count);
  });
});

describe('exported types', () => {
  it('have a name of their own across the layers', () => {
    const declared = new Map<string, Set<string>>();
    for (const file of FILES) {
      const source = blankComments(readFileSync(join(SRC, file), 'utf8'));
      for (const [, name] of source.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm)) {
        const layers = declared.get(name) ?? new Set();
        declared.set(name, layers.add(file.split('/')[0]));
      }
    }
    expect(
      [...declared].filter(([, layers]) => layers.size > 1).map(([name]) => name),
      explain(
        'An exported type has a name that no other layer uses',
        'a reader knows which one is meant',
        'name it by what it is in its layer',
      ),
    ).toEqual([]);
  });
});

/** Names that a source takes from others by name, each with the file it comes from. */
function namesTaken(file: string, source: string): { target: string; name: string }[] {
  const code = blankComments(source);
  const lists = [
    ...code.matchAll(/(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+['"]([^'"]+)['"]/g),
    ...code.matchAll(/\{([^{}]*)\}\s*=\s*await\s+import\(\s*['"]([^'"]+)['"]\s*\)/g),
  ];
  return lists.flatMap(([, names, address]) =>
    names.split(',').flatMap(one => {
      const name = one
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+|:/)[0]
        .trim();
      return name === '' ? [] : [{ target: resolveImport(file, address), name }];
    }),
  );
}

/** Files whose exports a source takes all at once, or by a way that names none: `import * as x`, `(await import(…)).x`. */
function filesTaken(file: string, source: string): string[] {
  const code = blankComments(source);
  const whole = [
    ...code.matchAll(/(?:import|export)\s+(?:type\s+)?\*\s+(?:as\s+\w+\s+)?from\s+['"]([^'"]+)['"]/g),
    ...code.matchAll(/(?<!\}\s*=\s*await\s+)import\(\s*['"]([^'"]+)['"]\s*\)/g),
    ...code.matchAll(/\bimport(?:Actual|Original)?(?:<[^>]*>)?\(\s*['"](\.[^'"]+)['"]/g),
    ...code.matchAll(/new URL\(\s*['"](\.[^'"]+\.tsx?)['"]/g),
  ];
  return whole.map(([, address]) => resolveImport(file, address));
}

describe('exports', () => {
  it('are imported by another file, of the source, its tests or its scripts', () => {
    const root = join(SRC, '..');
    const readers = ['src', 'test', 'scripts', 'examples'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(file => /\.(?:tsx?|mjs)$/.test(file))
        .map(file => `${folder}/${file.replaceAll('\\', '/')}`),
    );
    const taken = new Set<string>();
    for (const file of readers) {
      // As if it stood in src, from where all names of files are counted.
      const place = `../${file}`.replace(/^\.\.\/src\//, '');
      const source = readFileSync(join(root, file), 'utf8');
      for (const { target, name } of namesTaken(place, source)) taken.add(`${target}: ${name}`);
      for (const target of filesTaken(place, source)) taken.add(target);
    }
    // Entries of the package are for others.
    const inner = FILES.filter(file => !/^package\/\w+\.ts$/.test(file) && !FACES.has(file));
    const idle = inner
      .filter(file => !taken.has(file))
      .flatMap(file => {
        const source = readFileSync(join(SRC, file), 'utf8');
        return [...source.matchAll(EXPORTED)].flatMap(({ 1: name, index }) =>
          taken.has(`${file}: ${name}`) ? [] : [`${file}:${lineAt(source, index)}: ${name}`],
        );
      });
    expect(
      idle,
      explain(
        'An export is imported by another file, of the source, its tests or its scripts',
        'what nobody uses is dead',
        'remove the word export, or what it stands before',
      ),
    ).toEqual([]);
  });

  it.each([
    ["import { a, type B as C } from './x.ts';", ['ui/x.ts: a', 'ui/x.ts: B']],
    ["export type { D } from '../engine/x.ts';", ['engine/x.ts: D']],
    ["const { e: own, f } = await import('./y.ts');", ['ui/y.ts: e', 'ui/y.ts: f']],
    ["// import { a } from './x.ts';\nconst a = 1;", []],
  ])('count as imported: %s', (source, names) => {
    expect(namesTaken('ui/z.ts', source).map(({ target, name }) => `${target}: ${name}`)).toEqual(names);
  });
});

/** Exports of a source that no docstring stands right before. */
const undocumentedIn = (source: string): { name: string; line: number }[] =>
  [...source.matchAll(EXPORTED)]
    .filter(({ index }) => !/\*\/\s*(?:\/\/[^\n]*\s*)*$/.test(source.slice(0, index)))
    .map(({ 1: name, index }) => ({ name, line: lineAt(source, index) }));

describe('docstrings', () => {
  it('stand before every export, types among them', () => {
    const missing = FILES.flatMap(file =>
      undocumentedIn(readFileSync(join(SRC, file), 'utf8')).map(
        ({ name, line }) => `${file}:${line}: ${name}`,
      ),
    );
    expect(
      missing,
      explain(
        'A docstring stands before every export',
        'the reference is made of them',
        'write a line that begins with a noun',
      ),
    ).toEqual([]);
  });

  it.each(['poet', 'rumour'])('stand before every export of the model to copy from: %s', example => {
    const folder = join(import.meta.dirname, 'fixtures', example);
    const missing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /^(?:engine|ui)\W.*\.tsx?$/.test(file))
      .flatMap(file =>
        undocumentedIn(readFileSync(join(folder, file), 'utf8')).map(
          ({ name, line }) => `${file}:${line}: ${name}`,
        ),
      );
    expect(missing).toEqual([]);
  });

  it.each([
    ['/** Ticks. */\nexport type Tick = number;', []],
    ['/** Adds. */\n// biome-ignore lint/x: y\nexport function add() {}', []],
    ['/** One. */\nexport const ONE = 1;\nexport const TWO = 2;', ['TWO']],
    ["import { a } from './a.ts';\n\n// A remark.\nexport interface Place {", ['Place']],
  ])('are reported where they are missing: %j', (source, names) => {
    expect(undocumentedIn(source).map(({ name }) => name)).toEqual(names);
  });
});
