import { formatAgentId } from '../../engine/core/indices.ts';
import { getModelAppearance } from '../model/getModelAppearance.ts';
import type { PageState, RunState } from '../state/pageState.ts';
import { getSearchWords, type Search } from '../state/selection.ts';

/**
 * Matches the search in an agent's name, its id on the page or that in the document; an empty search matches everybody.
 */
export function createAgentNameMatcher({ info }: RunState, words: string): (agent: number) => boolean {
  const needle = words.trim().toLowerCase();
  const { idOf } = getModelAppearance(info.chart.name);
  return agent =>
    needle === '' ||
    info.names[agent].toLowerCase().includes(needle) ||
    idOf(agent).includes(needle) ||
    formatAgentId(agent).includes(needle);
}

/** Matches by name, for each run's names; released with them. */
const named = new WeakMap<
  readonly string[],
  { readonly words: string; readonly agents: readonly number[] }
>();

function findAgentsByName(run: RunState, words: string): readonly number[] {
  const { names } = run.info;
  const known = named.get(names);
  if (known?.words === words) return known.agents;
  const agents = [...names.keys()].filter(createAgentNameMatcher(run, words));
  named.set(names, { words, agents });
  return agents;
}

const found = new WeakMap<Search, ReadonlySet<number>>();

/** Agents who have the words, or whom something that has them concerns; null while nothing is searched for. */
export function findSearchedAgents({
  run,
  search,
}: Pick<PageState, 'run' | 'search'>): ReadonlySet<number> | null {
  if (!run || search.words.trim() === '') return null;
  const known = found.get(search);
  if (known) return known;
  const agents = new Set(findAgentsByName(run, search.words.trim()));
  for (const hit of search.hits ?? []) for (const agent of hit.agents) agents.add(agent);
  found.set(search, agents);
  return agents;
}

/** True if everything has been searched without a match. */
export const isSearchEmpty = (state: Pick<PageState, 'run' | 'search'>): boolean =>
  findSearchedAgents(state)?.size === 0 &&
  (getSearchWords(state.search) === null || state.search.hits !== null);
