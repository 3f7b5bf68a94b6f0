import { changeText } from '../changeText.ts';
import type { Change, Setup } from '../config.ts';
import { NO_NETWORK } from '../defaultSetup.ts';
import type { Arm, Plan } from './plan.ts';

/**
 * Options after `worlds` on the command line that ask for a plan: the same worlds, in a table of the same bytes. One list; where two
 * set-ups differ in more than a change that is added, one for each of them, and the tables are of other plans.
 * @param noun of what is measured beside the whole: `post`; files of the user's are named by what they are
 */
export function commandOptions(plan: Plan, noun: string | null): readonly (readonly string[])[] {
  const { arms, worlds, rounds, from, subject } = plan;
  const ends = [
    ...['--rounds', String(rounds), '--worlds', String(worlds)],
    ...(from === null || subject !== null ? [] : ['--from', String(from)]),
    ...(subject === null || noun === null ? [] : [`--${noun}`, subject, '--from', String(from)]),
  ];
  const more = sweepOptions(arms) ?? changeOptions(arms);
  if (more !== null) return [[...setupOptions(arms[0]), ...more, ...ends]];
  return arms.map(arm => [...setupOptions(arm), ...ends]);
}

/** A set-up, without the parameters that are swept. */
function setupOptions({ setup, values }: Arm): readonly string[] {
  const { model, network, direction, own = [], agents, seed, preset, parameters, changes } = setup;
  const set = Object.entries(parameters).filter(([name]) => !(name in values));
  return [
    ...['--model', model],
    ...(network === NO_NETWORK ? [] : ['--network', network]),
    ...(direction === undefined ? [] : ['--direction', direction]),
    ...own.flatMap(name => [`--${name}`, name]),
    ...(agents === null ? [] : ['--agents', String(agents)]),
    ...['--preset', preset, '--seed', String(seed)],
    ...set.flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ...changes.flatMap(change => ['--change-at', changeText(change)]),
  ];
}

/** Each swept parameter with all its values; null where none is. */
function sweepOptions(arms: readonly Arm[]): readonly string[] | null {
  const names = Object.keys(arms[0].values);
  if (names.length === 0) return null;
  return names.flatMap(name => [
    '--sweep',
    `${name}=${[...new Set(arms.map(({ values }) => values[name]))].join()}`,
  ]);
}

/** What the second arm has besides; null where it is not just that. */
function changeOptions([first, second]: readonly Arm[]): readonly string[] | null {
  if (second === undefined) return [];
  const added = second.setup.changes.slice(first.setup.changes.length);
  const isSame =
    textOf({ ...first.setup, changes: [...first.setup.changes, ...added] }) === textOf(second.setup);
  return isSame ? added.flatMap(change => ['--change', changeText(change)]) : null;
}

const textOf = (setup: Setup): string => JSON.stringify(Object.entries(setup).sort());

/**
 * The two arms that tell what a change did, as the command line makes them: without it and with it. Its changes stand after
 * those of the first where it has all of them.
 */
export function changedArms(setup: Setup, changed: Setup): readonly Arm[] {
  const [before, after] = [setup.changes, changed.changes].map(changes => changes.map(changeText));
  const added: readonly Change[] = changed.changes.filter((_, at) => !before.includes(after[at]));
  const isAdded = before.every(text => after.includes(text));
  const second = isAdded ? { ...changed, changes: [...setup.changes, ...added] } : changed;
  return [
    { label: '', values: {}, setup },
    { label: added.map(changeText).join(', '), values: {}, setup: second },
  ];
}
