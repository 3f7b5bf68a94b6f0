import { type Chance, Random } from '../../../core/random.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { AgentColumn, Population } from '../../../statechart/population.ts';
import { SOCIAL_STATES } from '../socialChart.ts';
import { SocialDomain } from '../socialDomain.ts';
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

/** Parameters that the chart reads as columns. */
const READ = ['engaged_after', 'fed_up_after', 'engaged_ends', 'fed_up_ends'] as const;

/** Causes of mood changes, in columns that the chart with moods reads. */
export class Moods {
  readonly #random: Random;
  readonly #state: Uint16Array;
  /** Posts ignored, and reactions made, without one of the other in between. */
  readonly #ignored: Int32Array;
  readonly #reactions: Int32Array;
  /** Likes, replies and reshares of an agent's posts that it has not heard of yet. */
  readonly #responses: Int32Array;
  /** In the order of READ. */
  readonly #read: readonly AgentColumn[];

  constructor(population: Population, chance: Chance, parameters: SocialParameters) {
    this.#random = new Random(chance, SocialDomain.mood);
    this.#state = population.state;
    this.#ignored = population.addInteger('ignored');
    this.#reactions = population.addInteger('reactions');
    this.#responses = population.addInteger('responses');
    this.#read = READ.map(name => population.addFloat(name));
    this.adopt(parameters);
  }

  adopt(parameters: SocialParameters): void {
    for (const [i, name] of READ.entries()) this.#read[i].fill(parameters[name]);
  }

  /** An agent's mood may change by what it hears, if it is there, and by itself. Called once an agent and tick. */
  pass(agent: number, isThere: boolean, machine: Machine, where: Whereabouts, hearsBack: number): void {
    if (isThere && this.#responses[agent] > 0) {
      this.#responses[agent] = 0;
      machine.fire(agent, hearsBack, 0);
    }
    if (where.mood(this.#state[agent]) !== CALM) machine.drawRates(agent, this.#random);
  }

  /** Before the chart hears of it: the agent did nothing about a post. */
  ignores(agent: number): void {
    this.#ignored[agent]++;
    this.#reactions[agent] = 0;
  }

  /** Before the chart hears of it: a like, reply or reshare is out. */
  reacts(agent: number): void {
    this.#reactions[agent]++;
    this.#ignored[agent] = 0;
  }

  /** Somebody liked, answered or passed on the agent's post. */
  responded(agent: number): void {
    this.#responses[agent]++;
  }
}
