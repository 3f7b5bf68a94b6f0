import { isTimedTransition, type TransitionDefinition } from '../../statechart/definition.ts';
import { SEED_EVENT } from './bundledCharts.ts';

/** Names of events that are brought. */
export class EventNames {
  readonly #names = new Set<string>();
  /** Names and all their beginnings before a dot. */
  readonly #begun = new Set<string>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1))
      this.#begun.add(name.slice(0, end));
  }

  /** True if one of them matches a descriptor of a transition: a trigger matches its own name alone. */
  answer({ on }: TransitionDefinition, event: string): boolean {
    return (on === undefined ? this.#names : this.#begun).has(event);
  }
}

/** The events that a transition answers, of those that nobody but the chart's rules brings. */
export function listTransitionEvents(transition: TransitionDefinition): readonly string[] {
  const { rate, trigger, on } = transition;
  if (rate !== undefined || isTimedTransition(transition)) return [];
  return (on ?? [trigger])
    .map(getDescriptorEvent)
    .filter(event => event !== SEED_EVENT && !ENGINE_EVENT.test(event));
}

/** Events that only the engine gives: of ends, of mistakes, of XState’s delays. */
const ENGINE_EVENT = /^(done\.state|error)(\.|$)|^after\.[\d.]+\.|^\*?$/;

/** The event that a descriptor names at least. */
export const getDescriptorEvent = (descriptor: string): string => descriptor.replace(/\.\*?$/, '');
