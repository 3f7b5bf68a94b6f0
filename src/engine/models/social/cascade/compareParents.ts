import type { QueryTime } from '../../../model/createAgentModelQueries.ts';
import type { CascadeTree, ParentComparison } from '../reports/socialQueries.ts';
import { PARENT_RULES, type ParentRule } from '../socialChoices.ts';
import type { SocialState } from '../socialState.ts';
import { findChoices, findParents, listExposures } from './findParents.ts';

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
  const { cascades, posts } = state;
  if (cascades.size(root) === 0) return null;
  const members = cascades.members(root);
  const copies = [...findChoices(state, root, members).values()].map(row => listExposures(state, row).length);
  return {
    rule: state.config.parameters.parent_rule,
    measures: PARENT_RULES.map(rule => ({
      rule,
      ...buildTreeByRule(state, root, rule, now)!.measures,
      moved:
        rule === state.config.parameters.parent_rule
          ? 0
          : countMoved(findParents(state, root, members, rule), posts.parent.data),
    })),
    exposures: {
      none: copies.filter(count => count === 0).length,
      one: copies.filter(count => count === 1).length,
      several: copies.filter(count => count > 1).length,
      most: Math.max(0, ...copies),
    },
  };
}

/** Number of posts that have another parent than in the run. */
const countMoved = (parents: ReadonlyMap<number, number>, own: ArrayLike<number>): number =>
  [...parents].filter(([post, parent]) => own[post] !== parent).length;
