import { formatPostId, type Tick } from '../../../engine/core/indices.ts';
import type { ModelFrame } from '../../../engine/model/frame.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { Viewers } from '../../../engine/models/social/posts/exposure.ts';
import type {
  CascadeSummary,
  CascadeTree,
  SocialFrame,
} from '../../../engine/models/social/reports/socialQueries.ts';
import type { ParentRule } from '../../../engine/models/social/socialChoices.ts';
import { convertTickToX } from '../../charts/timeScale.ts';
import { getModelPart } from '../../model/getModelPart.ts';
import { getModelSelection } from '../../model/getModelSelection.ts';
import type { PageState, PartKey } from '../../state/pageState.ts';
import { isLookingBack } from '../../state/viewState.ts';

/** The page's knowledge of a social run. */
interface SocialPart {
  readonly liveliest: readonly CascadeSummary[];
  /** The cascade with the most people so far; null before the first post. */
  readonly largest: SocialFrame['largest'];
  /** The cascade on the screen; the one before while it is asked for. */
  readonly tree: CascadeTree | null;
  /** Viewers of that cascade while the network shows it; null until they are known. */
  readonly viewers: (Viewers & { readonly root: number }) | null;
  /** The same cascade in both of two runs; null while it is asked for. */
  readonly pairTrees: PairTrees | null;
}

/** A cascade in the run on the screen and in the other one, both as of one round; null in a run that does not have it. */
interface PairTrees {
  readonly at: Tick;
  readonly own: CascadeTree | null;
  readonly other: CascadeTree | null;
}

/** The selection among posts. */
export interface SocialPicked {
  /** Root post of the cascade on the screen. */
  readonly root: number | null;
  readonly post: number | null;
  /** Draws its tree with the parents by this rule; absent: by the run's. */
  readonly rule?: ParentRule | undefined;
  /** The user chose the cascade; until then the page does. */
  readonly isChosen: boolean;
  /** The tick that the run goes to by itself, as an address says, with no cascade to be followed on the way. */
  readonly goesTo?: Tick;
}

/** Key of the model's part of the page's state. */
export const SOCIAL: PartKey<SocialPart> = {
  model: 'social',
  initial: { liveliest: [], largest: null, tree: null, viewers: null, pairTrees: null },
};
/** Key of the model's part of the selection. */
export const SOCIAL_PICKED: PartKey<SocialPicked> = {
  model: 'social',
  initial: { root: null, post: null, isChosen: false },
};

/** The model's part of the state; its initial value in a run of another model. */
export const getSocialPart = (state: Pick<PageState, 'modelParts'>): SocialPart =>
  getModelPart(SOCIAL, state);
/** The selection of posts; the initial value in a run of another model. */
export const getPostSelection = (state: Pick<PageState, 'run' | 'selection'>): SocialPicked =>
  getModelSelection(SOCIAL_PICKED, state);

/** The post or cascade that the user chose, and the rule for its parents: `post_012`, `post_012:last_seen`; null for none. */
export function formatChosenPost(own: object): string | null {
  const { isChosen, root, post, rule } = own as SocialPicked;
  if (!isChosen || root === null) return null;
  return formatPostId(post ?? root) + (rule ? `:${rule}` : '');
}

/** The part once a frame has come; a frame without news leaves it. */
export function applySocialFrame(part: object | null, frame: ModelFrame): object {
  const social = selectAgentModelPart<SocialFrame>('social', frame);
  const known = { ...SOCIAL.initial, ...part };
  return social ? { ...known, liveliest: social.liveliest, largest: social.largest } : known;
}

/** Pixels left of a root in which its text stands. */
const TEXT_ROOM = 40;

/** A cascade with its root in view is chosen even if the largest lively one has so many times as many people. */
const IN_VIEW_COUNTS = 3;
/** People in a cascade that the first picture may show in place of a larger one that began before it. */
const STORY_SIZE = 4;

/**
 * Chooses a cascade until the user does: the largest lively one with its root in view, as long as it is near the top;
 * the largest lively one if those in view are much smaller. In an automatic run it is the largest of all, so that an
 * address shows the same one independent of speed, and it stays.
 */
export function chooseCascadeRoot(state: PageState): object | null {
  const { goesTo, ...before } = getPostSelection(state);
  const { liveliest, tree, largest } = getSocialPart(state);
  // Looking back leaves what is looked at.
  if (before.isChosen || (before.root !== null && isLookingBack(state))) return state.selection.own;
  const { life, head, target } = state;
  const isGoing = life.name === 'running';
  const goal = isGoing ? target : life.name === 'playing' ? null : (goesTo ?? null);
  // The last frame may come after the end of the stretch.
  const isThere = !isGoing && goal === head;
  const isAutomatic = isGoing || isThere;
  const picked = goal === null || isThere ? before : { ...before, goesTo: goal };
  const own = goal === (goesTo ?? null) ? state.selection.own : picked;
  // One tree at a time: the next choice is made when the last one has been drawn.
  if (picked.root !== null && tree?.root !== picked.root) return own;
  const inView = liveliest.filter(({ tick }) => {
    const x = convertTickToX(state.scale, tick);
    return x >= TEXT_ROOM && x <= state.plotWidth;
  });
  const [seen, all] = [findLargestCascade(inView), findLargestCascade(liveliest)];
  if (all === null) return own;
  // The first picture shows a story that begins in it.
  const isFirst = head === 0 && seen !== null && seen.size >= STORY_SIZE;
  const shown = seen !== null && (isFirst || seen.size * IN_VIEW_COUNTS >= all.size) ? seen : all;
  const best = (isAutomatic && !isFirst && largest) || shown;
  const isPicked = ({ root }: { readonly root: number }) => root === picked.root;
  const current = isAutomatic ? undefined : [largest ?? all, ...liveliest].find(isPicked);
  const isKept = current === largest || inView.some(isPicked) || best === all;
  if (current && isKept && best.size <= current.size * 1.5) return own;
  return best.root === picked.root && !isThere ? own : { ...picked, root: best.root };
}

const findLargestCascade = (cascades: readonly CascadeSummary[]): CascadeSummary | null =>
  cascades.reduce<CascadeSummary | null>((a, b) => (a && a.size >= b.size ? a : b), null);

type Pointing = Pick<PageState, 'run' | 'selection' | 'modelParts'>;

/** The post under the pointer or the keyboard, as a row of the tree; −1 for none. */
export function getPointedRow(state: Pointing): number {
  const { hover } = state.selection;
  return hover?.kind === 'thing' ? (getSocialPart(state).tree?.post.indexOf(hover.thing) ?? -1) : -1;
}

/** The post under the pointer, else the selected one, as a row of the tree; −1 for none. */
export function getFocusedRow(state: Pointing): number {
  if (state.selection.hover?.kind === 'thing') return getPointedRow(state);
  const { post } = getPostSelection(state);
  return post === null ? -1 : (getSocialPart(state).tree?.post.indexOf(post) ?? -1);
}
