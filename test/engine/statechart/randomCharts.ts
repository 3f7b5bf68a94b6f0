import fc from 'fast-check';
import type {
  ActionDefinition,
  ChartDefinition,
  Guard,
  StateDefinition,
  TransitionDefinition,
} from '../../../src/engine/statechart/definition.ts';

/** A state of a random chart, before it has a name. */
interface Sketch {
  readonly kind: 'atomic' | 'final' | 'compound' | 'parallel';
  readonly history: 'shallow' | 'deep' | null;
  readonly children: readonly Sketch[];
  /** Numbers that become whatever there is to choose from. */
  readonly initial: number;
  readonly past: number;
  readonly deeds: number;
}

interface Arrow {
  readonly source: number;
  readonly targets: readonly number[];
  readonly event: number;
  readonly guard: number;
  readonly deeds: number;
  readonly isInternal: boolean;
  readonly form: 'event' | 'eventless' | 'targetless' | 'raised' | 'done' | 'prefix' | 'leaves';
}

/** A chart with its functions missing: they are made anew for each machine that plays it. */
export interface RandomChart {
  /** Actions that are functions write their names down. */
  definition(notes: string[]): ChartDefinition;
  /** From outside, one after the other. */
  readonly events: readonly string[];
  /** For a message about a chart that fails. */
  toString(): string;
}

const EVENTS = ['e0', 'e1', 'e2'];
/** Eventless transitions and those that answer the chart's own events come to an end after so many. */
const MAX_PARTS = 6;
const MAX_STATES = 12;

const { node } = fc.letrec<{ node: Sketch }>(tie => {
  const numbers = { initial: fc.nat(20), past: fc.nat(20), deeds: fc.nat(7) };
  const leaf = fc.record({
    kind: fc.constantFrom('atomic' as const, 'atomic' as const, 'atomic' as const, 'final' as const),
    history: fc.constant(null),
    children: fc.constant([]),
    ...numbers,
  });
  const branch = fc.record({
    kind: fc.constantFrom('compound' as const, 'parallel' as const),
    history: fc.constantFrom(null, null, 'shallow' as const, 'deep' as const),
    children: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    ...numbers,
  });
  return { node: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, branch) };
});

const arrow: fc.Arbitrary<Arrow> = fc.record({
  source: fc.nat(20),
  targets: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  event: fc.nat(20),
  guard: fc.nat(9),
  deeds: fc.nat(15),
  isInternal: fc.boolean(),
  form: fc.constantFrom(
    'event',
    'event',
    'event',
    'event',
    'eventless',
    'targetless',
    'raised',
    'done',
    'prefix',
    'leaves',
  ),
});

/** Charts of up to twelve states and four levels, with a list of events for each. */
export const randomChart = (isForXState = false): fc.Arbitrary<RandomChart> =>
  fc
    .record({
      top: fc.array(node, { minLength: 1, maxLength: 4 }),
      initial: fc.nat(20),
      arrows: fc.array(arrow, { minLength: 1, maxLength: 12 }),
      events: fc.array(fc.nat(20), { minLength: 1, maxLength: 10 }),
    })
    .filter(({ top }) => count(top) <= MAX_STATES)
    .map(({ top, initial, arrows, events }) => {
      const chart = new Maker(top, initial, arrows, isForXState);
      const own = [...EVENTS, ...chart.ownEvents];
      return {
        definition: notes => chart.definition(notes),
        events: events.map(event => own[event % own.length]),
        toString: () =>
          `${JSON.stringify(chart.definition([]), null, 1)}\nevents: ${events.map(event => own[event % own.length])}`,
      };
    });

const count = (sketches: readonly Sketch[]): number =>
  sketches.reduce((sum, one) => sum + 1 + (one.history ? 1 : 0) + count(one.children), 0);

/** A state with its name and its place. */
interface Place {
  readonly id: string;
  readonly kind: Sketch['kind'] | 'history';
  readonly parent: Place | null;
  readonly sketch: Sketch;
  readonly children: Place[];
}

const isBelow = (one: Place | null, above: Place): boolean =>
  one !== null && (one.parent === above || isBelow(one.parent, above));
const aboveOf = (place: Place): Place[] =>
  place.parent === null ? [] : [place.parent, ...aboveOf(place.parent)];

