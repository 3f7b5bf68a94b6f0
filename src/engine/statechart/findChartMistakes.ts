import {
  type ChartDefinition,
  isTimedTransition,
  listTargetNames,
  MAX_STATE_NUMBERS,
  parseNeighbourColumn,
  type Quantity,
  type TransitionDefinition,
  toNameList,
} from './definition.ts';
import { getStateKind, listPlacedStates, type Placed, ROOT, StateKind } from './hierarchy/stateTree.ts';

const MAX_CHART_DEPTH = 200;
/** With their articles. */
const STATE_KIND_PHRASES = ['an atomic', 'a compound', 'a parallel', 'a final', 'a history', 'a history'];

/** Every mistake in a chart's definition, one line each; none in a chart that can be compiled. */
export function findChartMistakes(definition: ChartDefinition): string[] {
  const states = listPlacedStates(definition);
  const { transitions, thresholds = {} } = definition;
  const mistakes: string[] = [];
  if (states.length === 0) mistakes.push('it has no states');
  if (states.length > MAX_STATE_NUMBERS)
    mistakes.push(`${states.length} states, at most ${MAX_STATE_NUMBERS}`);
  if (transitions.length > MAX_STATE_NUMBERS)
    mistakes.push(`${transitions.length} transitions, at most ${MAX_STATE_NUMBERS}`);
  const places = new Map<string, number>();
  for (const [i, { id, depth }] of states.entries()) {
    if (id === '' || id === '*') mistakes.push(`state ${i + 1} cannot be named "${id}"`);
    if (places.has(id)) mistakes.push(`state "${id}" is defined twice`);
    else places.set(id, i);
    if (depth === MAX_CHART_DEPTH)
      mistakes.push(`state "${id}" is nested ${depth} deep, at most ${MAX_CHART_DEPTH - 1}`);
  }
  const chart = new Definition(states, places, definition.semantics === 'xstate');
  if (
    definition.machine !== undefined &&
    (states[0]?.id !== definition.machine || definition.states.length !== 1)
  )
    mistakes.push(`machine "${definition.machine}" is not the top state`);
  mistakes.push(...chart.initialMistakes(ROOT, definition.initial));
  for (const i of states.keys()) mistakes.push(...chart.stateMistakes(i));
  for (const [i, t] of transitions.entries()) mistakes.push(...chart.transitionMistakes(i, t));
  for (const [state, value] of Object.entries(thresholds)) {
    if (!places.has(state)) mistakes.push(`threshold of unknown state "${state}"`);
    if (typeof value === 'number' && !(Number.isInteger(value) && value >= 0 && value < 0xffff))
      mistakes.push(`threshold of "${state}" is ${value}, needs a whole number of ticks from 0`);
  }
  return mistakes;
}

class Definition {
  constructor(
    readonly states: readonly Placed[],
    readonly places: ReadonlyMap<string, number>,
    readonly isXState: boolean,
  ) {}

