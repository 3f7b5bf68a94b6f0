import type { Tick } from '../../../core/indices.ts';
import type { Society } from '../people/society.ts';
import type { SocialParameters } from '../socialParameters.ts';
import { Became, type SavedBecoming } from './became.ts';

/**
 * Makes an agent another archetype from a tick on; its own chances, topics and the length of its history stay.
 * @returns false for the archetype that it has already
 */
export function changeArchetype(
  society: Society,
  agent: number,
  kind: number,
  tick: Tick,
  parameters: SocialParameters,
): boolean {
  society.became ??= new Became();
  if (!society.became.set(agent, tick, kind, society.drawnArchetype[agent])) return false;
  society.take(agent, kind);
  society.scale(agent, parameters);
  return true;
}

/** Has those again that have become something else; the population's columns are restored already. */
export function restoreArchetypeChanges(society: Society, saved: readonly SavedBecoming[]): void {
  society.became = new Became();
  for (const [agent, from, kind] of saved) {
    society.became.set(agent, from, kind, society.drawnArchetype[agent]);
    society.take(agent, kind);
  }
}
