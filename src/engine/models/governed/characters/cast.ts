import { Random } from '../../../core/random.ts';
import { GovernedDomain } from '../governedDomain.ts';
import type { GovernedParameters } from '../governedParameters.ts';
import type { Missions } from '../inputs/missions.ts';
import { CHARACTERS, type Character } from '../phases.ts';

const CastDraw = { trouble: 70, which: 71, obeys: 72, heeds: 73 } as const;

/** Assigns a character to each mission, for the built-in policy. */
export class Cast {
  readonly #random: Random;
  readonly #missions: Missions;
  readonly #parameters: GovernedParameters;

  constructor(seed: number, missions: Missions, parameters: GovernedParameters) {
    this.#random = new Random(seed, GovernedDomain.mission);
    this.#missions = missions;
    this.#parameters = parameters;
  }

  characterOf(agent: number): Character {
    const { characters, trouble } = this.#parameters;
    if (!characters) return 'searcher';
    const { list } = this.#missions;
    const { character } = list[agent % list.length];
    if (character !== null) return character;
    if (this.#random.unit(agent, 0, CastDraw.trouble) >= trouble) return 'searcher';
    // The first character of the list is the one that never gets into trouble.
    const others = CHARACTERS.length - 1;
    return CHARACTERS[1 + Math.floor(this.#random.unit(agent, 0, CastDraw.which) * others)];
  }

  obeys(agent: number): boolean {
    return this.#random.unit(agent, 0, CastDraw.obeys) < this.#parameters.obedience;
  }

  /** True if it heeds a warning, drawn for each of them. @param warning from 1; 0 before the first */
  heeds(agent: number, warning: number): boolean {
    return warning > 0 && this.#random.unit(agent, warning, CastDraw.heeds) < this.#parameters.obedience;
  }
}
