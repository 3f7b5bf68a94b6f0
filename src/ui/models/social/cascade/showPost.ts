import { socialQueries } from '../../../../engine/models/social/reports/socialQueries.ts';
import { isSqueezedPlot } from '../../../charts/timeScale.ts';
import { scrollViewIntoView } from '../../../hooks/scrollViewIntoView.ts';
import type { PageParts } from '../../../model/modelPlugin.ts';
import type { PageStore } from '../../../state/pageState.ts';
import { SOCIAL_PICKED } from '../socialPart.ts';

/** Id of the view that draws it. */
export const CASCADE_ID = 'cascade';

/** CSS pixels per round down to which a cascade is zoomed out to its present, in a wide and in a narrow plot. */
const MIN_PIXELS_PER_ROUND = [2, 1] as const;

/** Shows a cascade from its root on, which comes into view, and the view itself into a window that scrolls. */
export function showCascade(
  store: PageStore,
  { root, tick }: { readonly root: number; readonly tick: number },
): void {
  store.getState().pick(SOCIAL_PICKED, { root, post: null, isChosen: true, rule: undefined });
  const { head, scale, plotWidth, showSpan } = store.getState();
  // Labels of the present are drawn only if they do not cover earlier ones.
  const least = MIN_PIXELS_PER_ROUND[isSqueezedPlot(plotWidth) ? 1 : 0];
  const fits = (head - tick) * Math.min(scale.pixels, least) < 0.55 * plotWidth;
  showSpan(tick, fits ? head : tick);
  scrollViewIntoView(CASCADE_ID);
}

/** The same for a cascade of which only the root is known. */
export async function showCascadeByRoot(page: PageParts, root: number): Promise<void> {
  const place = await findPostPlace(page, root);
  if (place) showCascade(page.store, { root, tick: place.rootTick });
}

/** Place of a post; null if the run does not have it, undefined if another run has come meanwhile. */
export async function findPostPlace({ store, commands }: PageParts, post: number) {
  const getEpoch = () => store.getState().run?.info.epoch;
  const epoch = getEpoch();
  const place = await commands.ask(engine => socialQueries.ask(engine, 'placeOf', post));
  return getEpoch() === epoch ? place : undefined;
}

/** Shows the cascade that a post belongs to, and selects the post; root and post come into view. */
export async function showPost(page: PageParts, post: number): Promise<void> {
  const place = await findPostPlace(page, post);
  if (place) showPlacedPost(page.store, post, place);
}

type PostPlace = NonNullable<Awaited<ReturnType<typeof findPostPlace>>>;

/** The same for a post whose place is known. */
export function showPlacedPost(store: PageStore, post: number, { root, rootTick, tick }: PostPlace): void {
  store.getState().pick(SOCIAL_PICKED, { root, post, isChosen: true, rule: undefined });
  store.getState().showSpan(rootTick, tick);
  scrollViewIntoView(CASCADE_ID);
}

/** The same for a line of an agent's history. @param context `post_012` */
export function showHistoryContext(page: PageParts, context: string): void {
  const post = /^post_(\d+)$/.exec(context)?.[1];
  if (post !== undefined) void showPost(page, Number(post) - 1);
}
