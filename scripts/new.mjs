// npm run new:model NAME, new:trace-format NAME, new:network-format NAME: a skeleton that passes the checks at once, from the
// worked examples in test/fixtures, with its line in each registry and a test. new:model NAME -- --choices: agents on a network that
// choose among options, in place of agents that answer in texts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findNamedModels } from './findNamedModels.mjs';
import { ensureInstalled, fail, ROOT as PROJECT } from './install.mjs';

ensureInstalled();
// npm keeps what stands before its own "--" to itself.
const isMeantForNpm = process.env.npm_config_choices === 'true';
const options = [
  ...process.argv.slice(2).filter(word => word.startsWith('--')),
  ...(isMeantForNpm ? ['--choices'] : []),
];
const [kind, name = '', root = PROJECT] = process.argv.slice(2).filter(word => !word.startsWith('--'));
/** Words that no constant can be called. */
const RESERVED = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
);
const KINDS = { model: addModel, 'trace-format': addTraceFormat, 'network-format': addNetworkFormat };
if (!Object.hasOwn(KINDS, kind)) fail(`There is no ${kind} to begin with: ${Object.keys(KINDS).join(', ')}.`);
if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
  fail(
    `A name begins with a small letter and has letters and digits alone, such as "trader", not ${JSON.stringify(name)}.`,
  );
if (RESERVED.has(name)) fail(`${name} is a word of the language; take another name.`);
const unknown = options.find(option => kind !== 'model' || option !== '--choices');
if (unknown !== undefined) fail(`${unknown} is unknown here; new:model takes --choices.`);
const Name = name[0].toUpperCase() + name.slice(1);
const NAME = name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase();
/** Files that were written, each with its content before; null for a new one. */
const WRITTEN = new Map();
// Half a skeleton is worse than none.
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
  process.once(signal, () => process.exit(status));
process.on('exit', status => {
  if (status !== 0 && WRITTEN.size > 0) undo();
});

/** Worked examples of models: poets answer in texts, people with a rumour choose among options, on a network. */
const EXAMPLE = options.includes('--choices') ? 'rumour' : 'poet';
const Example = EXAMPLE[0].toUpperCase() + EXAMPLE.slice(1);

/** An example of test/fixtures under another name. */
function addModel() {
  const halves = [
    [`test/fixtures/${EXAMPLE}/engine`, `src/engine/models/${name}`],
    [`test/fixtures/${EXAMPLE}/ui`, `src/ui/models/${name}`],
  ];
  for (const [, to] of halves) if (existsSync(at(to))) fail(`${to} is there already.`);
  if (['poet', 'rumour'].includes(name)) fail(`${name} is the worked example itself; take another name.`);
  const taken = findWordUse(name);
  if (taken !== undefined)
    fail(`${name} is a word of the code, as in ${taken}: no model could be told from it. Take another name.`);
  const domain = nextDomain();
  for (const [from, to] of halves)
    for (const file of readdirSync(at(from))) {
      const target = `${to}/${renamed(file)}`;
      const text = renamed(readFileSync(at(from, file), 'utf8'))
        .replace(/(Domain = \{ )([^}]+)/, (_, head, list) => {
          let number = domain;
          return head + list.replace(/\d+/g, () => number++);
        })
        .replace(/from '(\.\.?\/[^']+)'|import\('(\.\.?\/[^']+)'\)/g, (whole, one, other) =>
          whole.replace(one ?? other, moved(`${from}/${file}`, one ?? other, target)),
        );
      write(target, text);
    }
  addToList('src/engine/models/index.ts', 'MODELS', name, `./${name}/index.ts`);
  addToList('src/ui/models/index.ts', 'MODELS', name, `./${name}/index.ts`);
  write(`test/engine/models/${name}/${name}.test.ts`, modelTest());
  addReporter();
  return `the chart in src/engine/models/${name}/${name}Chart.ts; the rest by docs/adding-a-model.md.`;
}

