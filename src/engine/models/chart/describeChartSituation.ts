import { cleanTextLine } from '../../core/cleanTextLine.ts';
import { formatAgentId, type Tick } from '../../core/indices.ts';
import type { Network } from '../../network/network.ts';
import type { Machine } from '../../statechart/machine.ts';

/** Longest name, UTF-16 units: a user's own node names can be of any length. */
const MAX_PROMPT_NAME_LENGTH = 40;
const BRACES = /\{([^{}\n]+)\}/g;

/** Source of a situation. */
interface Teller {
  readonly machine: Machine;
  readonly network: Network;
}

/** Names allowed in braces in addition to the columns. */
export const BRACED = ['name', 'state', 'ticks', 'tick', 'followers'] as const;

/** Names in the braces of a template that are neither known nor a column. */
export const findUnknownPlaceholders = (template: string, columns: readonly string[]): readonly string[] =>
  [...template.matchAll(BRACES)]
    .map(([, name]) => name)
    .filter(name => !isKnownPlaceholder(name) && !columns.includes(name));

const isKnownPlaceholder = (name: string): boolean => (BRACED as readonly string[]).includes(name);

/** The template with what is true of an agent at the end of a tick; a name that is not known stays as it is. */
export function describeChartSituation(
  template: string,
  { machine, network }: Teller,
  agent: number,
  tick: Tick,
): string {
  const { population, table } = machine;
  const configuration = population.state[agent];
  const tell: Readonly<Record<(typeof BRACED)[number], () => string>> = {
    name: () => cleanTextLine(network.labels?.[agent] ?? formatAgentId(agent), MAX_PROMPT_NAME_LENGTH),
    state: () =>
      table
        .leavesIn(configuration)
        .map(leaf => machine.chart.states[leaf])
        .join(', '),
    ticks: () => String(population.ticksInState[agent]),
    tick: () => String(tick - 1),
    followers: () => String(network.offsets[agent + 1] - network.offsets[agent]),
  };
  return template.replace(BRACES, (whole, name: string) => {
    if (isKnownPlaceholder(name)) return tell[name as keyof typeof tell]();
    const column = population.column(name);
    return column === undefined ? whole : String(Number(column[agent].toPrecision(4)));
  });
}
