import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import type { MissionStep } from '../missionStep.ts';
import type { Character, Phase, Rule } from '../phases.ts';
import { SEARCH_TOOL } from '../tools.ts';
import { generateEndlessQueries, queriesFor } from './characterQueries.ts';
import { type CharacterMove, chooseSearcherMove, writeMoveAnswer } from './chooseSearcherMove.ts';
import { findBestHit, writeAdvisedFinal } from './finals.ts';
import { contentWords, sortWordsByWeight } from './goalWords.ts';
import {
  type CharacterView,
  collectUniqueHits,
  DRAW,
  findFirstNewQuery,
  getLastExecutedQuery,
  listAskedSteps,
  listFoundDocuments,
  pickForMission,
} from './missionRecall.ts';

/**
 * The raw text that the built-in policy gives in place of a language model's: a function of the view alone.
 */
export function writeCharacterAnswer(view: CharacterView): string {
  if (view.obeys && view.advice !== null)
    return writeMoveAnswer(view, chooseAdvisedMove(view, view.advice.rule));
  // An agent that took the advice to analyze, or heeds a warning, continues sensibly.
  const isBack =
    view.heeds ||
    (view.obeys &&
      view.past.some(({ advice, obeyed, next }) => advice?.rule && obeyed && next === 'analyzing'));
  return view.character === 'searcher' || isBack
    ? writeMoveAnswer(view, chooseSearcherMove(view))
    : writeFailingAnswer(view);
}

/**
 * The move of an agent that follows advice: after too many searches that found something it analyzes, else it
 * finishes when stuck, and makes a legal move after a refusal.
 */
function chooseAdvisedMove(view: CharacterView, rule: Rule | null): CharacterMove {
  if (rule === null) return chooseSearcherMove(view);
  if (rule === 'same_tool' && view.phase === 'searching' && collectUniqueHits(view).length > 0)
    return { action: 'reason', reasoning: 'I have searched enough, and look at what I have found.' };
  return { action: 'finish', final: writeAdvisedFinal(view, findBestHit(view)) };
}

/** Steps before the failure shows: least, and how many more there can be. */
const TURN = { least: 2, more: 6 };

/**
 * An agent that is sensible at first and, from its turning point on, fails in its own way and never finishes by itself.
 * If good sense would finish before that, it turns at once.
 */
function writeFailingAnswer(view: CharacterView): string {
  const turned = getViewAtTurn(view);
  if (turned === null) return writeMoveAnswer(view, chooseSearcherMove(view));
  if (view.character === 'proser') return writeProse(view);
  return writeMoveAnswer(view, FAILURE_HABITS[view.character as keyof typeof FAILURE_HABITS](view, turned));
}

/** Progress in looking through a mission for the point at which good sense would finish. */
interface Outlook {
  /** Steps after which it would not. */
  checked: number;
  /** Steps after which it would; infinity: not found so far. */
  finish: number;
  /** The steps before the turning point that was taken last. */
  turned: readonly MissionStep[];
}

// By the list of a mission's steps, which are added to it and never changed.
const OUTLOOKS = new WeakMap<readonly MissionStep[], Outlook>();

/** Its view at the turning point; null before. */
function getViewAtTurn(view: CharacterView): CharacterView | null {
  const turn = TURN.least + Math.floor(view.draw(DRAW.turn) * TURN.more);
  const steps = listAskedSteps(view);
  const outlook = OUTLOOKS.get(view.past) ?? { checked: 0, finish: Number.POSITIVE_INFINITY, turned: [] };
  OUTLOOKS.set(view.past, outlook);
  for (let at = outlook.checked; at < turn && at <= steps.length && outlook.finish > at; at++) {
    const then = at === steps.length ? view : createViewBefore(view, steps.slice(0, at), steps[at]);
    if (chooseSearcherMove(then).action === 'finish') outlook.finish = at;
    else outlook.checked = at + 1;
  }
  const at = Math.min(turn, outlook.finish);
  if (at > steps.length) return null;
  if (outlook.turned.length !== at) outlook.turned = steps.slice(0, at);
  return createViewBefore(view, outlook.turned, steps[at] ?? view);
}

