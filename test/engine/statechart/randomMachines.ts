import fc from 'fast-check';

/** A node of a random machine, before it has a name. */
interface Sketch {
  readonly kind: 'atomic' | 'final' | 'compound' | 'parallel';
  readonly past: 'none' | 'shallow' | 'deep' | 'shallow to' | 'deep to';
  readonly children: readonly Sketch[];
  /** Numbers that become whatever there is to choose from. */
  readonly initial: number;
  readonly deeds: number;
}

interface Arrow {
  readonly source: number;
  readonly slot: 'on' | 'always' | 'onDone' | 'after';
  readonly key: number;
  readonly targets: readonly number[];
  readonly isReentering: boolean;
  readonly guard: number;
  readonly deeds: number;
  readonly spelling: number;
}

/** Something that happens to a machine from outside. */
export type Happening = { readonly event: string } | { readonly ticks: number };

/** The configuration of an XState machine, and what happens to it. */
export interface RandomMachine {
  readonly config: object;
  /** XState's ids by the keys of the nodes, which are unique. */
  readonly paths: ReadonlyMap<string, string>;
  /** Of actions that do nothing but be noted. */
  readonly names: readonly string[];
  readonly happenings: readonly Happening[];
  toString(): string;
}

const EVENTS = ['go', 'go', 'go', 'a.b', 'a.c', 'b'];
const DESCRIPTORS = [
  ...['go', 'go', 'go', 'go', 'a.b', 'a.*', '*', 'b', 'a.b.*', 'go', 'go', 'b'],
  ...['xstate.done.state.*', 'xstate.after.*', 'xstate.*', 'xstate.done.state.m.s1.*', 'xstate.after.1000.*'],
  ...['xstate.after.0.m.s1', 'xstate.done.*', 'xstate.error.*', 'xstate.done.state.m.s1', 'go'],
];
/** What could go round for ever comes to an end after so many. */
const MAX_PARTS = 6;
const MAX_NODES = 14;

const { node } = fc.letrec<{ node: Sketch }>(tie => {
  const numbers = { initial: fc.nat(20), deeds: fc.nat(15) };
  const leaf = fc.record({
    kind: fc.constantFrom('atomic' as const, 'atomic' as const, 'atomic' as const, 'final' as const),
    past: fc.constant('none' as const),
    children: fc.constant([]),
    ...numbers,
  });
  const branch = fc.record({
    kind: fc.constantFrom('compound' as const, 'compound' as const, 'parallel' as const),
    past: fc.constantFrom<Sketch['past']>('none', 'none', 'none', 'shallow', 'deep', 'shallow to', 'deep to'),
    children: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    ...numbers,
  });
  return { node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, branch, branch) };
});

const arrow: fc.Arbitrary<Arrow> = fc.record({
  source: fc.nat(40),
  slot: fc.constantFrom<Arrow['slot']>('on', 'on', 'on', 'on', 'on', 'always', 'onDone', 'after'),
  key: fc.nat(40),
  targets: fc.array(fc.nat(40), { minLength: 0, maxLength: 3 }),
  isReentering: fc.constantFrom(false, false, true),
  guard: fc.nat(9),
  deeds: fc.nat(15),
  spelling: fc.nat(2),
});

const happening = fc.oneof(
  fc.record({ kind: fc.constant('event' as const), number: fc.nat(EVENTS.length - 1) }),
  fc.record({ kind: fc.constant('event' as const), number: fc.nat(EVENTS.length - 1) }),
  fc.record({ kind: fc.constant('ticks' as const), number: fc.integer({ min: 1, max: 3 }) }),
);

