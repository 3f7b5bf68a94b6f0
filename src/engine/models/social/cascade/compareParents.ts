import type { QueryTime } from '../../../model/createAgentModelQueries.ts';
import type { CascadeTree, ParentComparison } from '../reports/socialQueries.ts';
import { PARENT_RULES, type ParentRule } from '../socialChoices.ts';
import type { SocialState } from '../socialState.ts';
import { couldSeeRoot, createParentQuestions, findParents } from './findParents.ts';

/** A cascade with its parents by a rule, whatever the run's own is; null for a post that begins none. */
export function buildTreeByRule(
  state: SocialState,
  root: number,
  rule: ParentRule,
  { tick, tickSeconds }: QueryTime,
): CascadeTree | null {
  const { cascades, config } = state;
  if (cascades.size(root) === 0) return null;
  // The run's own parents are known: changes of the network since do not alter them.
  const isOwn = rule === config.parameters.parent_rule;
  const parents = isOwn ? undefined : findParents(state, root, cascades.members(root), rule);
  return cascades.tree(root, tickSeconds, tick, parents);
}

/** The measures of a cascade under each rule for parents, and the number of copies that people could have come by. */
export function compareParents(state: SocialState, root: number, now: QueryTime): ParentComparison | null {
  const { cascades, posts, config } = state;
  if (cascades.size(root) === 0) return null;
  const own = config.parameters.parent_rule;
  const members = cascades.members(root);
  const questions = createParentQuestions(state, root, members);
  const copies = [...questions.values()].map(({ exposures }) => exposures().length);
  const unseen = [...questions].filter(
    ([post, question]) => posts.parent.data[post] === root && !couldSeeRoot(question),
  );
  return {
    rule: own,
    measures: PARENT_RULES.map(rule => {
      // The run's own parents are known: changes of the network since do not alter them.
      const parents = rule === own ? undefined : findParents(state, root, members, rule, questions);
      const measures = cascades.measures(root, now.tickSeconds, now.tick, parents);
      return { rule, ...measures, moved: parents ? countMoved(parents, posts.parent.data) : 0 };
    }),
    exposures: {
      none: copies.filter(count => count === 0).length,
      one: copies.filter(count => count === 1).length,
      several: copies.filter(count => count > 1).length,
      most: copies.reduce((most, count) => Math.max(most, count), 0),
      unseenFirst: unseen.length,
      unseenFirstOfOne: unseen.filter(([, { exposures }]) => exposures().length <= 1).length,
    },
  };
}

/** Number of posts that have another parent than in the run. */
const countMoved = (parents: ReadonlyMap<number, number>, own: ArrayLike<number>): number =>
  [...parents].filter(([post, parent]) => own[post] !== parent).length;
