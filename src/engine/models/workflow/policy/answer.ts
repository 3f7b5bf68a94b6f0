import { type LlmStep, listAnswerKeys, type TransitionStep } from '../inputs/workflow.ts';
import { readTransitionChoice } from '../turn/parsedAnswer.ts';
import type { ActionName, Hand } from '../words.ts';
import {
  chooseActionForRole,
  type Direction,
  detectKeyDirection,
  detectStepRole,
  requestsNewArtifact,
} from './role.ts';

/** The built-in policy's knowledge of its agent: no more than a prompt could tell. */
export interface Situation {
  readonly states: readonly string[];
  readonly state: string;
  readonly hand: Hand;
  readonly failuresInARow: number;
  /** A draw from [0, 1), different for each purpose. */
  draw(purpose: number): number;
}

/** Failures in a row after which it tries something else. */
const PATIENCE = 3;
/** Share of answers that are a sentence instead of the one word. */
const TALKATIVE = 0.4;

const THINGS = [
  'a price list',
  'a small index',
  'a summary tool',
  'a route planner',
  'a glossary',
  'a clean data set',
];
const WHOM = [
  'for new buyers',
  'for the slow hours',
  'nobody offers yet',
  'at a lower price',
  'with fewer parts',
];

/** An action in the form that was asked for. */
export function writePolicyAction(step: LlmStep, situation: Situation): string {
  const action = chooseActionForRole(
    detectStepRole(step, situation.state),
    situation.hand,
    requestsNewArtifact(step),
  );
  return JSON.stringify({ action, note: composeActionNote(action, situation) });
}

function composeActionNote(action: ActionName, { draw }: Situation): string {
  if (action !== 'think') return '';
  const pick = (words: readonly string[], purpose: number) => words[Math.floor(draw(purpose) * words.length)];
  return `${pick(THINGS, 0)} ${pick(WHOM, 1)}`;
}

/**
 * A key of the map: a working artifact is shipped, a long run of failures is abandoned, and otherwise the
 * agent goes on.
 */
export function writePolicyChoice(step: TransitionStep, situation: Situation): string {
  const keys = listAnswerKeys(step);
  const wanted = chooseDirection(situation);
  const fits = keys.filter(key => detectKeyDirection(step, key, situation.states) === wanted);
  const among = fits.length > 0 ? fits : keys;
  const key = among[Math.floor(situation.draw(2) * among.length)];
  const sentence = `Let us ${key} now.`;
  if (situation.draw(3) >= TALKATIVE) return key;
  // Where the sentence would be read as another key, the bare key is safer.
  const chosen = readTransitionChoice(sentence, keys);
  return 'key' in chosen && chosen.key === key ? sentence : key;
}

function chooseDirection({ hand, failuresInARow }: Situation): Direction {
  if (hand === 'works') return 'ship';
  return hand === 'broken' && failuresInARow < PATIENCE ? 'continue' : 'pivot';
}