/** Machines of up to fourteen nodes and five levels, with what happens to each. */
export const randomMachine = (): fc.Arbitrary<RandomMachine> =>
  fc
    .record({
      kind: fc.constantFrom('compound' as const, 'compound' as const, 'parallel' as const),
      past: fc.constantFrom<Sketch['past']>('none', 'none', 'none', 'deep'),
      children: fc.array(node, { minLength: 1, maxLength: 4 }),
      initial: fc.nat(20),
      deeds: fc.nat(15),
      arrows: fc.array(arrow, { minLength: 1, maxLength: 14 }),
      happenings: fc.array(happening, { minLength: 1, maxLength: 12 }),
    })
    .filter(({ children }) => count(children) < MAX_NODES)
    .map(({ arrows, happenings, ...sketch }) => {
      const maker = new Maker(sketch, arrows);
      const happens = happenings.map(
        ({ kind, number }): Happening => (kind === 'ticks' ? { ticks: number } : { event: EVENTS[number] }),
      );
      return {
        config: maker.config,
        paths: maker.paths,
        names: maker.names,
        happenings: happens,
        toString: () => `${JSON.stringify(maker.config, null, 1)}\n${JSON.stringify(happens)}`,
      };
    });

const count = (sketches: readonly Sketch[]): number =>
  sketches.reduce((sum, one) => sum + 1 + (one.past === 'none' ? 0 : 1) + count(one.children), 0);

/** A node with its name and its place. */
interface Place {
  readonly key: string;
  readonly path: string;
  readonly kind: Sketch['kind'] | 'history';
  readonly parent: Place | null;
  readonly sketch: Sketch;
  readonly children: Place[];
}

type Config = Record<string, unknown>;

const aboveOf = (place: Place): Place[] =>
  place.parent === null ? [] : [place.parent, ...aboveOf(place.parent)];
const isBelow = (one: Place, above: Place) => aboveOf(one).includes(above);

class Maker {
  readonly config: Config;
  readonly names: string[] = [];
  readonly #places: Place[] = [];
  readonly #configs = new Map<Place, Config>();

  constructor(root: Sketch, arrows: readonly Arrow[]) {
    this.config = this.#state(this.#place(root, null));
    for (const [i, one] of arrows.entries()) this.#transition(one, i);
  }

  get paths(): ReadonlyMap<string, string> {
    return new Map(this.#places.map(({ key, path }) => [key, path]));
  }

  #place(sketch: Sketch, parent: Place | null): Place {
    const key = parent === null ? 'm' : `s${this.#places.length}`;
    const path = parent === null ? key : `${parent.path}.${key}`;
    const place: Place = { key, path, kind: sketch.kind, parent, sketch, children: [] };
    this.#places.push(place);
    const past = () => {
      if (sketch.past === 'none') return;
      const child: Place = {
        ...{ key: `h${key}`, path: `${path}.h${key}`, kind: 'history', parent: place, sketch, children: [] },
      } as Place;
      this.#places.push(child);
      place.children.push(child);
    };
    if (sketch.initial % 2 === 0) past();
    for (const child of sketch.children) place.children.push(this.#place(child, place));
    if (sketch.initial % 2 === 1) past();
    return place;
  }

  #note(name: string): string {
    this.names.push(name);
    return name;
  }

