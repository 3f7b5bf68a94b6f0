import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import { UNNAMED } from '../../../statechart/definition.ts';
import { isXmlText } from '../../../statechart/formats/readChart.ts';
import { findXmlPlaces } from './findXmlPlaces.ts';
import { insertXmlChild } from './insertXmlChild.ts';
import { JsonPlaces } from './jsonPlaces.ts';
import { findQuantityMistake, type Measure, toJsonQuantity } from './quantities.ts';
import { ensureNamespacePrefix, setTagAttributes } from './startTags.ts';
import { findStateNameMistake, toStateName } from './stateNames.ts';

/** Cause of a transition. */
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
  | {
      readonly kind: 'weight';
      /** Number of the transition, from 0. */
      readonly transition: number;
      /** A number from 0 on, or a column. */
      readonly weight: string;
    }
  | {
      /** Stay in a state until its timeout. */
      readonly kind: 'timeout';
      readonly state: string;
      /** A number, or a column. */
      readonly ticks: string;
    }
  | { readonly kind: 'asks'; readonly state: string; readonly asks: string | null }
  /** A new state, the last one in another, or at the top (null). */
  | { readonly kind: 'addState'; readonly name: string; readonly inside: string | null }
  /** A new transition, the last one out of its source, at a rate that the table changes. */
  | { readonly kind: 'addTransition'; readonly source: string; readonly target: string };

/** Rate of a transition that is new. */
const NEW_RATE = 0.1;

/** The text with one change; the rest stays as it is written. @throws InputError if it cannot be made */
export function editChartText(text: string, edit: ChartEdit): string {
  if (edit.kind === 'transition' && (edit.by === 'rate' || edit.by === 'neighbours'))
    checkMeasureText('rate', edit.rate);
  if (edit.kind === 'weight') checkMeasureText('weight', edit.weight);
  if (edit.kind === 'timeout') checkMeasureText('ticks', edit.ticks);
  return isXmlText(text) ? editChartXml(text, edit) : editChartJson(text, edit);
}

function checkMeasureText(measure: Measure, typed: string): void {
  const mistake = findQuantityMistake(measure, typed);
  if (mistake !== null) throw new InputError(mistake);
}

/** @throws InputError for a name that a new state cannot have */
function parseNewStateName(typed: string, names: readonly string[]): string {
  const mistake = findStateNameMistake(typed, names);
  if (mistake !== null) throw new InputError(mistake);
  return toStateName(typed);
}

/** An event has no spaces, and is not a timeout. */
function parseEventName(name: string): string {
  const event = name.trim().replace(/\s+/g, '_');
  return event === '' || event === 'timeout' ? 'event' : event;
}

function editChartXml(given: string, edit: ChartEdit): string {
  if (edit.kind === 'addState') return addXmlState(given, edit);
  const { text, prefixes } = ensureNamespacePrefix(given);
  const places = findXmlPlaces(text);
  const [prefix, ...others] = prefixes;
  /** The attribute of our own, by whichever prefix it was there. */
  const own = (name: string, value: string | null) => ({
    [`${prefix}:${name}`]: value,
    ...Object.fromEntries(others.map(other => [`${other}:${name}`, null])),
  });
  if (edit.kind === 'addTransition') {
    findPlacedState(places, edit.target);
    const child = { [`${prefix}:rate`]: String(NEW_RATE), target: edit.target };
    return addXmlElement(text, findPlacedState(places, edit.source), 'transition', child);
  }
  if (edit.kind === 'asks' || edit.kind === 'timeout') {
    const at = findPlacedState(places, edit.state);
    return setTagAttributes(
      text,
      at,
      edit.kind === 'asks' ? own('asks', edit.asks) : own('timeout', edit.ticks.trim()),
    );
  }
  const at = places.transitions[edit.transition];
  if (at === undefined) throw new InputError(`there is no transition ${edit.transition + 1}`);
  if (edit.kind === 'weight') return setTagAttributes(text, at, own('weight', edit.weight.trim()));
  const { by, name, rate, per } = edit;
  const isDrawn = by === 'rate' || by === 'neighbours';
  return setTagAttributes(text, at, {
    event: by === 'event' ? parseEventName(name) : null,
    // The event's name stays.
    ...(by !== 'event' && own('trigger', isDrawn && name.trim() !== '' ? name.trim() : null)),
    ...own('rate', isDrawn ? rate.trim() : null),
    ...own('per', by === 'neighbours' ? per : null),
    ...own('after', by === 'timeout' ? 'timeout' : null),
    ...(by !== 'timeout' && own('restarts', null)),
  });
}

/** Place of a state in a document. @throws InputError for one that is not there */
function findPlacedState({ states }: ReturnType<typeof findXmlPlaces>, id: string): number {
  const at = states.get(id);
  if (at === undefined) throw createUnknownStateError(id);
  return at;
}

const createUnknownStateError = (id: string): InputError =>
  new InputError(`there is no state “${formatQuotedText(id)}”`);

