// npm run test:agents [-- NAME …]: real coding agents of today, installed from npm into temporary folders with a home of
// their own, ask a scripted model on this machine, with and without the guard. Compared: calls that ran, what the model
// saw, the guard's own files, its report, and what a receiver of its spans got.
// A framework's agent has the guard in its own process, and its tools are guarded.
// Needs the package registry, so it is no part of npm test. One line for each agent; ends with 1 if one differs.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { AGENTS, FRAMEWORKS, MOST_CALLS, PROMPT } from '../test/agents/agents.mjs';
import {
  comparePlay,
  compareReport,
  compareSpans,
  PLAYS,
  POLICY,
  readSessions,
  summarizeSession,
} from '../test/agents/plays.mjs';
import { startScriptedModel } from '../test/agents/scriptedModel.mjs';
import { startCollector } from '../test/sdks/servers.mjs';
import { ROOT } from './install.mjs';
import { ENVIRONMENT, installPackages, runCommand, testPrograms } from './outside.mjs';

/** Seconds that each part may take. */
const LIMITS = { play: 120, review: 60, guard: 120, build: 180 };
/** A port at which nobody listens: a proxy there keeps an agent from reaching anything but this machine. */
const NOWHERE = 'http://127.0.0.1:9';
/** Words of the fault that a receiver did not answer in time. */
const LATE = 'takes no report';
const LOOPBACK = '127.0.0.1,localhost';

await testPrograms({
  kind: 'agent',
  all: [...Object.keys(AGENTS), ...Object.keys(FRAMEWORKS)],
  listVersions: name => Object.entries({ ...AGENTS, ...FRAMEWORKS }[name].packages),
  test: (name, ...rest) => (name in AGENTS ? testAgent : testFramework)(name, ...rest),
});

async function testAgent(name, folder, servers) {
  const agent = AGENTS[name];
  const node = await installPackages(folder, agent);
  const places = Object.fromEntries(
    ['home', 'work', 'guard', 'traces'].map(place => [place, join(folder, place)]),
  );
  for (const place of ['home', 'work', 'traces']) mkdirSync(places[place]);
  const model = await startScriptedModel();
  const collector = await startCollector(places.traces);
  servers.push(model, collector);
  const start = {
    program: join(folder, 'node_modules', '.bin', agent.program),
    cwd: places.work,
    env: {
      ...ENVIRONMENT,
      ...{ HOME: places.home, PATH: `${dirname(node)}:${ENVIRONMENT.PATH}` },
      ...{ HTTPS_PROXY: NOWHERE, HTTP_PROXY: NOWHERE, NO_PROXY: LOOPBACK, no_proxy: LOOPBACK },
      ...agent.env(model.url),
    },
  };
  writeFiles(places.home, agent.files(model.url, places.work));
  if (agent.pluginPackages !== undefined)
    for (const to of [
      join(places.home, agent.pluginFolders.home),
      join(places.work, agent.pluginFolders.folder),
    ]) {
      mkdirSync(to, { recursive: true });
      await installPackages(to, { packages: agent.pluginPackages });
    }

  const problems = [];
  const figures = [];
  let isGuarded = false;
  let isLate = false;
  for (const play of PLAYS) {
    if (play.isGuarded && !isGuarded) {
      await setUpGuard(name, places, collector.url, start);
      isGuarded = true;
    }
    const seen = await playOnce(play, agent, places, model, start);
    isLate ||= seen.isReceiverLate;
    notePlay(play, agent, name, seen, problems, figures);
  }
  problems.push(...compareReport(await readReport(places.guard), readSessions(places.guard)));
  if (isLate) figures.push('its spans not compared: the receiver was late');
  else problems.push(...compareSpans(places.traces, readSessions(places.guard)));
  return { problems, figures: figures.join(', ') };
}

/** Installs a framework, plays its agent with and without the guard in its process; resolves to what differs. */
async function testFramework(name, folder, servers) {
  const framework = FRAMEWORKS[name];
  await runCommand(
    process.execPath,
    [join(ROOT, 'scripts', 'build-package.mjs'), join(folder, 'statescope')],
    {
      ...{ cwd: ROOT, env: process.env, seconds: LIMITS.build },
    },
  );
  const packages = { ...framework.packages, statescope: 'file:./statescope' };
  const node = await installPackages(folder, { ...framework, packages });
  copyFileSync(join(ROOT, 'test', 'agents', framework.script), join(folder, framework.script));
  const model = await startScriptedModel();
  servers.push(model);
  const work = join(folder, 'work');
  const files = { policy: join(folder, 'policy.json'), report: join(folder, 'report.json') };
  writeFileSync(files.policy, JSON.stringify(POLICY));
  const env = { ...ENVIRONMENT, MODEL_URL: model.url, REPORT: files.report, PROMPT, MOST_CALLS };
  const problems = [];
  const figures = [];
  for (const play of PLAYS) {
    writeFiles(work, play.files);
    const record = model.play(play.script);
    const { code, output } = await runCommand(node, [join(folder, framework.script)], {
      ...{ cwd: work, env: { ...env, ...(play.isGuarded && { POLICY: files.policy }) } },
      ...{ seconds: LIMITS.play, mayFail: true },
    });
    const sessions =
      play.isGuarded && existsSync(files.report) ? [JSON.parse(readFileSync(files.report, 'utf8'))] : [];
    const seen = { ...{ record, code, output, sessions }, ran: countRuns(work, play), faults: '' };
    notePlay(play, framework, name, seen, problems, figures);
  }
  return { problems, figures: figures.join(', ') };
}