  #state(place: Place): Config {
    const { key, kind, sketch, children, parent } = place;
    if (kind === 'history') return this.#history(place);
    const states = children.filter(child => child.kind !== 'history');
    const first = states[sketch.initial % states.length]?.key;
    const raises = sketch.deeds % 5 === 1 ? [{ type: 'raise', params: { event: 'r0' } }] : [];
    const isPlainRoot = parent === null && sketch.deeds % 2 === 0;
    const config: Config = {
      ...(parent === null && { id: key }),
      ...(kind !== 'atomic' && kind !== 'compound' && { type: kind }),
      ...(kind === 'compound' && {
        initial: sketch.deeds % 3 === 0 ? { target: first, actions: [this.#note(`start ${key}`)] } : first,
      }),
      ...(children.length > 0 && {
        states: Object.fromEntries(children.map(child => [child.key, this.#state(child)])),
      }),
      ...(!isPlainRoot && { entry: [this.#note(`enter ${key}`), ...raises] }),
      ...(!isPlainRoot && { exit: [this.#note(`exit ${key}`)] }),
    };
    this.#configs.set(place, config);
    return config;
  }

  #history({ sketch, parent }: Place): Config {
    const below = this.#places.filter(
      one => parent !== null && isBelow(one, parent) && one.kind !== 'history',
    );
    const target = below[sketch.deeds % below.length];
    const path = parent === null || target === undefined ? '' : target.path.slice(parent.path.length + 1);
    return {
      type: 'history',
      history: sketch.past.startsWith('deep') ? 'deep' : 'shallow',
      ...(sketch.past.endsWith('to') && { target: path }),
    };
  }

  #transition(one: Arrow, i: number): void {
    const sources = this.#places.filter(({ kind }) => kind !== 'history');
    const source = sources[one.source % sources.length];
    const config = this.#configs.get(source)!;
    const targets = this.#together(one.targets);
    const isRaised = one.slot === 'on' && one.key % 7 === 6;
    const descriptor = isRaised ? 'r0' : DESCRIPTORS[one.key % DESCRIPTORS.length];
    const isBounded =
      (one.slot === 'on' && (isRaised || descriptor === '*' || descriptor.startsWith('xstate.'))) ||
      one.slot === 'onDone' ||
      (one.slot === 'always' && targets.length > 0) ||
      one.slot === 'after';
    const guard = isBounded
      ? { type: 'compare', params: { column: 'budget', op: '<', value: MAX_PARTS } }
      : this.#guard(one.guard);
    const transition: Config = {
      ...(targets.length > 0 && {
        target:
          targets.length === 1
            ? this.#spelled(targets[0], source, one.spelling)
            : targets.map(target => this.#spelled(target, source, one.spelling)),
      }),
      ...(one.isReentering && { reenter: true }),
      ...(guard && { guard }),
      actions: [this.#note(`t${i}`), ...this.#deeds(one, isBounded)],
    };
    const add = (slot: Config, key: string) => {
      slot[key] = slot[key] === undefined ? transition : [slot[key], transition].flat();
    };
    if (one.slot === 'always' || one.slot === 'onDone') add(config, one.slot);
    else {
      config[one.slot] ??= {};
      add(config[one.slot] as Config, one.slot === 'after' ? String((one.key % 4) * 1000) : descriptor);
    }
  }

  /** A target as XState lets one write it. */
  #spelled(target: Place, source: Place, spelling: number): string {
    if (spelling === 1 && target.parent !== null && target.parent === source.parent) return target.key;
    if (spelling === 2 && isBelow(target, source)) return target.path.slice(source.path.length);
    return `#${target.path}`;
  }

  #deeds({ deeds, slot }: Arrow, isBounded: boolean): object[] {
    const mayAssign = slot !== 'always' || isBounded;
    return [
      ...(isBounded ? [{ type: 'add', params: { column: 'budget', value: 1 } }] : []),
      ...(deeds % 4 === 1 && mayAssign ? [{ type: 'raise', params: { event: 'r0' } }] : []),
      ...(deeds % 4 === 2 && mayAssign
        ? [{ type: 'set', params: { column: 'mood', value: deeds % 3 } }]
        : []),
      ...(deeds % 4 === 3 && mayAssign
        ? [{ type: 'add', params: { column: 'mood', value: { column: 'budget' } } }]
        : []),
    ];
  }

  #guard(number: number): object | undefined {
    const { key } = this.#places[1 + (number % (this.#places.length - 1))];
    if (number === 1) return { type: 'compare', params: { column: 'mood', op: '>', value: 0 } };
    if (number === 2)
      return { type: 'compare', params: { column: 'mood', op: '<=', value: { column: 'budget' } } };
    if (number === 3) return { type: 'in', params: { state: key } };
    if (number === 4) return { type: 'in', params: { state: key, not: true } };
    return undefined;
  }

  /** Targets that can be active at once: each in another region of a parallel state. */
  #together(numbers: readonly number[]): Place[] {
    const chosen: Place[] = [];
    const standing = (one: Place) => (one.kind === 'history' ? (one.parent ?? one) : one);
    for (const number of numbers) {
      const next = this.#places[number % this.#places.length];
      const place = standing(next);
      const fits = chosen.map(standing).every(one => {
        if (one === place || isBelow(one, place) || isBelow(place, one)) return false;
        return aboveOf(one).find(above => isBelow(place, above))?.kind === 'parallel';
      });
      if (fits) chosen.push(next);
    }
    return chosen;
  }
}
