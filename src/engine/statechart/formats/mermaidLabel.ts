import type { ActionDefinition, Comparison, Guard, Quantity, TransitionDefinition } from '../definition.ts';
import type { Binder } from './json.ts';

/** What the label of an arrow says. */
interface Label {
  readonly transition: Omit<TransitionDefinition, 'source' | 'target'>;
  /** The arrow comes back to its state without leaving it. */
  readonly stays: boolean;
}

const LABEL = /^(.*?)(?: \[(.*)\])?(?: \/ (.*?)(?:: (.*))?)?$/;
const COLUMN = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const COMPARES = new RegExp(
  String.raw`^(${COLUMN}|neighbours in .+?) (<=|>=|==|!=|<|>) (${COLUMN}|-?\d+(?:\.\d+)?)$`,
  'u',
);
const RATE = new RegExp(String.raw`^rate (${COLUMN}|\d+(?:\.\d+)?(?:e-?\d+)?)(?: per (.+))?$`, 'u');
const SETS = new RegExp(String.raw`^(${COLUMN}) (\+?=) (${COLUMN}|-?\d+(?:\.\d+)?)$`, 'u');

/** Reads labels as UML has them, and actions as Statescope writes them. */
export class LabelReader {
  readonly #binder: Binder;
  readonly #mistakes: string[];

  constructor(binder: Binder, mistakes: string[]) {
    this.#binder = binder;
    this.#mistakes = mistakes;
  }

  read(label: string, place: string): Label {
    const stays = label.endsWith(' (stays)');
    const [, event = '', condition, effects, description] =
      LABEL.exec(stays ? label.slice(0, -8) : label) ?? [];
    const all = effects === undefined ? [] : effects.split(', ');
    const rate = RATE.exec(all[0] ?? '');
    const actions = all.slice(rate === null ? 0 : 1).flatMap(one => this.#action(one, place));
    const guard = condition === undefined ? undefined : this.guard(condition, place);
    const trigger = event.trim() || 'always';
    return {
      stays,
      transition: {
        trigger,
        ...(trigger === 'always' && rate === null && { on: [] }),
        ...(rate !== null && { rate: quantity(rate[1]) }),
        ...(rate?.[2] !== undefined && { per: rate[2] }),
        ...(guard && { guard }),
        ...(actions.length > 0 && { actions }),
        ...(description !== undefined && { words: { description } }),
      },
    };
  }

  /** @param words empty or `else` for none */
  guard(words: string, place: string): Guard | undefined {
    const text = words.trim();
    if (text === '' || text === 'else') return undefined;
    const compared = COMPARES.exec(text);
    if (compared !== null)
      return {
        kind: 'compare',
        column: compared[1],
        op: compared[2] as Comparison,
        value: quantity(compared[3]),
      };
    const inside = /^(not )?in (.+)$/.exec(text);
    if (inside !== null)
      return { kind: 'in', state: inside[2], ...(inside[1] !== undefined && { not: true }) };
    return this.#binder.guard(place, { kind: 'function', name: text });
  }

  #action(text: string, place: string): readonly ActionDefinition[] {
    const words = text.trim();
    const [, verb, what, after] = /^(raise|send|cancel) (.+?)(?: after (\d+(?:\.\d+)?))?$/.exec(words) ?? [];
    if (verb === 'raise') return [{ kind: 'raise', event: what }];
    if (verb === 'cancel') return [{ kind: 'cancel', id: what }];
    if (verb === 'send')
      return [{ kind: 'send', event: what, ...(after !== undefined && { after: Number(after) }) }];
    const sets = SETS.exec(words);
    if (sets !== null)
      return [{ kind: sets[2] === '=' ? 'set' : 'add', column: sets[1], value: quantity(sets[3]) }];
    if (words === '') this.#mistakes.push(`${place}: an action without a name`);
    return words === '' ? [] : this.#binder.action(place, { kind: 'function', name: words });
  }
}

const quantity = (text: string): Quantity => (Number.isNaN(Number(text)) ? { column: text } : Number(text));