/** A file in which a word stands where no model may be named; undefined for none. */
function findWordUse(word) {
  const files = readdirSync(at('src'), { recursive: true, encoding: 'utf8' }).filter(file =>
    /\.tsx?$/.test(file),
  );
  return files
    .sort()
    .find(file => findNamedModels(file, readFileSync(at('src', file), 'utf8'), [word]).length > 0);
}

/** Where an import of the example leads once both ends have moved. */
function moved(file, path, target) {
  const was = join(dirname(file), path);
  const half = new RegExp(`^test/fixtures/${EXAMPLE}/(engine|ui)/(.*)$`).exec(was);
  const now = half === null ? was : `src/${half[1]}/models/${name}/${renamed(half[2])}`;
  const way = relative(dirname(target), now).replaceAll('\\', '/');
  return way.startsWith('.') ? way : `./${way}`;
}

const renamed = text =>
  text.replaceAll(EXAMPLE, name).replaceAll(Example, Name).replaceAll(EXAMPLE.toUpperCase(), NAME);

/** Tests read a run's reports without a wait. */
function addReporter() {
  const file = 'test/engine/reports.ts';
  const text = readFileSync(at(file), 'utf8');
  const line = `import { create${Name}Reporter as ${name} } from '../../src/engine/models/${name}/create${Name}Reporter.ts';\n`;
  const place = text.indexOf('import { createPoetReporter');
  const list = /(REPORTERS[^{]*\{\n)/;
  if (place < 0 || !list.test(text)) fail(`${file} has no list REPORTERS.`);
  const withImport = text.slice(0, place) + line + text.slice(place);
  write(file, withImport.replace(list, `$1  ${name},\n`), true);
}

const SCHEMA_TEST = 'is made from the schema that the code uses';

/** The schema of run documents, of all models: its test writes it. */
function updateSchema() {
  keep('public/run-document.schema.json');
  const { status, stdout } = spawnSync(
    join(PROJECT, 'node_modules/.bin/vitest'),
    ['run', '--project', 'unit', 'test/engine/fixtures.test.ts', '-t', SCHEMA_TEST],
    { cwd: root, encoding: 'utf8', env: { ...process.env, UPDATE_FIXTURES: '1' } },
  );
  if (status === null) process.exit(130);
  if (status !== 0) fail(`The schema of run documents could not be written: ${stdout.slice(-2000)}`);
  console.log('changed   public/run-document.schema.json');
}

/** The lowest number above those of all random streams. */
function nextDomain() {
  const files = readdirSync(at('src/engine'), { recursive: true }).filter(file =>
    /(?:Domain|Spec|random)\.ts$/.test(file),
  );
  const numbers = files.flatMap(file => {
    const text = readFileSync(at('src/engine', file), 'utf8');
    return [...text.matchAll(/Domain = \{([\s\S]*?)\} as const/g)].flatMap(([, body]) =>
      [...body.matchAll(/\w+: (\d+)/g)].map(([, number]) => Number(number)),
    );
  });
  return Math.max(...numbers) + 1;
}

/** What the test of an example expects of it. */
const EXPECTED = {
  poet: {
    name: `toBe('${Name} 1')`,
    outcome: `const silent = stateDistribution(run.machine).silent / run.config.agents;
  expect(nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick))).toMatchObject({ silent_share: silent });`,
  },
  rumour: {
    name: 'toMatch(/^\\p{L}+ \\p{L}+/u)',
    outcome: `const heard = 1 - stateDistribution(run.machine).unaware / run.config.agents;
  expect(heard).toBeGreaterThan(0);
  expect(nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick))).toMatchObject({
    heard_share: expect.closeTo(heard, 6),
  });`,
  },
}[EXAMPLE];

const modelTest = () => `import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import { ${name} } from '../../../../src/engine/models/${name}/index.ts';
import type { ${Name}ModelState } from '../../../../src/engine/models/${name}/${name}Model.ts';
import { nameOutcomeValues } from '../../../../src/engine/model/outcomeDefinition.ts';
import { playRunTicks } from '../../../../src/engine/run/playRunTicks.ts';
import { stateDistribution } from '../../../../src/engine/statechart/countAgentsByState.ts';

/** A run of the model, played to a round. */
async function play(rounds: number, seed: number) {
  const setup = { ...createDefaultSetup(await ${name}.spec()), seed };
  const bundled = async (path: string) => new Uint8Array(readFileSync(\`public/\${path}\`));
  const { run } = await openRun(setup, { bundled, files: {} });
  await playRunTicks(run, { oracle: run.policy, until: rounds });
  return run;
}

it('gives the same run for the same seed, and another for another one', async () => {
  const [one, same, other] = [await play(6, 1), await play(6, 1), await play(6, 2)];
  expect(one.hash).toBe(same.hash);
  expect(one.hash).not.toBe(other.hash);
});

it('gives each agent a name', async () => {
  const { state } = await play(0, 1);
  expect((state as unknown as ${Name}ModelState).nameOf(0)).${EXPECTED.name};
});

it('counts as its chart does', async () => {
  const run = await play(200, 1);
  expect(run.state.isOver).toBe(true);
  ${EXPECTED.outcome}
});

it('goes on from where it was saved', async () => {
  const whole = await play(6, 1);
  const restored = await play(0, 1);
  restored.restore(JSON.parse(JSON.stringify((await play(3, 1)).save())));
  await playRunTicks(restored, { oracle: restored.policy, until: 6 });
  expect(restored.hash).toBe(whole.hash);
});
`;

/** The diary of test/fixtures under another name: an object of JSON for each case. */
function addTraceFormat() {
  const file = `src/engine/traces/agents/${name}.ts`;
  if (existsSync(at(file))) fail(`${file} is there already.`);
  checkConstant('src/engine/traces/formats.ts');
  const text = readFileSync(at('test/fixtures/formats/diary.ts'), 'utf8')
    .replaceAll('../../../src/engine/traces/', '../')
    .replace(/A worked example of a trace format: a/, 'A')
    .replaceAll("'diary'", `'${name}'`)
    .replaceAll('"diary"', `"${name}"`)
    .replaceAll('DIARY', NAME);
  write(file, text);
  addToList('src/engine/traces/formats.ts', 'VALUE_FORMATS', NAME, `./agents/${name}.ts`, true);
  addOriginal();
  write(
    `test/engine/traces/agents/${name}.test.ts`,
    `import { expect, it } from 'vitest';
import { createTraceReader } from '../../../../src/engine/traces/createTraceReader.ts';

it('reads a case and its steps', () => {
  const reader = createTraceReader();
  const file = reader.open('case.jsonl');
  const text = '{"${name}": "one", "did": [{"what": "search", "so": "2 hits"}, {"what": "read"}]}\\n';
  file.write(new TextEncoder().encode(text));
  file.end();
  const { cases, found } = reader.end();
  expect(found.map(({ format }) => format)).toEqual(['${name}']);
  expect(cases).toMatchObject([{ id: 'one', steps: [{ tool: 'search', result: '2 hits' }, { tool: 'read', result: null }] }]);
});
`,
  );
  return `what the format really looks like, in ${file}.`;
}

/** An example of the format among those that a test breaks in every way. */
function addOriginal() {
  const file = 'test/engine/traces/malformed.test.ts';
  const text = readFileSync(at(file), 'utf8');
  const head = /(const ORIGINALS[^{]*\{\n)/;
  if (!head.test(text)) fail(`${file} has no list ORIGINALS.`);
  const line = ['one', 'two']
    .map(id => `{"${name}": "${id}", "did": [{"what": "search", "so": "2 hits"}, {"what": "read"}]}\\n`)
    .join('');
  write(file, text.replace(head, `$1  '${name}.jsonl':\n    '${line}',\n`), true);
}

/** The roster of test/fixtures under another name: a line for each node. */
function addNetworkFormat() {
  const file = `src/engine/network/formats/${name}.ts`;
  if (existsSync(at(file))) fail(`${file} is there already.`);
  checkConstant('src/engine/network/formats/index.ts');
  const text = readFileSync(at('test/fixtures/formats/roster.ts'), 'utf8')
    .replaceAll('../../../src/engine/network/formats/', './')
    .replace(/A worked example of a network format: rosters, a line each/, 'A line for each node')
    .replaceAll("'roster'", `'${name.toLowerCase()}'`)
    .replaceAll('ROSTER', NAME)
    .replaceAll('readRoster', `read${Name}`);
  write(file, text);
  addToList('src/engine/network/formats/index.ts', 'TEXT_NETWORKS', NAME, `./${name}.ts`, true);
  write(
    `test/engine/network/formats/${name}.test.ts`,
    `import { expect, it } from 'vitest';
import { readNetwork } from '../../../../src/engine/network/reading/readNetwork.ts';

it('reads nodes with their links, and names a line that is not one', () => {
  const { network, reading } = readNetwork('class.${name.toLowerCase()}', 'anna (red): ben 2, carl\\nben (red): anna\\n');
  expect([network.nodes, network.edges, reading.format]).toEqual([3, 3, '${name.toLowerCase()}']);
  expect(() => readNetwork('class.${name.toLowerCase()}', 'anna: ben\\n!\\n')).toThrow('line 2');
});
`,
  );
  return `what the format really looks like, in ${file}.`;
}

/** Adds an import and a name to a list; first, where of several that fit the first counts. */
function addToList(file, list, item, from, isFirst = false) {
  const text = readFileSync(at(file), 'utf8');
  const pattern = new RegExp(`(\\b${list}: [^=]*= \\[)([^\\]]*)\\]`);
  if (!pattern.test(text)) fail(`${file} has no list ${list}.`);
  const listed = text.replace(pattern, (_, head, items) => {
    const names = items
      .split(',')
      .map(one => one.trim())
      .filter(Boolean);
    const all = isFirst ? [item, ...names] : [...names, item];
    const line = `${head}${all.join(', ')}]`;
    return line.length <= 100 && !/\n/.test(items)
      ? line
      : `${head}\n${all.map(one => `  ${one},\n`).join('')}]`;
  });
  // Imports stand in the order of their paths.
  const lines = listed.split('\n');
  const added = `import { ${item} } from '${from}';`;
  const pathOf = line => /from '(\.[^']+)';$/.exec(line)?.[1];
  const after = lines.findLastIndex(
    line => /^import|^\} from/.test(line) && pathOf(line) !== undefined && pathOf(line) < from,
  );
  const last = lines.findLastIndex(line => /^import .*;$|^\} from .*;$/.test(line));
  lines.splice((after < 0 ? last : after) + 1, 0, added);
  write(file, lines.join('\n'), true);
}

