import type {
  ActionDefinition,
  Block,
  Guard,
  GuardOperator,
  Quantity,
  TransitionDefinition,
} from '../definition.ts';
import { findMistakenEvent } from './findMistakenEvent.ts';
import type { Binder } from './parseChartJson.ts';
import { decodeMermaidText } from './parseMermaidStatements.ts';

/** Content of an arrow's label. */
interface MermaidLabel {
  readonly transition: Omit<TransitionDefinition, 'source' | 'target'>;
  /** The arrow comes back to its state without leaving it. */
  readonly stays: boolean;
}

const STAYS = ' (stays)';
/**
 * `event[guard]/effects`, each of them or none, with or without spaces; an arrow that Statescope wrote has its meaning
 * after a colon.
 */
const LABEL = /^([^[/]*?)(?:\[(.*?)\]\s*)?(?:\/\s*(.*?)(?:(?::|#58;) (.*))?|#58; (.*))?$/;
const COLUMN = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const COMPARES = new RegExp(
  String.raw`^(${COLUMN}|neighbours in .+?)\s*(<=|>=|==|!=|<|>)\s*(${COLUMN}|-?\d+(?:\.\d+)?)$`,
  'u',
);
const RATE = new RegExp(String.raw`^rate (${COLUMN}|\d+(?:\.\d+)?(?:e-?\d+)?)(?: per (.+))?$`, 'u');
const SETS = new RegExp(String.raw`^(${COLUMN})\s*(\+?=)\s*(${COLUMN}|-?\d+(?:\.\d+)?)$`, 'u');

/** Of a label. */
interface LabelParts {
  readonly stays: boolean;
  readonly event: string;
  /** The event as it is written. */
  readonly written: string;
  readonly condition: string | undefined;
  readonly effects: string;
  readonly description: string | undefined;
}

/** Reads labels as UML has them, and actions as Statescope writes them. */
export class LabelReader {
  readonly #binder: Binder;
  readonly #mistakes: string[];
  readonly #notes: string[];

  constructor(binder: Binder, mistakes: string[], notes: string[]) {
    this.#binder = binder;
    this.#mistakes = mistakes;
    this.#notes = notes;
  }

  /**
   * @param label as it is written, with characters by their numbers
   * @param instead what an arrow waits for whose label names no event; nothing unless it is given
   */
  read(label: string, place: string, instead?: string): MermaidLabel {
    const parts = this.#partsOf(label, place);
    this.#lookAtEvent(parts, place);
    const { stays, event, condition, effects, description } = parts;
    const all = splitMermaidActions(effects);
    const rate = RATE.exec(all[0] ?? '');
    const actions = all.slice(rate === null ? 0 : 1).flatMap(one => this.#action(one, place));
    const guard = condition === undefined ? undefined : this.guard(decodeMermaidText(condition), place);
    const trigger = event || (rate === null ? instead : undefined) || 'always';
    return {
      stays,
      transition: {
        trigger,
        ...(trigger === 'always' && rate === null && { on: [] }),
        ...(rate !== null && { rate: parseMermaidQuantity(rate[1]) }),
        ...(rate?.[2] !== undefined && { per: rate[2] }),
        ...(guard && { guard }),
        ...(actions.length > 0 && { actions }),
        ...(description !== undefined && { words: { description: decodeMermaidText(description) } }),
      },
    };
  }

  /** Actions on the way from `[*]`, and a flag for further content, which nobody waits for there. */
  start(label: string, place: string): { readonly actions: Block; readonly hasMore: boolean } {
    const { event, condition, effects } = this.#partsOf(label, place);
    const all = splitMermaidActions(effects);
    const isRate = RATE.test(all[0] ?? '');
    const actions = all.slice(isRate ? 1 : 0).flatMap(one => this.#action(one, place));
    return { actions, hasMore: event !== '' || condition !== undefined || isRate };
  }

  /** The parts of a label, of which guard, effects and description stand as they are written. */
  #partsOf(label: string, place: string): LabelParts {
    const stays = label.endsWith(STAYS);
    const whole = stays ? label.slice(0, -STAYS.length) : label;
    const found = LABEL.exec(whole);
    if (found === null)
      this.#mistakes.push(
        `${place}: “${decodeMermaidText(whole).slice(0, 60)}” is not read; a label is event [guard] / action`,
      );
    const [, event = '', condition, effects = '', meaning, alone] = found ?? [];
    return {
      stays,
      event: decodeMermaidText(event).trim(),
      written: event.trim(),
      condition,
      effects,
      description: meaning ?? alone,
    };
  }

  /** Rates and delays cannot be events, since nothing would ever send them. */
  #lookAtEvent({ written, condition, effects }: LabelParts, place: string): void {
    const before = condition === undefined ? '' : `[${condition}] `;
    const mistaken = findMistakenEvent(written, { before, effects });
    if (mistaken === null) return;
    const line = decodeMermaidText(`${place}: “${written.slice(0, 60)}” ${mistaken.words}`);
    (mistaken.isSure ? this.#mistakes : this.#notes).push(line);
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
        op: compared[2] as GuardOperator,
        value: parseMermaidQuantity(compared[3]),
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
      return [
        { kind: sets[2] === '=' ? 'set' : 'add', column: sets[1], value: parseMermaidQuantity(sets[3]) },
      ];
    if (words === '') this.#mistakes.push(`${place}: an action without a name`);
    return words === '' ? [] : this.#binder.action(place, { kind: 'function', name: words });
  }
}

/** Actions with commas between them; a comma in brackets is one between arguments. */
function splitMermaidActions(effects: string): string[] {
  const all: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < effects.length; i++) {
    if (effects[i] === '(') depth++;
    else if (effects[i] === ')') depth = Math.max(0, depth - 1);
    else if (effects[i] === ',' && depth === 0) {
      all.push(effects.slice(from, i));
      from = i + 1;
    }
  }
  return effects === '' ? [] : [...all, effects.slice(from)].map(one => decodeMermaidText(one.trim()));
}

const parseMermaidQuantity = (text: string): Quantity =>
  Number.isNaN(Number(text)) ? { column: text } : Number(text);
