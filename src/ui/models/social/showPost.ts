import { socialQueries } from '../../../engine/models/social/socialQueries.ts';
import type { PageStore } from '../../store/pageState.ts';
import type { PageParts } from '../plugin.ts';
import { SOCIAL_PICKED } from './socialPart.ts';

/** CSS pixels per round down to which a cascade is zoomed out to its present. */
const LEAST_PIXELS = 2;

/** Shows a cascade from its root on, which comes into view. */
export function showCascade(
  store: PageStore,
  { root, tick }: { readonly root: number; readonly tick: number },
): void {
  store.getState().pick(SOCIAL_PICKED, { root, post: null, isChosen: true });
  const { head, scale, plotWidth, showSpan } = store.getState();
  // With the present where it can be read beside it: labels of the present would lie over what is earlier.
  const fits = (head - tick) * Math.min(scale.pixels, LEAST_PIXELS) < 0.55 * plotWidth;
  showSpan(tick, fits ? head : tick);
}

/** The same for a cascade of which only the root is known. */
export async function showRoot({ store, link }: PageParts, root: number): Promise<void> {
  const found = await link.ask(engine => socialQueries.ask(engine, 'placeOf', root));
  if (found !== null) showCascade(store, { root, tick: found.rootTick });
}

/** Shows the cascade that a post belongs to, and selects the post; root and post come into view. */
export async function showPost({ store, link }: PageParts, post: number): Promise<void> {
  const found = await link.ask(engine => socialQueries.ask(engine, 'placeOf', post));
  if (found === null) return;
  const { root, rootTick, tick } = found;
  store.getState().pick(SOCIAL_PICKED, { root, post, isChosen: true });
  store.getState().showSpan(rootTick, tick);
}

/** The same for a line of an agent's history. @param context `post_012` */
export function showContext(page: PageParts, context: string): void {
  const post = /^post_(\d+)$/.exec(context)?.[1];
  if (post !== undefined) void showPost(page, Number(post) - 1);
}