function addXmlState(text: string, { name, inside }: ChartEdit & { readonly kind: 'addState' }): string {
  const places = findXmlPlaces(text);
  const id = parseNewStateName(name, [...places.states.keys()]);
  return addXmlElement(text, inside === null ? places.root : findPlacedState(places, inside), 'state', {
    id,
  });
}

/** The text with an empty element as the last one in another, by whose prefix it is named. */
function addXmlElement(
  text: string,
  at: number,
  name: string,
  attributes: Readonly<Record<string, string>>,
): string {
  const prefix = /^<([^\s/>:]+:)?/.exec(text.slice(at))?.[1] ?? '';
  return insertXmlChild(text, at, setTagAttributes(`<${prefix}${name}/>`, 0, attributes));
}

function editChartJson(text: string, edit: ChartEdit): string {
  const places = new JsonPlaces(text);
  if (edit.kind === 'addState') {
    const { states } = places;
    const id = parseNewStateName(edit.name, states);
    const path = edit.inside === null ? '' : places.stateNamed(edit.inside);
    if (path === null) throw createUnknownStateError(edit.inside ?? '');
    return insertJsonItem(text, places, path === '' ? 'states' : `${path}.states`, JSON.stringify(id));
  }
  if (edit.kind === 'addTransition') {
    const { source, target } = edit;
    for (const id of [source, target]) if (places.stateNamed(id) === null) throw createUnknownStateError(id);
    const added = formatOneLineJson({ trigger: UNNAMED, rate: NEW_RATE, source, target });
    return insertJsonItem(text, places, 'transitions', added);
  }
  const replaced = (path: string, change: (value: Record<string, unknown>) => object) => {
    const { from, to } = places.at(path);
    const value: unknown = JSON.parse(text.slice(from, to));
    const before = typeof value === 'string' ? { id: value } : (value as Record<string, unknown>);
    return text.slice(0, from) + formatOneLineJson(change(before)) + text.slice(to);
  };
  if (edit.kind === 'asks') {
    const path = places.stateNamed(edit.state);
    if (path === null) throw createUnknownStateError(edit.state);
    return replaced(path, ({ asks: _, ...state }) =>
      edit.asks === null ? state : { ...state, asks: edit.asks },
    );
  }
  if (edit.kind === 'timeout') return setStateThreshold(text, places, edit.state, toJsonQuantity(edit.ticks));
  if (places.at(`transitions[${edit.transition}]`).from === places.at('transitions').from)
    throw new InputError(`there is no transition ${edit.transition + 1}`);
  if (edit.kind === 'weight')
    return replaced(`transitions[${edit.transition}]`, before => ({
      ...before,
      weight: toJsonQuantity(edit.weight),
    }));
  const { by, name, rate, per } = edit;
  const isDrawn = by === 'rate' || by === 'neighbours';
  return replaced(`transitions[${edit.transition}]`, before => {
    const { trigger: called, on, rate: _r, per: _p, restarts, ...rest } = before;
    if (by === 'event') {
      const event = parseEventName(name);
      return {
        trigger: on === undefined ? event : called,
        ...(on !== undefined && { on: [event] }),
        ...rest,
      };
    }
    const trigger = by === 'timeout' ? 'timeout' : name.trim() || 'always';
    return {
      trigger,
      ...rest,
      ...(isDrawn && { rate: toJsonQuantity(rate) }),
      ...(by === 'neighbours' && { per }),
      ...(by === 'timeout' && restarts !== undefined && { restarts }),
    };
  });
}

/** The text with one more item at the end of a list, in a line of its own if the others are. */
function insertJsonItem(text: string, places: JsonPlaces, path: string, item: string): string {
  const list = places.at(path);
  const items: unknown = JSON.parse(text.slice(list.from, list.to));
  if (!Array.isArray(items)) throw new InputError(`${path} is not a list`);
  if (items.length === 0) return `${text.slice(0, list.from)}[${item}]${text.slice(list.to)}`;
  const { from, to } = places.at(`${path}[${items.length - 1}]`);
  const lead = text.slice(text.lastIndexOf('\n', from) + 1, from);
  const gap = lead.trim() === '' && text.includes('\n') ? `\n${lead}` : ' ';
  return `${text.slice(0, to)},${gap}${item}${text.slice(to)}`;
}

/** The text with the timeout of one state among its thresholds, which are put first if there are none. */
function setStateThreshold(text: string, places: JsonPlaces, state: string, ticks: unknown): string {
  const whole = JSON.parse(text) as { readonly thresholds?: object };
  if (whole.thresholds === undefined) {
    const { from } = places.at('');
    return `${text.slice(0, from + 1)} "thresholds": ${formatOneLineJson({ [state]: ticks })},${text.slice(from + 1)}`;
  }
  const { from, to } = places.at('thresholds');
  return text.slice(0, from) + formatOneLineJson({ ...whole.thresholds, [state]: ticks }) + text.slice(to);
}

/** `{ "trigger": "go", "source": "a" }` */
const formatOneLineJson = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}: ${JSON.stringify(part)}`)
    .join(', ')} }`;
