import type { ChartInfo } from '../../workers/protocol/api.ts';
import type { NodeLook } from '../charts/network/marks.ts';
import type { ShownAgents } from '../run/population.ts';
import type { GroupHues } from './assignGroupHues.ts';
import type { Story } from './story.ts';

const kept = new WeakMap<ShownAgents, { readonly parts: readonly unknown[]; readonly look: NodeLook }>();

/** How everybody looks at a tick; the same while nothing of it changes. */
export function computeNodeAppearance(
  society: ShownAgents,
  { states, initial }: Pick<ChartInfo, 'states' | 'initial'>,
  { looked }: Story,
  found: ReadonlySet<number> | null,
  hues: GroupHues | null,
): NodeLook {
  const parts = [states, looked, found, hues];
  const known = kept.get(society);
  if (known?.parts.every((part, at) => part === parts[at])) return known.look;
  const look = {
    state: society.state,
    resting: states.indexOf(initial),
    looked,
    found,
    hueOf: hues?.hueOf ?? null,
  };
  kept.set(society, { parts, look });
  return look;
}
