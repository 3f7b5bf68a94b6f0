// npm run test:sdks [-- NAME …]: real agent SDKs of today, installed from npm into temporary folders, play the scripted
// agent of test/sdks against a scripted model; what their exporters send is read and compared with what must come.
// Needs the package registry, so it is no part of npm test. One line for each SDK; ends with 1 if one differs.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  describeDifferences,
  expectedReading,
  ownPackages,
  SDKS,
  summarizeReading,
} from '../test/sdks/sdks.mjs';
import { startCollector, startModel } from '../test/sdks/servers.mjs';
import { ROOT } from './install.mjs';
import { ENVIRONMENT, installPackages, runCommand, testPrograms } from './outside.mjs';

/** Seconds that each part may take. */
const LIMITS = { play: 60, read: 120 };
const TESTS = join(ROOT, 'test', 'sdks');

await testPrograms({ kind: 'SDK', all: Object.keys(SDKS), listVersions: ownPackages, test: testSdk });

/** Installs an SDK, plays the agent with it, reads what came; resolves to what differs. */
async function testSdk(name, folder, servers) {
  const { agent = name } = SDKS[name];
  const program = await installPackages(folder, SDKS[name]);
  for (const file of ['trip.mjs', 'tracing.mjs']) copyFileSync(join(TESTS, file), join(folder, file));
  copyFileSync(join(TESTS, 'agents', `${agent}.mjs`), join(folder, 'agent.mjs'));

  const traces = join(folder, 'traces');
  mkdirSync(traces);
  servers.push(await startModel(), await startCollector(traces));
  const [{ url: model }, { url: collector }] = servers;
  const env = { ...ENVIRONMENT, MODEL_URL: `${model}/v1`, TRACES_URL: collector, TRACES: traces };
  await runCommand(program, ['agent.mjs'], { cwd: folder, env, seconds: LIMITS.play });
  if (readdirSync(traces).length === 0) return { problems: ['its exporter sent nothing'] };

  const document = join(folder, 'run.json');
  const read = ['run', '--model', 'recorded', '--traces', traces, '--out', document];
  await runCommand(process.execPath, [join(ROOT, 'scripts', 'cli.mjs'), ...read], {
    ...{ cwd: ROOT, env: ENVIRONMENT, seconds: LIMITS.read },
  });
  const reading = summarizeReading(JSON.parse(readFileSync(document)));
  return { problems: describeDifferences(expectedReading(name), reading) };
}
