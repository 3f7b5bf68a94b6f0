import { socialQueries } from '../../../engine/models/social/socialQueries.ts';
import type { PageParts } from '../plugin.ts';
import { SOCIAL_PICKED } from './socialPart.ts';

/** Shows the cascade that a post belongs to, and selects the post. */
export async function showPost({ store, link }: PageParts, post: number): Promise<void> {
  const root = await link.ask(engine => socialQueries.ask(engine, 'rootOf', post));
  if (root !== null) store.getState().pick(SOCIAL_PICKED, { root, post, isChosen: true });
}

/** The same for a line of an agent's history. @param context `post_012` */
export function showContext(page: PageParts, context: string): void {
  const post = /^post_(\d+)$/.exec(context)?.[1];
  if (post !== undefined) void showPost(page, Number(post) - 1);
}