/** The registry must not know another thing by the name of the format's constant. */
function checkConstant(registry) {
  if (new RegExp(`\\b${NAME}\\b`).test(readFileSync(at(registry), 'utf8')))
    fail(`${NAME} is in ${registry} already; take another name.`);
}

function at(...parts) {
  return join(root, ...parts);
}

function write(file, text, isThere = false) {
  keep(file);
  mkdirSync(dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
  console.log(`${isThere ? 'changed' : 'wrote'}   ${file}`);
}

function keep(file) {
  if (!WRITTEN.has(file)) WRITTEN.set(file, existsSync(at(file)) ? readFileSync(at(file)) : null);
}

/** Puts every file back as it was; folders that are empty then go. */
function undo() {
  for (const [file, before] of WRITTEN) {
    if (before !== null) {
      writeFileSync(at(file), before);
      continue;
    }
    rmSync(at(file), { force: true });
    for (let folder = dirname(file); readdirSync(at(folder)).length === 0; folder = dirname(folder))
      rmdirSync(at(folder));
  }
  console.error('Nothing was kept: all files are as they were.');
}

/** Signals that came while everything waited are heard now, before anything is called done. */
function hearSignals() {
  return new Promise(resolve => setTimeout(resolve));
}

const next = KINDS[kind]();
const { status, stdout } = spawnSync(
  join(PROJECT, 'node_modules/.bin/biome'),
  ['check', '--write', ...WRITTEN.keys()],
  {
    cwd: root,
    encoding: 'utf8',
  },
);
await hearSignals();
if (status !== 0) fail(`The form of the files is not right: ${stdout}`);
if (kind === 'model') updateSchema();
await hearSignals();
console.log(`Next: ${next} npm run check tries it.`);