class Maker {
  readonly #places: Place[] = [];
  readonly #top: readonly Place[];
  readonly #arrows: readonly Arrow[];
  readonly #initial: number;
  readonly #isForXState: boolean;
  /** Events of which each belongs to one transition. */
  readonly ownEvents: string[] = [];

  constructor(top: readonly Sketch[], initial: number, arrows: readonly Arrow[], isForXState: boolean) {
    this.#isForXState = isForXState;
    this.#top = top.map(sketch => this.#place(sketch, null));
    this.#initial = initial;
    this.#arrows = arrows;
    this.definition([]);
  }

  #place(sketch: Sketch, parent: Place | null): Place {
    // XState tells of the end of a region that is final or parallel itself in ways of its own.
    const isOdd = this.#isForXState && parent?.kind === 'parallel';
    const kind =
      isOdd && sketch.kind === 'final'
        ? 'atomic'
        : isOdd && sketch.kind === 'parallel'
          ? 'compound'
          : sketch.kind;
    const place: Place = { id: `s${this.#places.length + 1}`, kind, parent, sketch, children: [] };
    this.#places.push(place);
    const add = (child: Place) => place.children.push(child);
    const past = () => {
      if (sketch.history === null) return;
      const history = { id: `h${place.id}`, kind: 'history' as const, parent: place, sketch, children: [] };
      this.#places.push(history);
      add(history);
    };
    if (sketch.past % 2 === 0) past();
    for (const child of sketch.children) add(this.#place(child, place));
    if (sketch.past % 2 === 1) past();
    return place;
  }

