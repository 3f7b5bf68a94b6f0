import type { Inks } from '../../charts/inks.ts';

/**
 * Inks for the states of another run: a state of the same name has the same colour, the others what is free.
 * @param own states of the run that the inks are for
 */
export function createInksForStates(inks: Inks, own: readonly string[], states: readonly string[]): Inks {
  const free = inks.palette.filter(color => !inks.states.includes(color));
  let taken = 0;
  const colors = states.map(state => {
    const at = own.indexOf(state);
    return at >= 0 ? inks.states[at] : (free[taken++] ?? inks.ink3);
  });
  return { ...inks, states: colors };
}
