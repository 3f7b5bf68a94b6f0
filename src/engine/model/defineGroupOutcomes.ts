import type { Groups } from '../core/agentGroups.ts';
import type { OutcomeDefinition } from './outcomeDefinition.ts';

/** Facts about some of a group. */
interface Some {
  /** Begins the outcome's name: `moved`. */
  readonly name: string;
  readonly label: string;
  /** "that have changed their state at least once" */
  readonly that: string;
}

/** For each group of a network's nodes the share of those of whom something can be said. */
export function defineGroupOutcomes(
  { label: division, names }: Groups,
  { name, label, that }: Some,
): readonly OutcomeDefinition[] {
  const taken = new Set<string>();
  return names.map(group => {
    const plain = `${name}_of_${group.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, 40)}`;
    let own = plain;
    for (let number = 2; taken.has(own); number++) own = `${plain}_${number}`;
    taken.add(own);
    return {
      ...{ name: own, label: `${label}, ${division} ${group}`, unit: 'share', better: null },
      meaning: `Share of those of ${division} ${group} ${that}.`,
    };
  });
}

/** The shares, in the order of the groups; null for one that is empty. @param isOne 1 for an agent of whom it can be said */
export function computeGroupShares(
  { names, of }: Groups,
  isOne: ArrayLike<number>,
): readonly (number | null)[] {
  const all = new Uint32Array(names.length);
  const some = new Uint32Array(names.length);
  for (const [agent, group] of of.entries()) {
    all[group]++;
    some[group] += isOne[agent];
  }
  return names.map((_, group) => (all[group] === 0 ? null : some[group] / all[group]));
}
