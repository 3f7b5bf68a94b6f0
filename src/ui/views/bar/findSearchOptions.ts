import { escapeInvisibleText, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { PageParts } from '../../model/modelPlugin.ts';
import { getCurrentPlugin } from '../../model/registered.ts';
import { releaseModelSelection } from '../../model/releaseModelSelection.ts';
import type { PageState } from '../../state/pageState.ts';
import { createAgentNameMatcher } from '../../store/found.ts';
import { selectState } from '../statechart/selectState.ts';

/** A line of what was found. */
interface SearchOption {
  readonly key: string;
  readonly noun: string;
  readonly text: string;
  /** The person it concerns, unless its text says so. */
  readonly whom: string;
  /** Selects it. */
  pick(page: PageParts): void;
}

/** Most lines of a kind. */
const MAX_OPTIONS_BY_KIND = { agents: 3, states: 3, hits: 6 };

/** Results, the best first: beginnings of names before their middles, names before texts. */
export function findSearchOptions(state: PageState): readonly SearchOption[] {
  const { run, search, order } = state;
  const needle = search.words.trim().toLowerCase();
  if (!run || needle === '') return [];
  const begins = (text: string) => text.toLowerCase().startsWith(needle);
  const { words, idOf, states: look } = getCurrentAppearance(state);
  const { chart, names } = run.info;
  // All agents, in the order of the rows, whatever is selected.
  const agents = takeFirstFound(
    order ?? names.keys(),
    createAgentNameMatcher(run, needle),
    MAX_OPTIONS_BY_KIND.agents,
  );
  const states = chart.states.flatMap((name, position) => {
    const labels = [name, chart.words?.states[name]?.label ?? look.short(name)];
    return labels.some(label => label.toLowerCase().includes(needle)) ? [{ position, labels }] : [];
  });
  const ranked = [
    ...agents.map(agent => ({
      rank: begins(names[agent]) || begins(idOf(agent)) ? 0 : 2,
      option: createAgentOption(agent, words.agent[0], names[agent], idOf(agent)),
    })),
    ...states.slice(0, MAX_OPTIONS_BY_KIND.states).map(({ position, labels }) => ({
      rank: labels.some(begins) ? 1 : 3,
      option: createStateOption(position, labels[1]),
    })),
    ...(search.hits ?? []).slice(0, MAX_OPTIONS_BY_KIND.hits).map((hit, at) => ({
      rank: 4,
      option: {
        key: `hit ${at}`,
        noun: hit.noun,
        text: escapeInvisibleText(hit.text),
        whom:
          hit.agents.length === 1
            ? names[hit.agents[0]]
            : formatNounCount(hit.agents.length, ...words.person),
        pick(page: PageParts) {
          const { select } = page.store.getState();
          select({ agents: hit.agents, state: null, own: releaseModelSelection(page.store.getState()) });
          if (hit.thing !== null) getCurrentPlugin(page.store.getState()).showThing?.(page, hit.thing);
        },
      },
    })),
  ];
  return ranked.sort((a, b) => a.rank - b.rank).map(({ option }) => option);
}

/** The first few that are found; the rest is not looked at. */
function takeFirstFound(
  agents: Iterable<number>,
  isFound: (agent: number) => boolean,
  most: number,
): readonly number[] {
  const first: number[] = [];
  for (const agent of agents) {
    if (isFound(agent)) first.push(agent);
    if (first.length === most) break;
  }
  return first;
}

const createAgentOption = (agent: number, noun: string, name: string, id: string): SearchOption => ({
  key: `agent ${agent}`,
  noun,
  text: name,
  whom: name === id ? '' : id,
  pick({ store }) {
    store.getState().select({ agents: [agent], state: null, own: releaseModelSelection(store.getState()) });
  },
});

const createStateOption = (position: number, text: string): SearchOption => ({
  key: `state ${position}`,
  noun: 'state',
  text,
  whom: '',
  pick({ store }) {
    if (store.getState().selection.state !== position) selectState(store, position);
  },
});
