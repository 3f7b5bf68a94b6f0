import {
  type Block,
  type ChartDefinition,
  isTimedTransition,
  type PlainWords,
  type StateDefinition,
  type TransitionDefinition,
} from '../definition.ts';
import { findChartMistakes } from '../findChartMistakes.ts';
import { type ChartReading, type Implementations, throwChartMistakes } from './implementations.ts';
import { LabelReader } from './labelReader.ts';
import { Binder } from './parseChartJson.ts';
import {
  type DiagramArrow,
  type DiagramRegion,
  type DiagramState,
  decodeMermaidText,
  getDoneEventName,
  isWildcardState,
  MermaidTree,
  parseHistoryState,
  parseMermaidStatements,
} from './parseMermaidStatements.ts';

/** Options of a reader in addition to the file. */
export interface MermaidOptions {
  readonly implementations?: Implementations;
  /** Name of a diagram without a title. */
  readonly name?: string;
}

/**
 * Reads a state diagram of Mermaid, and what Statescope writes as one: labels are `event [guard] / action`.
 * @throws InputErrors with every mistake, each with its line
 */
export function readMermaidChart(
  text: string,
  { implementations = {}, name = 'chart' }: MermaidOptions = {},
): ChartReading {
  const { title, statements, others } = parseMermaidStatements(text);
  const reading = new MermaidReader(new MermaidTree(statements), title ?? name, implementations).read();
  const more = others === 1 ? 'another state diagram' : `${others} more state diagrams`;
  // A diagram that Statescope wrote says in comments what it does not show.
  const omissions = [...text.matchAll(/^ *%% (not drawn: .*)$/gm)].map(([, omission]) => omission);
  const first = others === 0 ? [] : [`the text has ${more}; the first one is read`];
  return { ...reading, notes: [...first, ...omissions, ...reading.notes] };
}

class MermaidReader {
  readonly #tree: MermaidTree;
  readonly #name: string;
  readonly #mistakes: string[];
  readonly #notes: string[];
  readonly #labels: LabelReader;
  readonly #ids = new Map<DiagramState, string>();
  readonly #taken = new Set<string>();
  /** The final state that stands for the `[*]` of a region. */
  readonly #ends = new Map<DiagramRegion, string>();
  readonly #words: Record<string, PlainWords> = {};
  /** Lines of arrows that are taken whenever a state comes to its end. */
  readonly #doneAt = new Map<DiagramState, number>();

  constructor(tree: MermaidTree, name: string, implementations: Implementations) {
    this.#tree = tree;
    this.#name = name;
    this.#mistakes = [...tree.mistakes];
    this.#notes = [...tree.notes];
    this.#labels = new LabelReader(new Binder(implementations, this.#mistakes), this.#mistakes, this.#notes);
  }

