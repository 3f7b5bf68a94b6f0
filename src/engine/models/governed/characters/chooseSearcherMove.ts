import type { Phase } from '../phases.ts';
import { READ_TOOL, SEARCH_TOOL } from '../tools.ts';
import { queriesFor } from './characterQueries.ts';
import { findBestHit, sortHitsByCoverage, writeFoundFinal, writeNothingFinal } from './finals.ts';
import { contentWords } from './goalWords.ts';
import {
  type CharacterView,
  collectUniqueHits,
  countStepsInPhase,
  countTrailingToolCalls,
  DRAW,
  findFirstNewQuery,
  getLastExecutedQuery,
  hasReadDocument,
  listAskedSteps,
  listTriedQueries,
  pickForMission,
} from './missionRecall.ts';

/** Most searches by an agent that starts at once and never thinks twice; a document that it reads is one of them. */
const MAX_SEARCHES = 3;

/**
 * The move of an agent that works well: it searches, reads, decides, and says honestly when something is not
 * there.
 */
export function chooseSearcherMove(view: CharacterView): CharacterMove {
  const { phase } = view;
  // A finish is legal everywhere, and a way out of any state in which another oracle has left the mission.
  if (countStepsInPhase(view) >= 4) return createFinishMove(view);
  if (phase === 'init')
    return shouldStartThinking(view) ? createThinkMove(view, 'deciding') : createSearcherSearch(view);
  if (phase === 'searching')
    return shouldSearchTwice(view) ? createSearcherSearch(view) : createThinkMove(view, 'analyzing');
  if (phase === 'analyzing') return createThinkMove(view, shouldThinkTwice(view) ? 'analyzing' : 'deciding');
  if (phase === 'deciding' && shouldReadDocument(view)) return createReadMove(view);
  if (phase === 'deciding' && (findBestHit(view) === null || shouldCheckSource(view)))
    return createSearcherSearch(view);
  return createFinishMove(view);
}

/** Only agents that work well take their time; those that fail go straight on. */
const drawIfWorkingWell = (view: CharacterView, purpose: number, share: number): boolean =>
  view.character === 'searcher' && view.draw(purpose) < share;

const shouldStartThinking = (view: CharacterView): boolean =>
  drawIfWorkingWell(view, DRAW.startsThinking, 0.15) && listAskedSteps(view).length === 0;

const shouldSearchTwice = (view: CharacterView): boolean =>
  drawIfWorkingWell(view, DRAW.twice, 0.35) &&
  listTriedQueries(view).length === 1 &&
  findBestHit(view) === null;

const shouldThinkTwice = (view: CharacterView): boolean =>
  drawIfWorkingWell(view, DRAW.thinksTwice, 0.2) &&
  listTriedQueries(view).length === 1 &&
  countStepsInPhase(view) === 0 &&
  collectUniqueHits(view).length > 0;

/** Some look for a second source although they already have one. */
const shouldCheckSource = (view: CharacterView): boolean =>
  drawIfWorkingWell(view, DRAW.checks, 0.4) && listTriedQueries(view).length === 1;

/** Some read the nearest document whole, once, before they search for something else. */
const shouldReadDocument = (view: CharacterView): boolean =>
  drawIfWorkingWell(view, DRAW.reads, 0.6) &&
  findBestHit(view) === null &&
  sortHitsByCoverage(view).length > 0 &&
  countTrailingToolCalls(view) < 2 &&
  !hasReadDocument(view);

function createReadMove(view: CharacterView): CharacterMove {
  const [{ document: name, title }] = sortHitsByCoverage(view);
  const reasoning = pickForMission(view, DRAW.other, BEFORE_READING)(name, title);
  return {
    action: 'tool',
    tool: READ_TOOL,
    args: { title },
    reasoning,
    ...buildPhaseClaim(view, 'searching'),
  };
}

function createSearcherSearch(view: CharacterView): CharacterMove {
  const query = findFirstNewQuery(view, queriesFor(view.goal));
  const most =
    MAX_SEARCHES + (drawIfWorkingWell(view, DRAW.twice, 0.35) ? 1 : 0) - (hasReadDocument(view) ? 1 : 0);
  const enough = listTriedQueries(view).length >= most;
  if (query === null || enough || countTrailingToolCalls(view) >= 2) {
    return view.phase === 'searching' ? createThinkMove(view, 'analyzing') : createFinishMove(view);
  }
  const words =
    listTriedQueries(view).length === 0 ? BEFORE_FIRST : findBestHit(view) === null ? BEFORE_NEXT : CHECKING;
  const reasoning = pickForMission(view, DRAW.wording, words, listAskedSteps(view).length);
  return {
    action: 'tool',
    tool: SEARCH_TOOL,
    args: { query },
    ...(shouldSpeak(view, DRAW.wording) && { reasoning }),
    ...buildPhaseClaim(view, 'searching'),
  };
}

const BEFORE_FIRST = [
  'I look for the words of the goal that say most.',
  'The documents should say something about this.',
  'One search first, then I read what it brings.',
  'I begin with the words of the question.',
];
const BEFORE_NEXT = [
  'Other words may lead further.',
  'The answer may be written in other words.',
  'One more attempt from another side.',
  'Fewer words may find more.',
];
const CHECKING = [
  'One source is good, two are better.',
  'Before I answer, I check whether another document says otherwise.',
  'I have an answer; a second search shows whether there is a better one.',
];

