import type { Tick } from '../../../../engine/core/indices.ts';
import { POST_KINDS } from '../../../../engine/models/social/cascade/postKinds.ts';
import { REACTIONS, type Viewers } from '../../../../engine/models/social/posts/exposure.ts';
import type { CascadeTree } from '../../../../engine/models/social/reports/socialQueries.ts';
import type { Change } from '../../../../engine/setup/config.ts';
import { parseAgentNumber } from '../../../../engine/setup/setupChanges.ts';
import { formatNounCount } from '../../../lib/formatCounts.ts';
import { type ChangedLink, NO_STORY, type Story } from '../../../network/describeChangedFollows.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { formatRoundNumber } from '../../../words/runClock.ts';
import { KIND_HUES } from '../socialAppearance.ts';
import { getSocialPart } from '../socialPart.ts';

const WAYS: Readonly<Record<string, boolean>> = { add_edge: true, cut_edge: false };

/** Follows that changes have added or cut by a tick, the last change of each. */
export function collectChangedFollows(changes: readonly Change[], tick: Tick): readonly ChangedLink[] {
  const last = new Map<string, ChangedLink>();
  for (const change of changes) {
    if (change.kind !== 'intervention' || change.tick > tick) continue;
    const isThere = WAYS[change.name];
    const [follower, followed] = change.on.map(parseAgentNumber);
    if (isThere !== undefined) last.set(change.on.join(), { followed, follower, isThere });
  }
  return [...last.values()];
}

/** Place of a like's hue in the palette. */
const LIKE_HUE = 3;

/** The cascade on the screen as a story on the network. */
interface CascadeStory extends Story {
  readonly counts: StoryCounts;
}

/** People by what they did with a cascade. */
export interface StoryCounts {
  /** They posted something that counts, the author included: the cascade's size. */
  readonly tookPart: number;
  readonly reshared: number;
  /** They replied; where replies do not count, those alone who did not pass it on, who did not take part. */
  readonly replied: number;
  /** They liked one of its posts and handed none on. */
  readonly liked: number;
  /** They looked and went on, or look now. */
  readonly lookedOn: number;
  readonly never: number;
}

const NO_CASCADE: CascadeStory = {
  ...NO_STORY,
  counts: { tookPart: 0, reshared: 0, replied: 0, liked: 0, lookedOn: 0, never: 0 },
};

/** The story of the cascade on the screen at the round that is shown; the same while nothing of it changes. */
export const cascadeStory = (() => {
  let kept: { readonly key: readonly unknown[]; readonly story: CascadeStory } | null = null;
  return (state: PageState): CascadeStory => {
    const { tree, viewers } = getSocialPart(state);
    const agents = state.run?.info.config.agents ?? 0;
    const changed = linksNow(state);
    const key = [tree, viewers, agents, changed];
    if (!kept || key.some((part, at) => part !== kept?.key[at])) {
      const isOf = tree !== null && tree.post.length > 0;
      const story = isOf
        ? buildCascadeStory(tree, viewers?.root === tree.root ? viewers : null, agents)
        : NO_CASCADE;
      // Another set draws thousands of dots again.
      kept = { key, story: { ...story, changed, looked: reuseEqualSet(kept?.story.looked, story.looked) } };
    }
    return kept.story;
  };
})();

/** Links that are otherwise at the round that is shown; the same while nothing of them changes. */
const linksNow = (() => {
  let kept: Story['changed'] = [];
  return (state: PageState): Story['changed'] => {
    const now = collectChangedFollows(state.run?.setup.changes ?? [], getViewedTick(state));
    if (JSON.stringify(now) !== JSON.stringify(kept)) kept = now;
    return kept;
  };
})();

/** Returns the previous set if it has the same members. */
function reuseEqualSet(
  before: ReadonlySet<number> | undefined,
  now: ReadonlySet<number>,
): ReadonlySet<number> {
  return before?.size === now.size && [...now].every(agent => before.has(agent)) ? before : now;
}

/** @param viewers null: not known yet */
function buildCascadeStory(tree: CascadeTree, viewers: Viewers | null, agents: number): CascadeStory {
  const first = new Map<number, number>();
  for (const [row, author] of tree.author.entries()) if (!first.has(author)) first.set(author, row);
  const ringed = new Set(first.keys());
  const [author] = tree.author;
  const byKind = (kind: (typeof POST_KINDS)[number]) =>
    new Set(tree.author.filter((_, row) => POST_KINDS[tree.kind[row]] === kind)).size;
  const liked = new Set(viewers?.agent.filter((_, i) => REACTIONS[viewers.reaction[i]] === 'liked'));
  const looked = new Set([...(viewers?.agent ?? []), ...ringed]);
  const { replied, liked: onlyLiked, wentOn, looking, seen } = tree.exposure;
  const { counts } = tree;
  return {
    passes: collectPasses(tree),
    author: { agent: author, did: 'wrote it' },
    ringed,
    liked,
    likedHue: LIKE_HUE,
    looked,
    changed: [],
    note: 'a post is handed on from the thick end to the thin one',
    column: 'in this cascade',
    partOf(agent) {
      const row = first.get(agent);
      if (row !== undefined) return describePostAction(tree, row, agent === author);
      if (liked.has(agent)) return 'liked it';
      return looked.has(agent) ? 'looked and went on' : viewers === null ? '' : 'never looked';
    },
    counts: {
      tookPart: ringed.size,
      reshared: byKind('reshare'),
      replied: counts === 'reshares' ? replied : byKind('reply'),
      liked: onlyLiked,
      lookedOn: wentOn + looking,
      never: agents - 1 - seen,
    },
  };
}

function collectPasses(tree: CascadeTree): Story['passes'] {
  const passes: { from: number; to: number; hue: number }[] = [];
  for (const [row, parent] of tree.parent.entries())
    if (parent >= 0)
      passes.push({ from: tree.author[parent], to: tree.author[row], hue: KIND_HUES[tree.kind[row]] });
  return passes;
}

/** "passed it on in Round 12" */
function describePostAction(tree: CascadeTree, row: number, isAuthor: boolean): string {
  const kind = POST_KINDS[tree.kind[row]];
  const deed = isAuthor ? 'wrote it' : kind === 'reply' ? 'replied' : 'passed it on';
  return `${deed} in Round ${formatRoundNumber(tree.tick[row])}`;
}

/** The story in a sentence, without a full stop; '' for none. */
export function describeCascadeStory(state: PageState): string {
  const { tree } = getSocialPart(state);
  const { counts, author } = cascadeStory(state);
  if (!tree || author === null) return '';
  const name = state.run?.info.names[author.agent] ?? '';
  const people = formatNounCount(counts.tookPart, 'person', 'people');
  const replied = tree.counts === 'reshares' ? `, ${counts.replied} only replied` : '';
  return `a post about ${tree.topic} by ${name}: ${people} took part, its author included${replied}, ${counts.liked} only liked a post in it, ${counts.lookedOn} only looked, ${counts.never} never did`;
}
