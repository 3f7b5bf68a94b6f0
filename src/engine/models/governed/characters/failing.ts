import type { Character } from '../phases.ts';
import { SEARCH_TOOL } from '../tools.ts';
import { DRAW, pickForMission } from './draws.ts';
import { pickGoalWord, writeLongMusing, writeProse, writeShortMusing } from './musings.ts';
import { generateEndlessQueries, queriesFor } from './queries.ts';
import { findFirstNewQuery, getLastExecutedQuery, listAskedSteps } from './recall.ts';
import { type Move, writeMoveAnswer } from './said.ts';
import { chooseSearcherMove } from './searcher.ts';
import type { CharacterView } from './view.ts';

/** Steps before the failure shows: least, and how many more there can be. */
const TURN = { least: 2, more: 6 };

/**
 * An agent that is sensible at first and, from its turning point on, fails in its own way and never finishes
 * by itself. Where good sense would finish before that, it turns at once.
 */
export function writeFailingAnswer(view: CharacterView): string {
  const turned = getViewAtTurn(view);
  if (turned === null) return writeMoveAnswer(view, chooseSearcherMove(view));
  if (view.character === 'proser') return writeProse(view);
  return writeMoveAnswer(view, FAILURES[view.character as keyof typeof FAILURES](view, turned));
}

/** Its view at the turning point; null before. */
function getViewAtTurn(view: CharacterView): CharacterView | null {
  const turn = TURN.least + Math.floor(view.draw(DRAW.turn) * TURN.more);
  const steps = listAskedSteps(view);
  for (let at = 0; at <= steps.length; at++) {
    const then = { ...view, past: steps.slice(0, at), phase: steps[at]?.phase ?? view.phase };
    if (at >= turn || chooseSearcherMove(then).action === 'finish') return then;
  }
  return null;
}

type Failure = (view: CharacterView, turned: CharacterView) => Move;

const FAILURES: Readonly<Record<Exclude<Character, 'searcher' | 'proser'>, Failure>> = {
  repeater: (view, turned) => {
    const reachesSearch =
      view.phase === 'analyzing' &&
      getLastStepKind(view) === 'reason' &&
      countStepsSinceTurn(view, turned) < 3;
    if (reachesSearch) return createReasonMove(writeShortMusing(view));
    return createSearchMove(view, getLastExecutedQuery(turned) ?? queriesFor(view.goal)[0]);
  },
  digger: (view, turned) => {
    const reachesSearch = view.phase === 'analyzing' && countStepsSinceTurn(view, turned) === 0;
    return reachesSearch
      ? createReasonMove(writeShortMusing(view))
      : createSearchMove(view, chooseNewQuery(view));
  },
  muser: view => createStayingMove(view, writeShortMusing),
  brooder: view => createStayingMove(view, writeLongMusing),
  ditherer: view => createReasonMove(writeShortMusing(view)),
  // Reasons after a search and searches after a reason. In analyzing the search is refused, and it is made
  // only once.
  ping_pong: (view, turned) =>
    getLastStepKind(view) === 'tool'
      ? createReasonMove(writeShortMusing(view))
      : createSearchMove(view, chooseNewQuery(turned)),
  hallucinator: view => createInventedCall(view),
};

const getLastStepKind = (view: CharacterView) => listAskedSteps(view).at(-1)?.kind;

/** Steps since it has turned. */
const countStepsSinceTurn = (view: CharacterView, turned: CharacterView): number =>
  listAskedSteps(view).length - listAskedSteps(turned).length;

const chooseNewQuery = (view: CharacterView): string =>
  findFirstNewQuery(view, generateEndlessQueries(view.goal))!;

const createReasonMove = (reasoning: string): Move => ({ action: 'reason', reasoning });

const SEARCHING = [
  'Let me look again.',
  'It must be there.',
  'One more search.',
  'I try this.',
  'I may have overlooked it.',
  'This time it should come up.',
  'I will not give up so soon.',
];

const createSearchMove = (view: CharacterView, query: string): Move => {
  const reasoning = pickForMission(view, DRAW.wording, SEARCHING, listAskedSteps(view).length);
  return { action: 'tool', tool: SEARCH_TOOL, args: { query }, reasoning };
};

/** Goes to analyzing and stays there, which the answer has to claim. */
function createStayingMove(view: CharacterView, musing: (view: CharacterView) => string): Move {
  const away = view.phase === 'init' || view.phase === 'deciding';
  if (away && getLastStepKind(view) !== 'tool') return createSearchMove(view, chooseNewQuery(view));
  const reasoning = musing(view);
  return away ? createReasonMove(reasoning) : { action: 'reason', reasoning, next: 'analyzing' };
}

type Invented = (word: string, step: number) => Pick<Move & { action: 'tool' }, 'tool' | 'args'>;
const INVENTED: readonly Invented[] = [
  word => ({ tool: 'file.read', args: { path: `/docs/${word}.md` } }),
  word => ({ tool: 'web.open', args: { url: `https://example.org/${word}` } }),
  (word, step) => ({ tool: 'database.query', args: { table: word, limit: 10 + step } }),
  word => ({ tool: 'shell.run', args: { command: `grep -r ${word} .` } }),
  word => ({ tool: 'context.semantic_search', args: { question: word } }),
  word => ({ tool: 'human.ask', args: { text: `Do you know about ${word}?` } }),
];

const INVENTING = [
  'There is a tool that can do this directly.',
  'This will be faster than searching.',
  'I remember a tool for exactly this.',
  'Let me open the source itself.',
  'Another tool should know.',
];

/** A call of a tool that does not exist: some insist on one, others try one after the other. */
function createInventedCall(view: CharacterView): Move {
  const step = listAskedSteps(view).length;
  const insists = view.draw(DRAW.other) < 0.5;
  const call = pickForMission(view, DRAW.tool, INVENTED, insists ? 0 : step)(pickGoalWord(view, step), step);
  return { action: 'tool', ...call, reasoning: pickForMission(view, DRAW.wording, INVENTING, step) };
}
