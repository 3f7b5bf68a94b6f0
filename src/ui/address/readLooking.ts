import type { Tick } from '../../engine/core/indices.ts';
import { findModelPlugin } from '../model/registered.ts';
import type { Viewpoint } from '../state/viewpoint.ts';
import type { Reject } from './readOracleSetup.ts';

/** Most agents that an address selects. */
const MAX_SELECTED_AGENTS = 50;
/** Most conditions at which playing pauses, and the most characters of one. */
const MAX_PAUSES_IN_ADDRESS = 10;
const MAX_CONDITION_LENGTH = 100;
/** Two whole numbers up to 100. */
const RARE = /^(100|\d{1,2}),(100|\d{1,2})$/;

/**
 * Reads the viewed round, the selected agents by the numbers of their ids, the expected hash of the run, its pauses,
 * the omitted parts of a chart, what the model's own views show, what of its own things is chosen, and the meaning of colours.
 */
export const readLooking = async (
  given: URLSearchParams,
  model: string,
  reject: Reject,
): Promise<Viewpoint> => ({
  at: readViewedRound(given, reject),
  agents: readSelectedAgents(given, reject),
  hash: readExpectedHash(given, reject),
  pauses: readPauseConditions(given, reject),
  rare: readRareChoice(given, reject),
  view: readView(given, model, reject),
  show: await readShown(given, model, reject),
  colour: readColourMode(given, reject),
});

function readColourMode(given: URLSearchParams, reject: Reject): 'group' | null {
  const value = given.get('colour');
  if (value === 'group') return value;
  if (value !== null && value !== 'state') reject('colour', value, 'choose state, group');
  return null;
}

function readView(given: URLSearchParams, model: string, reject: Reject): string | null {
  const value = given.get('view');
  if (value === null) return null;
  const { checkView = () => 'has no meaning for this model' } = findModelPlugin(model) ?? {};
  const problem = checkView(value);
  if (problem === null) return value;
  reject('view', value, problem);
  return null;
}

async function readShown(given: URLSearchParams, model: string, reject: Reject): Promise<string | null> {
  const value = given.get('show');
  if (value === null) return null;
  const shown = (await findModelPlugin(model)?.address())?.shown;
  const problem = shown ? shown.check(value) : 'has no meaning for this model';
  if (problem === null) return value;
  reject('show', value, problem);
  return null;
}

function readRareChoice(given: URLSearchParams, reject: Reject): string | null {
  const value = given.get('rare');
  if (value === null || RARE.test(value)) return value;
  reject('rare', value, 'must be per cent of the states and of the edges that are left out, such as 0,20');
  return null;
}

function readPauseConditions(given: URLSearchParams, reject: Reject): readonly string[] {
  const texts = given.getAll('pause');
  const wrong =
    texts.length > MAX_PAUSES_IN_ADDRESS
      ? texts[MAX_PAUSES_IN_ADDRESS]
      : texts.find(text => text.length > MAX_CONDITION_LENGTH);
  if (wrong === undefined) return texts;
  reject(
    'pause',
    wrong,
    `must be one of at most ${MAX_PAUSES_IN_ADDRESS} conditions of at most ${MAX_CONDITION_LENGTH} characters`,
  );
  return [];
}

function readExpectedHash(given: URLSearchParams, reject: Reject): string | null {
  const value = given.get('hash');
  if (value === null || /^[0-9a-f]{8,64}$/.test(value)) return value;
  reject('hash', value, 'must be 8 to 64 digits of a run’s hash');
  return null;
}

function readViewedRound(given: URLSearchParams, reject: Reject): Tick | null {
  const value = given.get('at');
  if (value === null || /^-?\d{1,7}$/.test(value)) return value === null ? null : Number(value);
  reject('at', value, 'must be a round that was played, such as 10');
  return null;
}

function readSelectedAgents(given: URLSearchParams, reject: Reject): readonly number[] {
  const value = given.get('who');
  if (value === null) return [];
  const numbers = value.split(',');
  if (numbers.length <= MAX_SELECTED_AGENTS && numbers.every(number => /^[1-9]\d{0,6}$/.test(number)))
    return numbers.map(number => Number(number) - 1);
  reject('who', value, `must be at most ${MAX_SELECTED_AGENTS} numbers of agents, such as 3,17`);
  return [];
}