  read(): ChartReading {
    this.#nameStates();
    for (const state of this.#tree.states.values()) this.#look(state);
    const transitions = this.#tree.arrows.flatMap(arrow => this.#transition(arrow));
    const { regions } = this.#tree;
    const [region] = regions;
    const isSplit = regions.length > 1;
    const states = isSplit
      ? [
          {
            id: this.#free(this.#name),
            kind: 'parallel' as const,
            states: this.#regionsOf(regions, this.#name),
          },
        ]
      : this.#statesIn(region);
    const [first] = states;
    const setUp = isSplit ? [] : this.#startActions(region);
    const definition: ChartDefinition = {
      name: this.#name,
      states,
      initial: isSplit ? this.#idOf(first) : this.#initialOf(region, 'the diagram'),
      ...(setUp.length > 0 && { setUp: [setUp] }),
      transitions,
      ...(Object.keys(this.#words).length > 0 && { words: { states: this.#words, triggers: {} } }),
    };
    throwChartMistakes(this.#name, this.#mistakes);
    throwChartMistakes(this.#name, findChartMistakes(definition));
    const left = [...this.#tree.ignored];
    if (left.length > 0) this.#notes.push(`left out, since it is for the drawing alone: ${left.join(', ')}`);
    if (transitions.some(isTimedTransition))
      this.#notes.push('after how many ticks a timeout comes is not in a drawing');
    return { definition, notes: this.#notes };
  }

  /** Its label, if no other state has it; else its name. */
  #nameStates(): void {
    const states = [...this.#tree.states.values()].filter(state => !isWildcardState(state));
    const times = new Map<string, number>();
    const called = (state: DiagramState) => parseHistoryState(state)?.name ?? state.label ?? state.name;
    for (const state of states) times.set(called(state), (times.get(called(state)) ?? 0) + 1);
    const names = new Set(states.map(({ name }) => name));
    for (const state of states) {
      const label = called(state);
      const isFree =
        times.get(label) === 1 &&
        label.trim() !== '' &&
        (label === state.name || !names.has(label) || state.label !== null);
      const id = isFree && !this.#taken.has(label) ? label : state.name;
      this.#ids.set(state, id);
      this.#taken.add(id);
      const description = state.description.join(' ');
      if (description !== '') this.#words[id] = { label: id, description };
    }
  }

  #id(state: DiagramState): string {
    return this.#ids.get(state) ?? '*';
  }

  #idOf(state: string | StateDefinition): string {
    return typeof state === 'string' ? state : state.id;
  }

  #free(name: string): string {
    let id = name;
    for (let i = 2; this.#taken.has(id); i++) id = `${name} ${i}`;
    this.#taken.add(id);
    return id;
  }

  /** Parts of a diagram without a place in a chart. */
  #look({ sort, name, line, regions }: DiagramState): void {
    if (sort === 'join')
      this.#mistakes.push(
        `line ${line}: a join is not read: end the regions with [*], and lead an arrow from the state around them to where “${name}” leads`,
      );
    if (sort !== null && regions.length > 0)
      this.#mistakes.push(`line ${line}: a ${sort} has no states of its own`);
  }

  #out(state: DiagramState): readonly DiagramArrow[] {
    return this.#tree.arrows.filter(({ from }) => from === state);
  }

  /** True if a state has only an arrow to the end: it is the end. */
  #isFinal(state: DiagramState): boolean {
    const out = this.#out(state);
    return (
      state.regions.length === 0 &&
      out.length > 0 &&
      out.every(({ to, label }) => to === null && label === '')
    );
  }

  #statesIn(region: DiagramRegion): (string | StateDefinition)[] {
    const states = region.states
      .filter(state => !isWildcardState(state) && state.sort !== 'fork')
      .map(state => this.#state(state));
    const end = this.#ends.get(region);
    return end === undefined ? states : [...states, { id: end, kind: 'final' }];
  }

  #state(state: DiagramState): string | StateDefinition {
    const id = this.#id(state);
    const past = parseHistoryState(state);
    if (past !== null) {
      const initial = this.#out(state).flatMap(({ to }) => (to === null ? [] : [this.#id(to)]));
      return { id, kind: 'history', ...(past.isDeep && { deep: true }), initial };
    }
    if (this.#isFinal(state)) return { id, kind: 'final' };
    const { regions } = state;
    if (regions.length > 1) {
      const pasts = regions.flatMap(({ states }) => states.filter(one => parseHistoryState(one) !== null));
      return {
        id,
        kind: 'parallel',
        states: [...pasts.map(one => this.#state(one)), ...this.#regionsOf(regions, id)],
      };
    }
    if (regions.length === 0) return id;
    return { id, ...this.#beginning(regions[0], `“${id}”`), states: this.#statesIn(regions[0]) };
  }

  /** A region with one state and no start is that state; any other gets a state around it. */
  #regionsOf(regions: readonly DiagramRegion[], id: string): (string | StateDefinition)[] {
    return regions.flatMap((region, i) => {
      const states = region.states.filter(state => parseHistoryState(state) === null);
      if (states.length === 0) return [];
      if (states.length === 1 && region.starts.length === 0 && !this.#ends.has(region))
        return [this.#state(states[0])];
      const own = this.#free(`${id} ${i + 1}`);
      const all = this.#statesIn({ ...region, states });
      const end = this.#ends.get(region);
      return [
        {
          id: own,
          ...this.#beginning(region, `“${own}”`),
          states: end === undefined ? all : [...all, { id: end, kind: 'final' as const }],
        },
      ];
    });
  }

  #beginning(region: DiagramRegion, where: string): Pick<StateDefinition, 'initial' | 'initialActions'> {
    const initialActions = this.#startActions(region);
    const initial = this.#initialOf(region, where);
    return { initial, ...(initialActions.length > 0 && { initialActions }) };
  }

  /** Actions of the arrows from `[*]`. */
  #startActions({ starts }: DiagramRegion): Block {
    return starts.flatMap(({ label, line }) => {
      const { actions, hasMore } = this.#labels.start(label, `line ${line}`);
      if (hasMore)
        this.#notes.push(
          `line ${line}: of “${decodeMermaidText(label)}” only its actions are read: an arrow from [*] waits for nothing`,
        );
      return actions;
    });
  }

  #initialOf({ starts, states }: DiagramRegion, where: string): string {
    const targets = new Set(starts.map(({ state }) => state));
    if (targets.size > 1)
      this.#mistakes.push(
        `line ${starts.at(-1)!.line}: ${where} starts in several states; it has one [*] -->`,
      );
    const [first = states.find(state => !isWildcardState(state) && parseHistoryState(state) === null)] =
      targets;
    if (first === undefined) return '';
    if (targets.size === 0 && states.length > 1)
      this.#notes.push(`${where} has no [*] --> and starts in “${this.#id(first)}”`);
    return this.#id(first);
  }

