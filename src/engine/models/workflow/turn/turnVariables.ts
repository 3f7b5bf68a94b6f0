import type { Tick } from '../../../core/indices.ts';
import { type Plain, readPlainValue, toPlainValue } from '../../../python/plainValue.ts';
import { getValueSize, type PyValue } from '../../../python/value.ts';
import { isIdenticalValue, shareEqualParts } from './shareEqualParts.ts';

/** Settings, items and characters that an agent's history keeps; the oldest settings go first. */
const MAX_HISTORY_SIZE = 25_000;

/** A variable's value, with the code step and the tick that set it. */
export interface Setting {
  readonly value: PyValue;
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
  #size = 0;
  /** The first tick after which all variables are still known; those before it are cut if they have changed since. */
  since: Tick = 0;

  /** The setting that held after a tick, which is not before `since`. */
  at(name: string, tick: Tick): Setting | undefined {
    const settings = this.#settings.get(name);
    if (settings === undefined) return undefined;
    let i = settings.length - 1;
    while (i >= 0 && settings[i].tick > tick) i--;
    return settings[i];
  }

  /** Names of variables set by a tick, in the order in which they were first set. */
  names(tick: Tick): readonly string[] {
    return [...this.#settings].flatMap(([name, [first]]) => (first.tick <= tick ? [name] : []));
  }

  /** Sets a variable; the same value again changes nothing. */
  set(name: string, value: PyValue, tick: Tick, step: number): void {
    const settings = this.#settings.get(name) ?? [];
    const last = settings.at(-1);
    if (last !== undefined && isIdenticalValue(last.value, value)) return;
    if (last?.tick === tick) this.#size -= measureSettingSize(settings.pop()!);
    this.#add(settings, {
      value: last === undefined ? value : shareEqualParts(value, last.value),
      tick,
      step,
    });
    this.#settings.set(name, settings);
    if (this.#size > MAX_HISTORY_SIZE) this.#cut(tick - 1);
  }

  #add(settings: Setting[], setting: Setting): void {
    settings.push(setting);
    this.#size += measureSettingSize(setting);
  }

  /** Forgets what was superseded first, until half of the room is free. @param last no later tick is cut */
  #cut(last: Tick): void {
    const over = [...this.#settings.values()].flatMap(settings =>
      settings.slice(1).map(({ tick }, i) => ({ tick, weight: measureSettingSize(settings[i]) })),
    );
    for (const { tick, weight } of over.sort((a, b) => a.tick - b.tick)) {
      if (tick > last || this.#size <= MAX_HISTORY_SIZE / 2) break;
      this.#size -= weight;
      this.since = tick;
    }
    for (const settings of this.#settings.values()) {
      const held = settings.findLastIndex(({ tick }) => tick <= this.since);
      if (held > 0) settings.splice(0, held);
    }
    this.#size = [...this.#settings.values()]
      .flat()
      .reduce((sum, setting) => sum + measureSettingSize(setting), 0);
  }

  toSaved(): SavedVariables {
    return [...this.#settings].map(([name, settings]) => [
      name,
      settings.map(({ value, tick, step }) => ({ value: toPlainValue(value), tick, step })),
    ]);
  }

  restore(saved: SavedVariables, since: Tick): void {
    this.since = since;
    for (const [name, all] of saved) {
      const settings: Setting[] = [];
      for (const { value, tick, step } of all)
        this.#add(settings, { value: readPlainValue(value), tick, step });
      this.#settings.set(name, settings);
    }
  }
}

const measureSettingSize = ({ value }: Setting): number => 1 + getValueSize(value);