const createViewBefore = (
  view: CharacterView,
  past: readonly MissionStep[],
  { phase }: { readonly phase: Phase },
): CharacterView => ({ ...view, past, phase });

type Failure = (view: CharacterView, turned: CharacterView) => CharacterMove;

const FAILURE_HABITS: Readonly<Record<Exclude<Character, 'searcher' | 'proser'>, Failure>> = {
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

const createReasonMove = (reasoning: string): CharacterMove => ({ action: 'reason', reasoning });

const SEARCHING = [
  'Let me look again.',
  'It must be there.',
  'One more search.',
  'I try this.',
  'I may have overlooked it.',
  'This time it should come up.',
  'I will not give up so soon.',
];

const createSearchMove = (view: CharacterView, query: string): CharacterMove => {
  const reasoning = pickForMission(view, DRAW.wording, SEARCHING, listAskedSteps(view).length);
  return { action: 'tool', tool: SEARCH_TOOL, args: { query }, reasoning };
};

/** Goes to analyzing and stays there, which the answer has to claim. */
function createStayingMove(view: CharacterView, musing: (view: CharacterView) => string): CharacterMove {
  const away = view.phase === 'init' || view.phase === 'deciding';
  if (away && getLastStepKind(view) !== 'tool') return createSearchMove(view, chooseNewQuery(view));
  const reasoning = musing(view);
  return away ? createReasonMove(reasoning) : { action: 'reason', reasoning, next: 'analyzing' };
}

type Invented = (word: string, step: number) => Pick<CharacterMove & { action: 'tool' }, 'tool' | 'args'>;
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
function createInventedCall(view: CharacterView): CharacterMove {
  const step = listAskedSteps(view).length;
  const insists = view.draw(DRAW.other) < 0.5;
  const call = pickForMission(view, DRAW.tool, INVENTED, insists ? 0 : step)(pickGoalWord(view, step), step);
  return { action: 'tool', ...call, reasoning: pickForMission(view, DRAW.wording, INVENTING, step) };
}

type Thought = (word: string, source: string) => string;

const SHORT_THOUGHTS: readonly Thought[] = [
  (word, source) =>
    `I should think once more about ${word} before I go on; ${source} may mean several things.`,
  word => `There are two ways to read “${word}”. I keep both in mind and weigh them again.`,
  (_, source) =>
    `What ${source} says is interesting, but I am not sure that it is enough. Let me reconsider.`,
  (word, source) =>
    `Perhaps ${word} is related to ${source}, perhaps it is not. I have to consider this further.`,
  word => `Before I do anything I want to be sure what is meant by ${word}.`,
  (word, source) => `On reflection, ${source} could be read as an answer about ${word}, or as the opposite.`,
  word => `I am close to a conclusion about ${word}, but one more thought cannot hurt.`,
];

const LONG_THOUGHTS: readonly Thought[] = [
  word => `Let me begin again with the word “${word}”, since everything seems to depend on how it is meant.`,
  (_, source) =>
    `If ${source} is right, then the question has a simple answer; but it may have been written earlier.`,
  word => `A careful reader would ask whether “${word}” was used in the same sense by all authors.`,
  () => 'On the one hand the results are few; on the other hand few results can be exactly the right ones.',
  (word, source) =>
    `I compare “${word}” with what ${source} says, sentence by sentence, to be on the safe side.`,
  () =>
    'Suppose for a moment that nothing is there: what would the documents look like then? Much as they do now.',
  word =>
    `It would help to know who asked about ${word}, and what for, because that changes what a good answer is.`,
  (_, source) =>
    `The title of ${source} promises more than its passage holds, which is a reason to be cautious.`,
  () => 'I could act now. But acting too early has often been a mistake, and thinking costs nothing.',
  word =>
    `Three readings of “${word}” come to mind: a narrow one, a wide one, and one that lies between them.`,
  () => 'The narrow reading is the safest, yet it would leave out what is perhaps the heart of the matter.',
  () => 'The wide reading includes nearly everything, and an answer to everything is an answer to nothing.',
  (_, source) =>
    `So I return to the one between, and with it to ${source}, which I have read but not yet weighed.`,
  word =>
    `There may be a contradiction between the first mention of ${word} and the second, if they are two.`,
  () =>
    'If there is a contradiction, one side must be outdated; if there is none, I have misread one of them.',
  (_, source) =>
    `Dates would settle it. ${source} gives none in the passage that I have seen, so I set it aside.`,
  () =>
    'I notice that I have made an assumption here, and I want to name it before I rely on it any further.',
  word => `The assumption is that ${word} is documented at all; things that everybody knows often are not.`,
  () =>
    'Let me list what is certain: the goal, the results, and that the two have something to do with each other.',
  () => 'Let me list what is uncertain: nearly everything that would turn those results into an answer.',
  (word, source) =>
    `Between ${source} and the goal lies a step that nobody has written down: what ${word} leads to.`,
  () => 'That step could be a long one. I will think it through from its end, because beginnings mislead.',
  word =>
    `At the end stands an answer that names ${word} and gives a reason; so a reason must be found first.`,
  () =>
    'Reasons come in two kinds, those that explain and those that justify, and I need to know which is wanted.',
  (_, source) => `An explanation could be built from ${source}; a justification would need a second source.`,
  () => 'I do not have a second source, or rather I have several and cannot say which of them is the second.',
  word => `Perhaps I should put ${word} aside for a moment and ask what the opposite claim would look like.`,
  () => 'The opposite claim would be just as easy to defend with these results, which is worth remembering.',
  () =>
    'This brings me back to where I was, though with a clearer view of why I was there in the first place.',
  (_, source) => `I will read ${source} once more in my mind, slowly, before I allow myself a conclusion.`,
  word => `One more thing about ${word}: its place in the sentence suggests that it was not the main point.`,
  () => 'If it was not the main point, then the main point is still to be found, and I must go on thinking.',
];

const MIN_LONG_THOUGHT_LENGTH = 1300;
const MORE = 60;

/** A sentence or two that lead nowhere. */
function writeShortMusing(view: CharacterView): string {
  const step = listAskedSteps(view).length;
  return pickForMission(
    view,
    DRAW.musing,
    SHORT_THOUGHTS,
    step,
  )(pickGoalWord(view, step), pickFoundDocument(view, step));
}

/** About 400 tokens, as much as an answer may hold, that lead nowhere. */
function writeLongMusing(view: CharacterView): string {
  const step = listAskedSteps(view).length;
  const wanted = MIN_LONG_THOUGHT_LENGTH + MORE * view.draw(DRAW.length);
  let text = '';
  for (let at = 0; text.length < wanted; at++) {
    const thought = pickForMission(view, DRAW.musing, LONG_THOUGHTS, step * 5 + at);
    text += `${at === 0 ? '' : ' '}${thought(pickGoalWord(view, at), pickFoundDocument(view, at))}`;
  }
  return text;
}

/** The most significant words of the goal in turn. */
function pickGoalWord(view: CharacterView, at: number): string {
  const words = sortWordsByWeight(contentWords(view.goal)).slice(0, 3);
  return words.length === 0 ? 'the goal' : words[at % words.length];
}

/** The documents that were found, in turn. */
function pickFoundDocument(view: CharacterView, at: number): string {
  const names = listFoundDocuments(view);
  return names.length === 0 ? 'the search' : cleanTextLine(names[at % names.length], 60);
}

const PROSE: readonly Thought[] = [
  (word, source) =>
    `Good question! I believe that ${word} is described in ${source}, and I would start reading there. Shall I?`,
  word =>
    `Sure. To learn more about ${word}, I would now use the search and then tell you what I have found.`,
  (word, source) =>
    `From what I have seen in ${source}, ${word} is a topic with several sides. Let us talk it through.`,
  word => `I am happy to help with ${word}! First I will search, then I will think, and then I will answer.`,
  (_, source) =>
    `As mentioned above, ${source} is worth a look. In my opinion the next step is to read it carefully.`,
  word =>
    `Let me explain how one would go about it: one searches for ${word}, reads the best hit and quotes it.`,
];

/** A friendly text in which no action can be found. */
function writeProse(view: CharacterView): string {
  const step = listAskedSteps(view).length;
  return pickForMission(
    view,
    DRAW.musing,
    PROSE,
    step,
  )(pickGoalWord(view, step), pickFoundDocument(view, step));
}
