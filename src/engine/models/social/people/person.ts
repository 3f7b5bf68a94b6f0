import { InputError } from '../../../core/errors.ts';
import { Agent, type AgentHome } from '../../../statechart/agent.ts';

/** Name of the column with the least interest, 0 to 1, at which a person engages with a post. */
export const ENGAGEMENT = 'engagement_threshold';

/** @throws InputError, naming the person, for a value not between 0 and 1. */
export function checkEngagement(agent: number, value: number): number {
  if (!(value >= 0 && value <= 1))
    throw new InputError(`${ENGAGEMENT} of agent ${agent + 1} is ${value}, needs 0.0 to 1.0`);
  return value;
}

/** A social agent by name, as its data model describes it: an agent with an engagement threshold. */
export class Person extends Agent {
  readonly #engagement: Float32Array;

  /** @throws InputError for a population without engagement thresholds. */
  constructor(machine: AgentHome, index: number) {
    super(machine, index);
    const column = machine.population.column(ENGAGEMENT);
    if (!(column instanceof Float32Array)) throw new InputError(`the population has no column ${ENGAGEMENT}`);
    this.#engagement = column;
  }

  /** 0 to 1. @throws InputError when it is set to anything else. */
  get engagementThreshold(): number {
    return this.#engagement[this.index];
  }

  set engagementThreshold(value: number) {
    this.#engagement[this.index] = checkEngagement(this.index, value);
  }
}
