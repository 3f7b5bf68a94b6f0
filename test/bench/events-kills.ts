import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Domain, Random } from '../../src/engine/core/random.ts';

/**
 * Kills commands with `--events` at random moments of their playing and reads what they leave: `npm run bench -- events-kills
 * [KILLS] [SEED]`, 60 unless told. Prints a line of JSON for each model; ends with 1 where a whole line cannot be read, or the
 * file is not the beginning of that of the run that nobody killed.
 */
const [, , kills = '60', seed = '1'] = process.argv;
const chance = new Random(Number(seed), Domain.profile);
let drawn = 0;
const random = () => chance.unit(drawn++, 0, 0);
const folder = mkdtempSync(join(tmpdir(), 'statescope-events-kills-'));

const CASES: readonly (readonly [model: string, setup: readonly string[]])[] = [
  ['social', ['--network', 'scale-free', '--agents', '2000', '--rounds', '60']],
  ['governed', ['--model', 'governed', '--agents', '900', '--rounds', '80']],
  ['librarian', ['--model', 'librarian', '--agents', '200', '--rounds', '60']],
  ['workflow', ['--model', 'workflow', '--agents', '300', '--rounds', '60']],
  ['chart', ['--model', 'chart', '--preset', 'society', '--agents', '2000', '--rounds', '60']],
];

/** Plays, and kills the process. @param after milliseconds from its first lines; null: never */
function played(setup: readonly string[], path: string, after: number | null) {
  const args = ['scripts/cli.mjs', 'run', ...setup, '--events', path, '--events-prompts'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  let began = Number.NaN;
  const watch = setInterval(() => {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    clearInterval(watch);
    began = performance.now();
    if (after !== null) setTimeout(() => child.kill('SIGKILL'), after);
  }, 1);
  return new Promise<{ isKilled: boolean; lasted: number }>(resolve =>
    child.on('close', (_, signal) => {
      clearInterval(watch);
      resolve({ isKilled: signal === 'SIGKILL', lasted: performance.now() - began });
    }),
  );
}

/** Whether each of its whole lines can be read. */
function isReadable(text: string): boolean {
  try {
    for (const line of text.split('\n').slice(0, -1)) JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const tallies = CASES.map(([model]) => ({ model, kills: 0, readable: 0, same: 0, torn: 0, lines: 0 }));
const whole: { readonly text: string; readonly lasted: number }[] = [];
for (const [model, setup] of CASES) {
  const path = join(folder, `${model}-whole.ndjson`);
  const { lasted } = await played(setup, path, null);
  whole.push({ text: readFileSync(path, 'utf8'), lasted });
}
for (let done = 0; done < Number(kills); ) {
  const number = done % CASES.length;
  const path = join(folder, 'killed.ndjson');
  const { isKilled } = await played(CASES[number][1], path, random() * whole[number].lasted);
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  // One that was over before is no kill.
  if (!isKilled) continue;
  done++;
  const tally = tallies[number];
  tally.kills++;
  if (isReadable(text)) tally.readable++;
  if (whole[number].text.startsWith(text)) tally.same++;
  if (!text.endsWith('\n')) tally.torn++;
  tally.lines += text.split('\n').length - 1;
  process.stderr.write(`\r${done} of ${kills}  `);
}
rmSync(folder, { recursive: true });
process.stderr.write('\n');
for (const tally of tallies) console.log(JSON.stringify(tally));
const sum = (of: (tally: (typeof tallies)[number]) => number) =>
  tallies.reduce((all, one) => all + of(one), 0);
const [readable, same] = [sum(one => one.readable), sum(one => one.same)];
console.log(
  `${readable} of ${kills} readable to the last whole line, ${same} the same as far as they go; seed ${seed}`,
);
process.exitCode = readable === Number(kills) && same === Number(kills) ? 0 : 1;
