// npm run check -- figures: the figures of names, comments and files. npm run check -- [commit]: in a minute or two, whether what changed (since a commit, or not committed yet) is sound.
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { showStages } from './showStages.mjs';
import { CHANGE_CEILING, checks, LINT, WHAT_CHANGED } from './stages.mjs';

ensureInstalled();
if (process.argv[2] === 'figures') {
  const { printFigures } = await import('./figures.mjs');
  printFigures();
  process.exit();
}
const results = await showStages(checks(process.argv[2]));
/** The tests of what changed end at their first failure: what its output names has failed even where its time was up before it ended. */
const hasFailure = ({ output }) => /^\s*(?:FAIL|×|❯ .*failed)/m.test(stripVTControlCharacters(output));
const isCut = result => result.late && result.name === WHAT_CHANGED && !hasFailure(result);
/** What failed, in the words of the program that found it: what stands above has scrolled away. */
const MOST_FAILURES = 12;
const MOST_REASONS = 5;

/** What a failed test says: the rule with its remedy, and the places that it found. */
function findReasons(lines, failure) {
  if (!failure.startsWith('FAIL ')) return [];
  const from = lines.lastIndexOf(failure) + 1;
  const next = lines.findIndex((line, at) => at > from && /^(?:FAIL |⎯)/.test(line));
  const said = lines.slice(from, next < 0 ? undefined : next);
  const rule = said.filter(line => /^\w*Error: /.test(line)).slice(0, 1);
  const places = said.filter(line => /^\+ +\S/.test(line) && !/^\+ +[[\]{}(),]*$/.test(line));
  return [...rule, ...places.slice(0, MOST_REASONS)].map(line => `  ${line.slice(0, 400)}`);
}
function listFailures({ name, output }) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map(line => line.trim());
  const named = lines.filter(line => /^FAIL |^× |error TS\d|^\S+:\d+:\d+ |^\S+ format ━/.test(line));
  const unique = [...new Set(named.flatMap(line => [line, ...findReasons(lines, line)]))];
  const more = unique.length - MOST_FAILURES;
  return [
    ...unique.slice(0, MOST_FAILURES),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(name === LINT.name ? ['npm run format gives files their form'] : []),
  ];
}

for (const result of results) {
  const outcome = result.ok
    ? 'ok'
    : result.note?.endsWith('failed before')
      ? `not run: ${result.note}`
      : isCut(result)
        ? `no failure in its ${CHANGE_CEILING} s, and not all were reached: npm test runs the rest`
        : 'FAILED';
  console.log(`${result.name.padEnd(16)} ${result.seconds.toFixed(1).padStart(6)} s  ${outcome}`);
  if (outcome === 'FAILED') for (const line of listFailures(result)) console.log(`  ${line}`);
}
process.exitCode = results.every(result => result.ok || isCut(result)) ? 0 : 1;