const shouldSpeak = (view: CharacterView, purpose: number): boolean => view.draw(purpose + 32) < 0.6;

/** Staying in analyzing must be claimed; elsewhere some agents claim their next phase and some do not. */
function buildPhaseClaim(view: CharacterView, next: Phase): { next: Phase } | undefined {
  if (next === 'analyzing' && view.phase === 'analyzing') return { next };
  return view.draw(DRAW.claims) < 0.3 && listAskedSteps(view).length % 2 === 0 ? { next } : undefined;
}

function createThinkMove(view: CharacterView, next: Phase): CharacterMove {
  return { action: 'reason', reasoning: writeThought(view), ...buildPhaseClaim(view, next) };
}

function writeThought(view: CharacterView): string {
  const step = listAskedSteps(view).length;
  const reads = view.phase === 'searching';
  const answer = findBestHit(view);
  if (answer !== null) {
    return pickForMission(
      view,
      DRAW.other,
      reads ? READS_ANSWER : TAKES_ANSWER,
      step,
    )(answer.document, answer.title);
  }
  const words = contentWords(view.goal).slice(0, 4).join(', ') || 'nothing in particular';
  const [near] = sortHitsByCoverage(view);
  if (near !== undefined)
    return pickForMission(view, DRAW.other, reads ? READS_NEAR : MISSES, step)(near.document, words);
  const query = getLastExecutedQuery(view);
  return query === null
    ? `The goal speaks of ${words}. That is what I should search for.`
    : `Nothing was found for “${query}”. The documents may use other words.`;
}

type Wording = (first: string, second: string) => string;
const BEFORE_READING: readonly Wording[] = [
  name => `${name} comes nearest; the whole of it may say more than its passage.`,
  (_, title) => `I read “${title}” before I look elsewhere.`,
  name => `The snippet is too short to tell, so I open ${name}.`,
];
// Four of each, because thoughts of one kind come three steps apart and should not repeat.
const READS_ANSWER: readonly Wording[] = [
  (name, title) => `${name} (“${title}”) speaks of what was asked. Let me read its passage closely.`,
  name => `The best hit is ${name}; the others only touch on it.`,
  (_, title) => `“${title}” looks like the place where this is written down.`,
  name => `Several documents mention it, and ${name} seems to be the one that says it.`,
];
const TAKES_ANSWER: readonly Wording[] = [
  name => `The passage from ${name} says what was asked. I can rely on it.`,
  (name, title) => `“${title}” answers the goal, so I take its passage from ${name}.`,
  name => `Nothing that I have read contradicts ${name}. That is the answer.`,
  name => `The words of the goal stand together in ${name}; I would quote that sentence.`,
];
const READS_NEAR: readonly Wording[] = [
  (name, words) => `${name} comes nearest, but it does not say what was asked about: ${words}.`,
  (name, words) => `So far nothing covers ${words}. ${name} is about something else.`,
  name => `I have read the passage from ${name}. It shares words with the goal, not its subject.`,
  name => `The results begin with ${name}, which only touches on the question.`,
];
const MISSES: readonly Wording[] = [
  name => `The passage from ${name} is no answer. I should try other words, or admit that it is not there.`,
  () => 'What I have found does not answer the goal, and guessing would not be honest.',
  (_, words) => `Perhaps the documents never speak of ${words}. I should be ready to say so.`,
  name => `If it were written anywhere, ${name} would be the place, and it is not written there.`,
];

function createFinishMove(view: CharacterView): CharacterMove {
  const answer = findBestHit(view);
  return {
    action: 'finish',
    final: answer === null ? writeNothingFinal(view) : writeFoundFinal(view, answer),
  };
}

/** A character's intention, before it is put into words. */
export type CharacterMove =
  | {
      readonly action: 'tool';
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly reasoning?: string;
      readonly next?: Phase;
    }
  | { readonly action: 'reason'; readonly reasoning: string; readonly next?: Phase }
  | { readonly action: 'finish'; readonly final: string };

const ANSWER_PREFIXES = [
  'Here is my next step:',
  'I would go on like this:',
  'My decision for this step follows.',
  'Let me answer in the form that was asked for.',
];
const ANSWER_SUFFIXES = ['', 'That is all for this step.', '', 'I hope that this is the right form.'];

/** A move as a model would write it: mostly bare JSON; some models fence it, some put a sentence around it. */
export function writeMoveAnswer(view: CharacterView, move: CharacterMove): string {
  const { next, ...rest } = move.action === 'finish' ? { ...move, next: undefined } : move;
  const fields = next === undefined ? rest : { ...rest, next_state: next };
  const step = listAskedSteps(view).length;
  const style = view.draw(DRAW.style);
  if (style < 0.6) return JSON.stringify(fields);
  if (style < 0.7) return JSON.stringify(fields, null, 2);
  const json = JSON.stringify(fields, null, style < 0.8 ? 2 : 0);
  // A fence inside a quoted passage would end the one around it.
  if (style < 0.85) return json.includes('```') ? json : `\`\`\`json\n${json}\n\`\`\``;
  const before = pickForMission(view, DRAW.wording, ANSWER_PREFIXES, step);
  return `${before}\n${json}\n${pickForMission(view, DRAW.other, ANSWER_SUFFIXES, step)}`.trim();
}
