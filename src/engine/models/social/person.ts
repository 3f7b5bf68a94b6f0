import { InputError } from '../../errors.ts';
import { Agent, type AgentHome } from '../../statechart/agent.ts';
import { checkEngagement, ENGAGEMENT } from './engagement.ts';

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