  #kind(place: number): number {
    return getStateKind(this.states[place].definition);
  }

  #isBelow(place: number, above: number): boolean {
    if (above === ROOT) return true;
    for (let at = this.states[place].parent; at !== ROOT; at = this.states[at].parent)
      if (at === above) return true;
    return false;
  }

  /** Problems of a state's, or the chart's, initial states. */
  initialMistakes(place: number, initial: string | readonly string[]): string[] {
    const whose = place === ROOT ? 'initial state' : `state "${this.states[place].id}": initial state`;
    const names = toNameList(initial);
    if (names.length === 0) return [`${whose} is missing`];
    const mistakes = names.flatMap(id => {
      const target = this.places.get(id);
      if (target === undefined) return [`${whose} "${id}" is not one of its states`];
      return this.#isBelow(target, place) ? [] : [`${whose} "${id}" does not stand below it`];
    });
    const owner = place === ROOT ? 'the chart' : `state "${this.states[place].id}"`;
    return mistakes.length > 0 ? mistakes : this.#together(owner, names, 'initial states');
  }

  stateMistakes(place: number): string[] {
    const { id, definition, parent } = this.states[place];
    if (definition === null) return [];
    const kind = this.#kind(place);
    const { states = [], initial } = definition;
    const mistakes: string[] = [];
    const say = (what: string) => mistakes.push(`state "${id}": ${what}`);
    if (kind >= StateKind.final && states.length > 0)
      say(`${STATE_KIND_PHRASES[kind]} state has no states of its own`);
    if (kind === StateKind.parallel && states.length === 0) say('a parallel state needs states');
    if (kind === StateKind.shallow || kind === StateKind.deep) {
      if (parent === ROOT) say('a history stands in a state');
      if (initial !== undefined || !this.isXState)
        mistakes.push(...this.#historyMistakes(place, initial ?? []));
    } else if (initial !== undefined) {
      if (kind === StateKind.compound) mistakes.push(...this.initialMistakes(place, initial));
      else say(`${STATE_KIND_PHRASES[kind]} state has no initial state`);
    }
    const isEmpty =
      kind === StateKind.compound && states.every(s => typeof s !== 'string' && s.kind === 'history');
    if (isEmpty) say('it has histories alone, and no state to start in');
    for (const action of [...(definition.entry ?? []), ...(definition.exit ?? [])].flat())
      if (action.kind === 'send' && !isValidDelay(action.after))
        say(`sends "${action.event}" after ${action.after}`);
    return mistakes;
  }

  /** A history without memory must lead to states of its parent; not round in a circle of histories. */
  #historyMistakes(place: number, initial: string | readonly string[]): string[] {
    const { id, parent } = this.states[place];
    const names = toNameList(initial);
    if (names.length === 0) return [`state "${id}": a history needs a default target`];
    const mistakes = names.flatMap(name => {
      const target = this.places.get(name);
      if (target === undefined) return [`state "${id}": unknown target "${name}"`];
      if (!this.#isBelow(target, parent)) return [`state "${id}": "${name}" is not in the same state`];
      return this.#leadsBack(place, target, new Set())
        ? [`state "${id}": its histories lead in a circle`]
        : [];
    });
    return mistakes.length > 0 ? mistakes : this.#together(`state "${id}"`, names, 'targets');
  }

  #leadsBack(history: number, at: number, seen: Set<number>): boolean {
    if (at === history) return true;
    const kind = this.#kind(at);
    if (seen.has(at) || (kind !== StateKind.shallow && kind !== StateKind.deep)) return false;
    seen.add(at);
    return toNameList(this.states[at].definition!.initial ?? []).some(name => {
      const next = this.places.get(name);
      return next !== undefined && this.#leadsBack(history, next, seen);
    });
  }

  transitionMistakes(i: number, t: TransitionDefinition): string[] {
    const place = `transition ${i + 1} ("${t.trigger}")`;
    const mistakes: string[] = [];
    const say = (what: string) => mistakes.push(`${place}: ${what}`);
    if (t.trigger === '') mistakes.push(`transition ${i + 1} has an empty trigger`);
    const source = this.places.get(t.source);
    if (source === undefined && t.source !== '*') say(`unknown source "${t.source}"`);
    const firstWithout = this.isXState ? StateKind.shallow : StateKind.final;
    if (source !== undefined && this.#kind(source) >= firstWithout)
      say(`leads out of "${t.source}", ${STATE_KIND_PHRASES[this.#kind(source)]} state`);
    const targets = listTargetNames(t);
    for (const target of targets) if (!this.places.has(target)) say(`unknown target "${target}"`);
    if (targets.every(target => this.places.has(target)))
      mistakes.push(...this.#together(place, targets, 'targets'));
    if (typeof t.guard === 'function')
      say('its guard is a bare function; write {kind: "function", name: "what it asks", test: …}');
    if (t.guard?.kind === 'in' && !this.places.has(t.guard.state))
      say(`asks for unknown state "${t.guard.state}"`);
    const followed = t.guard?.kind === 'compare' ? parseNeighbourColumn(t.guard.column) : null;
    if (followed !== null && !this.places.has(followed))
      say(`counts neighbours in unknown state "${followed}"`);
    if (t.on?.some(event => event === '' || /\s/.test(event))) say('answers an event without a name');
    if (t.rate !== undefined && !isValidRate(t.rate)) say(`rate is ${String(t.rate)}, needs 0 to 1 a tick`);
    if (t.rate !== undefined && t.on !== undefined) say('has a rate and events; needs one of the two');
    if (t.per !== undefined && !this.places.has(t.per)) say(`spreads from unknown state "${t.per}"`);
    if (t.per !== undefined && t.rate === undefined) say(`spreads from "${t.per}" without a rate`);
    if (typeof t.weight === 'number' && !(t.weight >= 0)) say(`weight is ${t.weight}, needs 0 or more`);
    if (t.restarts && !isTimedTransition(t)) say('restarts, but is not a timeout');
    if (t.isInternal && targets.length === 0) say('is internal without a target');
    if (t.isInternal && this.isXState) say('is internal, as all are in XState but those that reenter');
    if (t.reenter && !this.isXState) say('reenters, which is of XState’s semantics');
    return mistakes;
  }

  /** Several states at once need parallel regions, each its own. @param what they are, in the plural */
  #together(place: string, ids: readonly string[], what: string): string[] {
    for (const [i, one] of ids.entries())
      for (const other of ids.slice(i + 1)) {
        const why = this.#objection(this.places.get(one)!, this.places.get(other)!);
        if (why !== null) return [`${place}: ${what} "${one}" and "${other}" ${why}`];
      }
    return [];
  }

  #objection(one: number, other: number): string | null {
    const above = (place: number) => {
      // A history may stand for anything in its state.
      const isHistory = this.#kind(place) > StateKind.final;
      const all = isHistory ? [] : [place];
      for (let at = this.states[place].parent; at !== ROOT; at = this.states[at].parent) all.unshift(at);
      return all;
    };
    const [a, b] = [above(one), above(other)];
    let depth = 0;
    while (a[depth] === b[depth] && depth < a.length) depth++;
    if (depth === a.length || depth === b.length) return 'are one in the other';
    return depth > 0 && this.#kind(a[depth - 1]) === StateKind.parallel ? null : 'are never active at once';
  }
}

const isValidDelay = (ticks: number | undefined) =>
  ticks === undefined || (Number.isFinite(ticks) && ticks >= 0);
const isValidRate = (rate: Quantity) => typeof rate !== 'number' || (rate >= 0 && rate <= 1);
