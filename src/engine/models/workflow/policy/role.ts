import type { LlmStep, TransitionStep } from '../inputs/workflow.ts';
import type { ActionName, Hand } from '../words.ts';

/** Roles of steps and keys, by the words in them; the first match counts. */
const ROLES: readonly (readonly [role: Role, words: RegExp])[] = [
  ['rework', /rework|repair|debug|mend|\bfix/],
  ['test', /test|check|verif|inspect|validat/],
  ['ship', /ship|sell|deliver|trade|publish|releas|offer/],
  ['observe', /observ|look|watch|scan|scout|market|perceiv|monitor|gather|research|explor/],
  ['think', /idea|think|plan|brainstorm|design|imagin|learn|reflect|review|strateg/],
  ['make', /implement|build|make|craft|creat|produc|\bwrit|\bcod|work|manufactur/],
  ['wait', /wait|rest|sleep|sav(e|ing)/],
];

type Role = ActionName;

/** The role of a text; null where no word matches. */
export const detectRoleInText = (text: string): Role | null =>
  ROLES.find(([, words]) => words.test(text.toLowerCase()))?.[0] ?? null;

/** The role of a step: by its name, else by the state, else by its prompt. */
export const detectStepRole = ({ name, prompt }: LlmStep, state: string): Role | null =>
  detectRoleInText(name) ??
  detectRoleInText(state) ??
  detectRoleInText(prompt.parts.map(part => (part.kind === 'text' ? part.text : '')).join(' '));

/** Whether a step asks for something new, whatever is in hand. */
export const requestsNewArtifact = ({ prompt }: LlmStep): boolean =>
  prompt.parts.some(part => part.kind === 'text' && /\bnew\b|\banew\b/i.test(part.text));

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

/** Where a key of a transition map leads, in the sense of its words. */
export type Direction = 'ship' | 'pivot' | 'continue';

const DIRECTIONS: readonly (readonly [direction: Direction, words: RegExp])[] = [
  ['ship', /ship|sell|deliver|publish|releas|done|finish|complete/],
  ['pivot', /pivot|chang|switch|\bnew\b|differen|abandon|restart|drop|give.?up|stop/],
  ['continue', /continu|keep|go.?on|retry|again|rework|\bfix|improv|work|persist|stay/],
];

/** Direction of a key of a transition map: by its words, else by its state's; null where no word matches. */
export function detectKeyDirection(
  step: TransitionStep,
  key: string,
  states: readonly string[],
): Direction | null {
  const find = (text: string) => DIRECTIONS.find(([, words]) => words.test(text.toLowerCase()))?.[0] ?? null;
  const to = step.map.find(entry => entry.key === key)?.to;
  return find(key) ?? (to === undefined ? null : find(states[to]));
}