  #transition(arrow: DiagramArrow): TransitionDefinition[] {
    const { from, to, label, line, place } = arrow;
    if (parseHistoryState(from) !== null || from.sort === 'fork' || this.#isFinal(from)) return [];
    const source = this.#id(from);
    const targets = to === null ? [this.#endOf(place)] : this.#targets(to, line);
    if (from.sort === 'choice') return [this.#choice(source, targets, arrow)];
    const read = this.#labels.read(label, `line ${line}`, this.#unnamed(arrow));
    if (read.transition.trigger === getDoneEventName(source)) this.#lookForEarlier(arrow, read.transition);
    const target = read.stays && from === to ? null : targets.length === 1 ? targets[0] : targets;
    return [{ ...read.transition, source, target }];
  }

  /** A choice is left at once; what its arrows say is when. */
  #choice(source: string, targets: readonly string[], { label, line }: DiagramArrow): TransitionDefinition {
    const guard = this.#labels.guard(
      decodeMermaidText(label.replace(/^\[(.*)\]$/, '$1').replace(/^if\s+/i, '')),
      `line ${line}`,
    );
    return {
      ...{ trigger: 'always', on: [], source, target: targets.length === 1 ? targets[0] : targets },
      ...(guard && { guard }),
    };
  }

  #targets(to: DiagramState, line: number): string[] {
    if (to.sort !== 'fork') return [this.#id(to)];
    const targets = this.#out(to).flatMap(one => (one.to === null ? [] : [this.#id(one.to)]));
    if (targets.length === 0) this.#mistakes.push(`line ${line}: the fork “${to.name}” leads nowhere`);
    return targets;
  }

  #endOf(region: DiagramRegion): string {
    const known = this.#ends.get(region);
    if (known !== undefined) return known;
    const end = this.#free('end');
    this.#ends.set(region, end);
    return end;
  }

  /** Of arrows that wait for the same end, none is taken behind one without a guard. */
  #lookForEarlier({ from, line }: DiagramArrow, { guard }: Pick<TransitionDefinition, 'guard'>): void {
    const earlier = this.#doneAt.get(from);
    if (earlier !== undefined)
      this.#notes.push(
        `line ${line}: this arrow is never taken: that of line ${earlier} waits for the end of “${this.#id(from)}” as well, and comes first`,
      );
    else if (guard === undefined) this.#doneAt.set(from, line);
  }

  /**
   * Trigger of an arrow without an event: the end of the state it leaves; without a label, an event named after its
   * target; else nothing.
   */
  #unnamed({ from, to, label }: DiagramArrow): string | undefined {
    const hasEnd = from.regions.some(region =>
      this.#tree.arrows.some(arrow => arrow.place === region && arrow.to === null),
    );
    if (hasEnd) return getDoneEventName(this.#id(from));
    if (label !== '') return undefined;
    const note = 'an arrow without a label waits for an event that is named after where it leads';
    if (!this.#notes.includes(note)) this.#notes.push(note);
    return to === null ? 'end' : this.#id(to);
  }
}
