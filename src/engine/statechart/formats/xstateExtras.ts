import type { ChartDefinition, TransitionDefinition } from '../definition.ts';
import { isKeyedObject, type Json, wrapInArray } from './implementations.ts';
import type { Binder } from './json.ts';
import { validateShape, writtenThresholds, writtenTransition, writtenWords } from './shape.ts';
import type { XStateNode } from './xstateNodes.ts';
import type { Numbered } from './xstateTransitions.ts';

/** What Statescope noted in a machine for which XState has no words. */
export class Extras {
  readonly #own: Json;
  readonly #binder: Binder;
  readonly #mistakes: string[];

  constructor(own: Json, binder: Binder, mistakes: string[]) {
    this.#own = own;
    this.#binder = binder;
    this.#mistakes = mistakes;
  }

  /** Transitions in the chart's own order, with those that XState cannot take. */
  ordered(transitions: readonly Numbered[]): TransitionDefinition[] {
    const hidden = wrapInArray(this.#own.transitions).flatMap((given, i): Numbered[] => {
      const { order = null, ...others } = isKeyedObject(given) ? given : {};
      const place = `meta.statescope.transitions[${i}]`;
      const written = validateShape(writtenTransition, others, place, this.#mistakes);
      if (written === undefined) return [];
      const transition = this.#binder.transition(place, written);
      return [{ order: typeof order === 'number' ? order : null, transition }];
    });
    const last = Number.MAX_SAFE_INTEGER;
    const all = [...transitions, ...hidden].sort((a, b) => (a.order ?? last) - (b.order ?? last));
    const merged: Numbered[] = [];
    for (const one of all) {
      const before = merged.at(-1);
      if (before === undefined || one.order === null || before.order !== one.order) merged.push(one);
      else
        merged[merged.length - 1] = {
          ...before,
          transition: mergeTransitions(before.transition, one.transition),
        };
    }
    return merged.map(({ transition }) => transition);
  }

  thresholds(): Pick<ChartDefinition, 'thresholds'> {
    const { thresholds: given } = this.#own;
    if (given === undefined) return {};
    const thresholds = validateShape(writtenThresholds, given, 'meta.statescope.thresholds', this.#mistakes);
    return thresholds === undefined ? {} : { thresholds };
  }

  /** The chart's own words, else the descriptions of the states. */
  words(nodes: readonly XStateNode[]): ChartDefinition['words'] {
    if (this.#own.words !== undefined)
      return validateShape(writtenWords, this.#own.words, 'meta.statescope.words', this.#mistakes);
    const states = nodes.flatMap(({ id, json: { description } }) =>
      typeof description === 'string' ? [[id, { label: id, description }] as const] : [],
    );
    return states.length > 0 ? { states: Object.fromEntries(states), triggers: {} } : undefined;
  }
}

/** One transition that stands in several places, for several events or several sources. */
function mergeTransitions(one: TransitionDefinition, other: TransitionDefinition): TransitionDefinition {
  const on = [...new Set([...(one.on ?? []), ...(other.on ?? [])])];
  return one.on === undefined ? one : { ...one, on };
}
