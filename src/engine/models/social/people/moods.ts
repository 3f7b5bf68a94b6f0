import { type Chance, Random } from '../../../core/random.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { AgentColumn, Population } from '../../../statechart/population.ts';
import { SocialDomain } from '../socialDomain.ts';
import type { SocialParameters } from '../socialParameters.ts';
import type { Whereabouts } from './whereabouts.ts';

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
    if (!where.isCalm(this.#state[agent])) machine.drawRates(agent, this.#random);
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
