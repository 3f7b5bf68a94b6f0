import type { Character } from '../phases.ts';
import { SEARCH_TOOL } from '../tools.ts';
import { DRAW, pick } from './draws.ts';
import { longMusing, prose, shortMusing, wordOf } from './musings.ts';
import { endlessQueries, queriesFor } from './queries.ts';
import { firstNew, lastSearched, stepsOf } from './recall.ts';
import { type Move, written } from './said.ts';
import { searcherMove } from './searcher.ts';
import type { CharacterView } from './view.ts';

/** Steps before the failure shows: least, and how many more there can be. */
const TURN = { least: 2, more: 6 };

/**
 * An agent that is sensible at first and, from its turning point on, fails in its own way and never finishes
 * by itself. Where good sense would finish before that, it turns at once.
 */
export function failingAnswer(view: CharacterView): string {
  const turned = viewAtTurn(view);
  if (turned === null) return written(view, searcherMove(view));
  if (view.character === 'proser') return prose(view);
  return written(view, FAILURES[view.character as keyof typeof FAILURES](view, turned));
}

/** Its view at the turning point; null before. */
function viewAtTurn(view: CharacterView): CharacterView | null {
  const turn = TURN.least + Math.floor(view.draw(DRAW.turn) * TURN.more);
  const steps = stepsOf(view);
  for (let at = 0; at <= steps.length; at++) {
    const then = { ...view, past: steps.slice(0, at), phase: steps[at]?.phase ?? view.phase };
    if (at >= turn || searcherMove(then).action === 'finish') return then;
  }
  return null;
}

type Failure = (view: CharacterView, turned: CharacterView) => Move;

const FAILURES: Readonly<Record<Exclude<Character, 'searcher' | 'proser'>, Failure>> = {
  repeater: (view, turned) => {
    const reachesSearch =
      view.phase === 'analyzing' && lastKind(view) === 'reason' && since(view, turned) < 3;
    if (reachesSearch) return reason(shortMusing(view));
    return search(view, lastSearched(turned) ?? queriesFor(view.goal)[0]);
  },
  digger: (view, turned) => {
    const reachesSearch = view.phase === 'analyzing' && since(view, turned) === 0;
    return reachesSearch ? reason(shortMusing(view)) : search(view, newQuery(view));
  },
  muser: view => staysIn(view, shortMusing),
  brooder: view => staysIn(view, longMusing),
  ditherer: view => reason(shortMusing(view)),
  // Reasons after a search and searches after a reason. In analyzing the search is refused, and it is made
  // only once.
  ping_pong: (view, turned) =>
    lastKind(view) === 'tool' ? reason(shortMusing(view)) : search(view, newQuery(turned)),
  hallucinator: view => inventedCall(view),
};

const lastKind = (view: CharacterView) => stepsOf(view).at(-1)?.kind;

/** Steps since it has turned. */
const since = (view: CharacterView, turned: CharacterView): number =>
  stepsOf(view).length - stepsOf(turned).length;

const newQuery = (view: CharacterView): string => firstNew(view, endlessQueries(view.goal))!;

const reason = (reasoning: string): Move => ({ action: 'reason', reasoning });

const SEARCHING = [
  'Let me look again.',
  'It must be there.',
  'One more search.',
  'I try this.',
  'I may have overlooked it.',
  'This time it should come up.',
  'I will not give up so soon.',
];

const search = (view: CharacterView, query: string): Move => {
  const reasoning = pick(view, DRAW.wording, SEARCHING, stepsOf(view).length);
  return { action: 'tool', tool: SEARCH_TOOL, args: { query }, reasoning };
};

/** Goes to analyzing and stays there, which the answer has to claim. */
function staysIn(view: CharacterView, musing: (view: CharacterView) => string): Move {
  const away = view.phase === 'init' || view.phase === 'deciding';
  if (away && lastKind(view) !== 'tool') return search(view, newQuery(view));
  const reasoning = musing(view);
  return away ? reason(reasoning) : { action: 'reason', reasoning, next: 'analyzing' };
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
function inventedCall(view: CharacterView): Move {
  const step = stepsOf(view).length;
  const insists = view.draw(DRAW.other) < 0.5;
  const call = pick(view, DRAW.tool, INVENTED, insists ? 0 : step)(wordOf(view, step), step);
  return { action: 'tool', ...call, reasoning: pick(view, DRAW.wording, INVENTING, step) };
}
