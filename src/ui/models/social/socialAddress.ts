import { SOCIAL_INTERVENTIONS } from '../../../engine/models/social/interventions/socialInterventions.ts';
import { PARENT_RULES, type ParentRule } from '../../../engine/models/social/socialChoices.ts';
import { SOCIAL_PARAMETERS } from '../../../engine/models/social/socialParameters.ts';
import type { ModelAddress, PageParts } from '../../model/modelPlugin.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { findPostPlace, showCascade, showPlacedPost } from './cascade/showPost.ts';
import { SOCIAL_PICKED } from './socialPart.ts';

/** Parts of an address about people on a network. */
export const SOCIAL_ADDRESS: ModelAddress = {
  parameters: SOCIAL_PARAMETERS,
  interventions: SOCIAL_INTERVENTIONS,
  shown: {
    check: text =>
      parseChosenPost(text) === null
        ? `must be a post, and with a colon a rule for parents (${PARENT_RULES.join(', ')}), such as post_012:last_seen`
        : null,
    async show(page, text) {
      const chosen = parseChosenPost(text);
      return chosen && showChosenPost(page, chosen);
    },
  },
};

/** A post that the user chose, or the first of a chosen cascade. */
interface ChosenPost {
  readonly post: number;
  /** Absent: the run's. */
  readonly rule?: ParentRule | undefined;
}

const CHOSEN = /^post_0*([1-9]\d{0,8})(?::(.*))?$/;

/** Reads what `formatChosenPost` writes; null for anything else. */
function parseChosenPost(text: string): ChosenPost | null {
  const [, number, name] = CHOSEN.exec(text) ?? [];
  const rule = PARENT_RULES.find(known => known === name);
  return number === undefined || rule !== name ? null : { post: Number(number) - 1, rule };
}

/** Shows it, unless another run comes meanwhile. @returns the problem, if the run does not have the post */
async function showChosenPost(page: PageParts, { post, rule }: ChosenPost): Promise<string | null> {
  const { store } = page;
  const place = await findPostPlace(page, post);
  if (place === undefined) return null;
  if (place === null)
    return `the run has no such post up to Round ${formatRoundNumber(store.getState().head)}; the page chooses a cascade`;
  if (place.root === post) showCascade(store, { root: post, tick: place.rootTick });
  else showPlacedPost(store, post, place);
  store.getState().pick(SOCIAL_PICKED, { rule });
  return null;
}
