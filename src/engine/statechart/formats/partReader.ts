import type { Block, Guard } from '../definition.ts';
import { isKeyedObject, wrapInArray } from './implementations.ts';
import type { Binder } from './parseChartJson.ts';
import {
  validateShape,
  type WrittenAction,
  type WrittenGuard,
  writtenAction,
  writtenGuard,
} from './shape.ts';
import { formatJsonExcerpt } from './xstateNodes.ts';

const GUARDS: readonly unknown[] = ['compare', 'in'];
const PLAYED_ACTIONS: readonly unknown[] = ['raise', 'send', 'cancel', 'set', 'add'];

/**
 * Reads guards and actions of XState: data if they have Statescope's parameters, otherwise functions by their names.
 */
export class PartReader {
  readonly #binder: Binder;
  readonly #mistakes: string[];

  readonly #notes: string[];

  constructor(binder: Binder, mistakes: string[], notes: string[]) {
    this.#binder = binder;
    this.#mistakes = mistakes;
    this.#notes = notes;
  }

  guard(place: string, value: unknown): Guard | undefined {
    if (value === undefined) return undefined;
    const written = this.#written(place, value, GUARDS, 'a guard');
    const guard = written && validateShape(writtenGuard, written, place, this.#mistakes);
    return guard && this.#binder.guard(place, guard as WrittenGuard);
  }

  /** @param lengths of the blocks, if there are several */
  blocks(place: string, value: unknown, lengths: unknown): Block[] {
    const all = wrapInArray(value).map((one, i) =>
      this.#action(Array.isArray(value) ? `${place}[${i}]` : place, one),
    );
    const isCounts = Array.isArray(lengths) && lengths.every(size => Number.isInteger(size) && size >= 0);
    const sizes: readonly number[] = isCounts ? lengths : [];
    const isWhole = sizes.reduce((sum, size) => sum + size, 0) === all.length;
    if (!isWhole || sizes.length === 0) return all.length > 0 ? [all.flat()] : [];
    let from = 0;
    return sizes.map(size => {
      from += size;
      return all.slice(from - size, from).flat();
    });
  }

  block(place: string, value: unknown): Block {
    return this.blocks(place, value, undefined).flat();
  }

  #action(place: string, value: unknown): Block {
    const written = this.#written(place, value, PLAYED_ACTIONS, 'an action');
    const action = written && validateShape(writtenAction, written, place, this.#mistakes);
    return action ? this.#binder.action(place, action as WrittenAction) : [];
  }

  #written(place: string, value: unknown, kinds: readonly unknown[], what: string): object | undefined {
    if (typeof value === 'string') return { kind: 'function', name: value };
    if (typeof value === 'function')
      this.#mistakes.push(`${place} is a function; a chart as data has no code`);
    else if (!isKeyedObject(value) || typeof value.type !== 'string')
      this.#mistakes.push(`${place} is ${formatJsonExcerpt(value)}, needs ${what} by its name`);
    else if (value.params === undefined) return { kind: 'function', name: value.type };
    else if (isKeyedObject(value.params) && kinds.includes(value.type))
      return { ...value.params, kind: value.type };
    else if (this.#binder.ignoresParameters) {
      this.#notes.push(`${place}: the parameters of "${value.type}" are left out`);
      return { kind: 'function', name: value.type };
    } else
      this.#mistakes.push(
        `${place}: there is no function for ${what.replace(/^an? /, '')} "${value.type}" with parameters, which go with ${kinds.join(', ')} alone`,
      );
    return undefined;
  }
}
