import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import { type LlmStep, listAnswerKeys, type TransitionStep } from '../inputs/workflow.ts';
import { readTransitionChoice } from '../turn/parseActionAnswer.ts';
import type { ActionName, Hand } from '../workflowTerms.ts';

/** The built-in policy's knowledge of its agent: no more than a prompt could contain. */
export interface Situation {
  readonly states: readonly string[];
  readonly state: string;
  readonly hand: Hand;
  readonly failuresInARow: number;
  /** A draw from [0, 1), different for each purpose. */
  draw(purpose: number): number;
}

/** Failures in a row after which it tries something else. */
const FAILURES_BEFORE_CHANGE = 3;
/** Texts of steps and keys whose meaning is remembered. */
const MAX_REMEMBERED_TEXTS = 1_000;
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
  return writeAction(action, composeActionNote(action, situation));
}

/** One text for each action and note, so that what reads it meets the text that it knows. */
function writeAction(action: ActionName, note: string): string {
  const key = `${action} ${note}`;
  let text = actionTexts.get(key);
  if (text === undefined) {
    text = JSON.stringify({ action, note });
    actionTexts.set(key, text);
  }
  return text;
}

/** At most one for each action, and for each thought of the policy's. */
const actionTexts = new Map<string, string>();

function composeActionNote(action: ActionName, { draw }: Situation): string {
  if (action !== 'think') return '';
  const pick = (words: readonly string[], purpose: number) => words[Math.floor(draw(purpose) * words.length)];
  return `${pick(THINGS, 0)} ${pick(WHOM, 1)}`;
}

/**
 * One of the answers that are asked for: a working artifact is shipped, a long run of failures is abandoned, and
 * otherwise the agent goes on.
 * @param answers the keys of the map, unless the prompt asks for others
 */
export function writePolicyChoice(
  step: TransitionStep,
  situation: Situation,
  answers: readonly string[] = listAnswerKeys(step),
): string {
  const wanted = chooseDirection(situation);
  const fits = answers.filter(key => detectKeyDirection(step, key, situation.states) === wanted);
  const among = fits.length > 0 ? fits : answers;
  const key = among[Math.floor(situation.draw(2) * among.length)];
  const sentence = `Let us ${key} now.`;
  if (situation.draw(3) >= TALKATIVE) return key;
  // If the sentence would be read as another key, the bare key is safer.
  const chosen = readTransitionChoice(sentence, answers);
  return 'key' in chosen && chosen.key === key ? sentence : key;
}

function chooseDirection({ hand, failuresInARow }: Situation): Direction {
  if (hand === 'works') return 'ship';
  return hand === 'broken' && failuresInARow < FAILURES_BEFORE_CHANGE ? 'continue' : 'pivot';
}

/** Roles of steps and keys, by the words in them; the first match counts. */
const STEP_ROLES: readonly (readonly [role: Role, words: RegExp])[] = [
  ['rework', /rework|repair|debug|mend|\bfix/],
  ['test', /test|check|verif|inspect|validat/],
  ['ship', /ship|sell|deliver|trade|publish|releas|offer/],
  ['observe', /observ|look|watch|scan|scout|market|perceiv|monitor|gather|research|explor/],
  ['think', /idea|think|plan|brainstorm|design|imagin|learn|reflect|review|strateg/],
  ['make', /implement|build|make|craft|creat|produc|\bwrit|\bcod|work|manufactur/],
  ['wait', /wait|rest|sleep|sav(e|ing)/],
];

type Role = ActionName;

/** The role of a text; null if no word matches. */
export const detectRoleInText: (text: string) => Role | null = memoizeByText(
  text => STEP_ROLES.find(([, words]) => words.test(text.toLowerCase()))?.[0] ?? null,
  MAX_REMEMBERED_TEXTS,
);

/** The role of a step: by its name, else by the state, else by its prompt. */
export const detectStepRole = ({ name, prompt }: LlmStep, state: string): Role | null =>
  detectRoleInText(name) ??
  detectRoleInText(state) ??
  detectRoleInText(prompt.parts.map(part => (part.kind === 'text' ? part.text : '')).join(' '));

/** True if a step asks for something new, independent of the artifact in hand. */
export const requestsNewArtifact = ({ prompt }: LlmStep): boolean =>
  prompt.parts.some(part => part.kind === 'text' && namesNewness(part.text));

const namesNewness = memoizeByText(text => /\bnew\b|\banew\b/i.test(text), MAX_REMEMBERED_TEXTS);

/** The sensible action in a step of some role, given what is in hand. */
export function chooseActionForRole(role: Role | null, hand: Hand, isNew: boolean): ActionName {
  if (role === 'make' && hand === 'broken' && isNew) return 'make';
  if (role === 'make' || role === 'rework' || role === null) return MAKING[hand];
  if (role === 'test' && (hand === 'none' || hand === 'broken')) return 'wait';
  if (role === 'ship' && (hand === 'none' || hand === 'broken')) return 'wait';
  return role;
}

/** Action in making, by what is in hand; nothing that works is thrown away. */
const MAKING: Readonly<Record<Hand, ActionName>> = {
  none: 'make',
  untested: 'test',
  works: 'ship',
  broken: 'rework',
};

/** Direction of a transition key by the meaning of its words. */
type Direction = 'ship' | 'pivot' | 'continue';

const DIRECTIONS: readonly (readonly [direction: Direction, words: RegExp])[] = [
  ['ship', /ship|sell|deliver|publish|releas|done|finish|complete/],
  ['pivot', /pivot|chang|switch|\bnew\b|differen|abandon|restart|drop|give.?up|stop/],
  ['continue', /continu|keep|go.?on|retry|again|rework|\bfix|improv|work|persist|stay/],
];

/** Direction of a transition key: by its words, else by its state's; null if no word matches. */
function detectKeyDirection(step: TransitionStep, key: string, states: readonly string[]): Direction | null {
  const to = step.map.find(entry => entry.key === key)?.to;
  return detectDirectionInText(key) ?? (to === undefined ? null : detectDirectionInText(states[to]));
}

const detectDirectionInText = memoizeByText(
  text => DIRECTIONS.find(([, words]) => words.test(text.toLowerCase()))?.[0] ?? null,
  MAX_REMEMBERED_TEXTS,
);
