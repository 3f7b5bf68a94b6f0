import type { Tick } from '../../../indices.ts';
import { fromPlain, type Plain, toPlain } from '../../../python/plain.ts';
import type { Value } from '../../../python/value.ts';

/** A variable's value, with the code step and the tick that set it. */
export interface Setting {
  readonly value: Value;
  readonly tick: Tick;
  /** Number of the step among the workflow's. */
  readonly step: number;
}

/** An agent's variables as plain data: each name with its settings, oldest first. */
export type SavedVariables = readonly (readonly [
  name: string,
  settings: readonly { readonly value: Plain; readonly tick: Tick; readonly step: number }[],
])[];

/** An agent's own variables over time: each value from the tick in which a code step first gave it. */
export class Variables {
  readonly #settings = new Map<string, Setting[]>();

  /** The setting that held after a tick. */
  at(name: string, tick: Tick): Setting | undefined {
    return this.#settings.get(name)?.findLast(setting => setting.tick <= tick);
  }

  /** Names of variables set by a tick, in the order in which they were first set. */
  names(tick: Tick): readonly string[] {
    return [...this.#settings].flatMap(([name, [first]]) => (first.tick <= tick ? [name] : []));
  }

  /** Sets a variable; the same value again changes nothing. */
  set(name: string, value: Value, tick: Tick, step: number): void {
    const settings = this.#settings.get(name) ?? [];
    const last = settings.at(-1);
    if (last !== undefined && isSame(last.value, value)) return;
    if (last?.tick === tick) settings.pop();
    settings.push({ value, tick, step });
    this.#settings.set(name, settings);
  }

  toSaved(): SavedVariables {
    return [...this.#settings].map(([name, settings]) => [
      name,
      settings.map(({ value, tick, step }) => ({ value: toPlain(value), tick, step })),
    ]);
  }

  restore(saved: SavedVariables): void {
    for (const [name, settings] of saved)
      this.#settings.set(
        name,
        settings.map(({ value, tick, step }) => ({ value: fromPlain(value), tick, step })),
      );
  }
}

/** Equality of value and type: 1 and 1.0 print differently. */
export function isSame(a: Value, b: Value): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  return JSON.stringify(toPlain(a)) === JSON.stringify(toPlain(b));
}
