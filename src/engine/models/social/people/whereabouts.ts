import type { Machine } from '../../../statechart/machine.ts';
import { SOCIAL_STATES } from '../socialChart.ts';
import type { SocialParameters } from '../socialParameters.ts';
import { MOODS } from './moodNames.ts';

/** Regions of the chart with moods. */
const ATTENTION = 0;
const MOOD = 1;

const SOCIAL_STATE_NAMES: readonly string[] = SOCIAL_STATES;
const MOOD_NAMES: readonly string[] = MOODS;

/**
 * Attention and mood of an agent's configuration, for both charts. In the flat one a configuration is a state, and
 * everybody is calm.
 */
export class Whereabouts {
  readonly #machine: Machine;
  #place = Uint8Array.from(SOCIAL_STATES, (_, place) => place);
  #mood = new Uint8Array(SOCIAL_STATES.length);

  constructor(machine: Machine) {
    this.#machine = machine;
    if (machine.chart.isFlat) return;
    [this.#place, this.#mood] = [new Uint8Array(0), new Uint8Array(0)];
  }

  /** Index into SOCIAL_STATES. */
  place(configuration: number): number {
    return configuration < this.#place.length ? this.#place[configuration] : this.#meet(configuration).place;
  }

  /** Index into MOODS. */
  mood(configuration: number): number {
    return configuration < this.#mood.length ? this.#mood[configuration] : this.#meet(configuration).mood;
  }

  /** True in the mood in which everybody begins. */
  isCalm(configuration: number): boolean {
    return this.mood(configuration) === CALM;
  }

  /** Looks at the configurations that were met since. */
  #meet(configuration: number): { readonly place: number; readonly mood: number } {
    const { table, chart } = this.#machine;
    const all = Array.from({ length: table.configurationCount }, (_, number) => number);
    const leafOf = (region: number) => (number: number) => chart.states[table.leaves(region)[number]];
    const [place, mood] = [leafOf(ATTENTION), leafOf(MOOD)];
    this.#place = Uint8Array.from(all, number => SOCIAL_STATE_NAMES.indexOf(place(number)));
    this.#mood = Uint8Array.from(all, number => MOOD_NAMES.indexOf(mood(number)));
    return { place: this.#place[configuration], mood: this.#mood[configuration] };
  }
}

const CALM = MOODS.indexOf('calm');

/** Factor on the chances of a like, a reply and a reshare in a mood. @param mood index into MOODS */
export function getMoodFactor(mood: number, parameters: SocialParameters): number {
  if (mood === CALM) return 1;
  return MOODS[mood] === 'engaged' ? parameters.engaged_factor : parameters.fed_up_factor;
}