  definition(notes: string[]): ChartDefinition {
    const note = (name: string): ActionDefinition => ({
      kind: 'function',
      name,
      run: () => void notes.push(name),
    });
    this.ownEvents.length = 0;
    const start = this.#isForXState ? this.#top : this.#places.filter(({ kind }) => kind !== 'history');
    return {
      name: 'random',
      initial: start[this.#initial % start.length].id,
      states: this.#top.map(place => this.#state(place, note)),
      transitions: this.#arrows.flatMap((one, i) => this.#transition(one, i, note)),
    };
  }

  #state(place: Place, note: (name: string) => ActionDefinition): StateDefinition {
    const { id, kind, sketch, children } = place;
    if (kind === 'history') return this.#history(place, note);
    const raise: ActionDefinition[] = sketch.deeds % 4 === 1 ? [{ kind: 'raise', event: 'r0' }] : [];
    const below = this.#places.filter(one => isBelow(one, place) && one.kind !== 'history');
    const first = this.#isForXState ? children.filter(one => one.kind !== 'history') : below;
    const hasActions = kind === 'compound' && sketch.deeds > 4 && !this.#isForXState;
    return {
      id,
      ...((kind === 'parallel' || kind === 'final') && { kind }),
      ...(children.length > 0 && { states: children.map(child => this.#state(child, note)) }),
      ...(kind === 'compound' && { initial: first[sketch.initial % first.length].id }),
      ...(hasActions && { initialActions: [note(`start ${id}`)] }),
      entry: [[note(`enter ${id}`), ...raise], ...(sketch.deeds === 3 ? [[note(`again ${id}`)]] : [])],
      exit: [[note(`exit ${id}`)]],
    };
  }

  #history({ id, sketch, parent }: Place, note: (name: string) => ActionDefinition): StateDefinition {
    const below = this.#places.filter(one => parent && isBelow(one, parent) && one.kind !== 'history');
    return {
      id,
      kind: 'history',
      ...(sketch.history === 'deep' && { deep: true }),
      initial: below[sketch.past % below.length].id,
      ...(sketch.deeds > 3 && !this.#isForXState && { initialActions: [note(`default ${id}`)] }),
    };
  }

  #transition(one: Arrow, i: number, note: (name: string) => ActionDefinition): TransitionDefinition[] {
    const sources = this.#places.filter(({ kind }) => kind !== 'history' && kind !== 'final');
    if (sources.length === 0) return [];
    const source = sources[one.source % sources.length];
    const targets = one.form === 'targetless' ? [] : this.#together(one.targets);
    if (this.#isForXState && !this.#isSame(source, targets, one.form)) return [];
    const isOwn = ['eventless', 'raised', 'done'].includes(one.form);
    // Where nothing is parallel, XState asks outer states as SCXML does.
    const isAlone = this.#places.every(({ kind }) => kind !== 'parallel');
    if (one.form === 'targetless' && !isAlone) this.ownEvents.push(`n${i}`);
    // The first is the most frequent: regions shall answer it together.
    const event = () => EVENTS[Math.floor((one.event % 6) / 3) + (one.event === 20 ? 1 : 0)];
    const finals = this.#places.filter(({ kind }) => kind === 'final');
    const composites = finals.flatMap(place => aboveOf(place).slice(0, 2));
    if (one.form === 'done' && composites.length === 0) return [];
    const done = () => `done.state.${composites[one.event % composites.length].id}`;
    const trigger = {
      event,
      leaves: event,
      eventless: () => 'always',
      targetless: () => (isAlone ? event() : `n${i}`),
      raised: () => `r${one.event % 2}`,
      done,
      prefix: () => (this.#isForXState ? 'e1' : `prefix ${i}`),
    }[one.form]();
    const isPrefix = one.form === 'prefix' && !this.#isForXState;
    const guard: Guard | undefined =
      isOwn || isPrefix
        ? { kind: 'compare', column: 'budget', op: '<', value: MAX_PARTS }
        : this.#guard(one.guard);
    const prefixes = [['*'], ['done'], ['e1', 'e2'], ['r1', 'n']];
    return [
      {
        trigger,
        ...(one.form === 'eventless' && { on: [] }),
        ...(isPrefix && { on: prefixes[one.event % prefixes.length] }),
        source: one.form === 'leaves' && !this.#isForXState ? '*' : source.id,
        target:
          targets.length === 0 ? null : targets.length === 1 ? targets[0].id : targets.map(({ id }) => id),
        ...(one.isInternal && targets.length > 0 && { isInternal: true }),
        ...(guard && { guard }),
        actions: [note(`t${i}`), ...this.#deeds(one, isOwn || isPrefix)],
      },
    ];
  }

  #deeds({ deeds, event }: Arrow, isCounted: boolean): ActionDefinition[] {
    const raised = event % 2 === 0 ? 'r0' : 'r1';
    return [
      ...(isCounted ? [{ kind: 'add', column: 'budget', value: 1 } as const] : []),
      ...(deeds % 4 === 1 ? [{ kind: 'raise', event: raised } as const] : []),
      ...(deeds % 4 === 2 ? [{ kind: 'set', column: 'mood', value: deeds % 3 } as const] : []),
      ...(deeds % 4 === 3 ? [{ kind: 'add', column: 'mood', value: { column: 'budget' } } as const] : []),
    ];
  }

  #guard(number: number): Guard | undefined {
    const state = this.#places[number % this.#places.length];
    if (number === 1) return { kind: 'compare', column: 'mood', op: '>', value: 0 };
    if (number === 2) return { kind: 'compare', column: 'mood', op: '<=', value: { column: 'budget' } };
    if (number === 3) return { kind: 'in', state: state.id };
    if (number === 4) return { kind: 'in', state: state.id, not: true };
    return undefined;
  }

  /** Targets that can be active at once: each in another region of a parallel state. */
  #together(numbers: readonly number[]): Place[] {
    const chosen: Place[] = [];
    for (const number of numbers) {
      const next = this.#places[number % this.#places.length];
      const [place, ...others] = [next, ...chosen].map(one =>
        one.kind === 'history' ? (one.parent ?? one) : one,
      );
      const fits = others.every(one => {
        if (one === place || isBelow(one, place) || isBelow(place, one)) return false;
        return aboveOf(one).find(above => isBelow(place, above))?.kind === 'parallel';
      });
      if (fits) chosen.push(next);
    }
    return chosen;
  }

  /** Whether XState takes a transition as SCXML does. */
  #isSame(source: Place, targets: readonly Place[], form: Arrow['form']): boolean {
    const above = aboveOf(source);
    // Eventless transitions of several regions come in the order in which these were entered.
    if (form === 'eventless' && above.some(({ kind }) => kind === 'parallel')) return false;
    // A parallel state may be the domain of a transition between its regions.
    const domain = above.find(one => targets.every(target => isBelow(target, one)));
    if (domain?.kind === 'parallel') return false;
    // Where a history leads into, the domain may be one as well.
    return targets.every(
      target =>
        target.kind !== 'history' ||
        target.parent === null ||
        (target.parent !== source && !isBelow(source, target.parent)),
    );
  }
}
