import { InputError } from '../../../errors.ts';
import { shown } from '../../../shown.ts';
import { isXml } from '../load.ts';
import { JsonPlaces } from './jsonPlaces.ts';
import { placesOf } from './placesOf.ts';
import { withAttributes, withPrefix } from './tags.ts';

/** What makes agents take a transition. */
export type MovedBy = 'event' | 'rate' | 'neighbours' | 'timeout';

/** A change of a chart's text, as a table makes it. */
export type ChartEdit =
  | {
      readonly kind: 'transition';
      /** Number of the transition, from 0. */
      readonly transition: number;
      readonly by: MovedBy;
      /** The event, or what it is called. */
      readonly name: string;
      /** A number from 0 to 1, or a column. */
      readonly rate: string;
      /** Whose neighbours: a state. */
      readonly per: string;
    }
  | { readonly kind: 'asks'; readonly state: string; readonly asks: string | null };

/** The text with one change; the rest stays as it is written. @throws InputError where it cannot be made */
export function editChart(text: string, edit: ChartEdit): string {
  if (edit.kind === 'transition' && (edit.by === 'rate' || edit.by === 'neighbours')) checkRate(edit.rate);
  return isXml(text) ? editedXml(text, edit) : editedJson(text, edit);
}

function checkRate(rate: string): void {
  const isNumber = /^\d*\.?\d+(e-?\d+)?$/i.test(rate.trim());
  if (isNumber ? Number(rate) > 1 : !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(rate.trim()))
    throw new InputError(`a rate is a number from 0 to 1 or the name of a column, not “${shown(rate)}”`);
}

/** An event has no spaces. */
const eventOf = (name: string): string => name.trim().replace(/\s+/g, '_') || 'event';

function editedXml(given: string, edit: ChartEdit): string {
  const { text, prefix } = withPrefix(given);
  const places = placesOf(text);
  const own = (name: string) => `${prefix}:${name}`;
  if (edit.kind === 'asks') {
    const at = places.states.get(edit.state);
    if (at === undefined) throw new InputError(`there is no state “${shown(edit.state)}”`);
    return withAttributes(text, at, { [own('asks')]: edit.asks });
  }
  const at = places.transitions[edit.transition];
  if (at === undefined) throw new InputError(`there is no transition ${edit.transition + 1}`);
  const { by, name, rate, per } = edit;
  const isDrawn = by === 'rate' || by === 'neighbours';
  return withAttributes(text, at, {
    event: by === 'event' ? eventOf(name) : null,
    [own('trigger')]: isDrawn && name.trim() !== '' ? name.trim() : null,
    [own('rate')]: isDrawn ? rate.trim() : null,
    [own('per')]: by === 'neighbours' ? per : null,
    [own('after')]: by === 'timeout' ? 'timeout' : null,
  });
}

function editedJson(text: string, edit: ChartEdit): string {
  const places = new JsonPlaces(text);
  const replaced = (path: string, change: (value: Record<string, unknown>) => object) => {
    const { from, to } = places.at(path);
    const value: unknown = JSON.parse(text.slice(from, to));
    const before = typeof value === 'string' ? { id: value } : (value as Record<string, unknown>);
    return text.slice(0, from) + oneLine(change(before)) + text.slice(to);
  };
  if (edit.kind === 'asks') {
    const path = places.stateNamed(edit.state);
    if (path === null) throw new InputError(`there is no state “${shown(edit.state)}”`);
    return replaced(path, ({ asks: _, ...state }) =>
      edit.asks === null ? state : { ...state, asks: edit.asks },
    );
  }
  const { by, name, rate, per } = edit;
  const isDrawn = by === 'rate' || by === 'neighbours';
  const value = Number.isNaN(Number(rate)) ? { column: rate.trim() } : Number(rate);
  return replaced(`transitions[${edit.transition}]`, before => {
    const { trigger: _t, on: _o, rate: _r, per: _p, ...rest } = before;
    const trigger = by === 'timeout' ? 'timeout' : isDrawn ? name.trim() || 'always' : eventOf(name);
    return { trigger, ...rest, ...(isDrawn && { rate: value }), ...(by === 'neighbours' && { per }) };
  });
}

/** `{ "trigger": "go", "source": "a" }` */
const oneLine = (value: object): string =>
  JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ').replace(/\[ /g, '[').replace(/ \]/g, ']');