function notePlay(play, agent, name, seen, problems, figures) {
  const found = comparePlay(play, agent, name, seen);
  problems.push(...found.map(problem => `${play.name}: ${problem}`));
  figures.push(`${play.name} ${seen.ran} of ${seen.record.made} calls ran`);
}

function countRuns(work, { runs }) {
  return readFileSync(join(work, runs), 'utf8').split('\n').filter(Boolean).length;
}

/** Runs the agent with one script of the model. */
async function playOnce(play, agent, { work, guard }, model, { program, cwd, env }) {
  writeFiles(work, play.files);
  const before = readSessions(guard).map(({ folder }) => folder);
  const record = model.play(play.script);
  const { code, output } = await runCommand(program, agent.args, {
    ...{ cwd, env, seconds: LIMITS.play, mayFail: true },
  });
  const faults = readFaults(guard);
  return {
    ...{ record, code, output },
    ran: countRuns(work, play),
    sessions: readSessions(guard)
      .filter(({ folder }) => !before.includes(folder))
      .map(summarizeSession),
    // A busy machine may be too slow for a hook's report, which is noted.
    faults: faults.filter(fault => !fault.includes(LATE)).join(),
    isReceiverLate: faults.some(fault => fault.includes(LATE)),
  };
}

function readFaults(guard) {
  const path = join(guard, 'faults.log');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

/** Guards the agent as a person would: with the settings that `guard init` writes. */
async function setUpGuard(name, { home, work, guard }, collector, { program, cwd, env }) {
  const init = ['guard', 'init', '--preset', 'telecom', '--shadow', '--out', guard, '--observe', collector];
  const { output } = await runCli(init);
  const file = JSON.parse(output.trim().split('\n').at(-1)).settings[name];
  if (file === undefined) throw new Error(`guard init writes no settings for ${name}`);
  const settings = readFileSync(file, 'utf8');
  writeFileSync(join(guard, 'policy.json'), JSON.stringify(POLICY));
  const { guard: place, review } = AGENTS[name];
  const path = place.home === undefined ? join(work, place.folder) : join(home, place.home);
  const joined = existsSync(path)
    ? JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...JSON.parse(settings) }, null, 2)
    : settings;
  writeFiles('', { [path]: joined });
  if (review !== undefined) await reviewHooks(review, home, { program, cwd, env });
}

/** Presses the keys of a person in the agent's review of hooks, in a terminal of the program `script`. */
async function reviewHooks({ steps, file, done }, home, { program, cwd, env }) {
  const isDone = () => done.test(readFileSync(join(home, file), 'utf8'));
  let screen = '';
  let terminal = null;
  let answered = 0;
  // A key that comes before the agent listens is lost, so it is pressed again.
  const presses = setInterval(() => {
    // Ctrl+C twice ends the agent; killed with its terminal, it would still write to its home.
    const step = isDone() ? { key: '\x03' } : steps.findLast(({ asks }) => asks.test(screen));
    terminal?.write(step?.key ?? '');
  }, 500);
  try {
    await runCommand('script', ['-qfec', `stty rows 50 cols 160; '${program}'`, '/dev/null'], {
      ...{ cwd, env: { ...env, TERM: 'xterm-256color' }, seconds: LIMITS.review, mayFail: true },
      follow(process, output) {
        terminal = process;
        screen = stripVTControlCharacters(output);
        // A terminal says where its cursor is.
        for (const asked = output.split('\x1b[6n').length - 1; answered < asked; answered++)
          process.write('\x1b[1;1R');
      },
    });
  } finally {
    clearInterval(presses);
  }
  if (!isDone()) throw new Error(`the review of hooks changed nothing in ${file}`);
}

async function readReport(guard) {
  const { output } = await runCli(['guard', 'report', guard]);
  return JSON.parse(output.trim().split('\n').at(-1));
}

function runCli(args) {
  return runCommand(process.execPath, [join(ROOT, 'scripts', 'cli.mjs'), ...args], {
    ...{ cwd: ROOT, env: ENVIRONMENT, seconds: LIMITS.guard },
  });
}

function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
