import { lookOf } from './models/looks.ts';
import type { Search } from './selection.ts';
import type { PageState, RunState } from './store/pageState.ts';

/** Whether an agent has the words in its name or id; everybody has none. */
export function namedFinder({ info }: RunState, words: string): (agent: number) => boolean {
  const needle = words.trim().toLowerCase();
  const { idOf } = lookOf(info.chart.name);
  return agent =>
    needle === '' || info.names[agent].toLowerCase().includes(needle) || idOf(agent).includes(needle);
}

let before: { readonly run: unknown; readonly search: Search; readonly found: ReadonlySet<number> } | null =
  null;

/** Agents who have the words, or whom something that has them concerns; null while nothing is searched for. */
export function foundAgents({ run, search }: Pick<PageState, 'run' | 'search'>): ReadonlySet<number> | null {
  if (!run || search.words.trim() === '') return null;
  if (before?.run === run && before.search === search) return before.found;
  const isNamed = namedFinder(run, search.words);
  const found = new Set<number>((search.hits ?? []).flatMap(({ agents }) => agents));
  for (let agent = 0; agent < run.info.names.length; agent++) if (isNamed(agent)) found.add(agent);
  before = { run, search, found };
  return found;
}
