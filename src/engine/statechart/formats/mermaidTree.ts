import { InputError } from '../../core/errors.ts';
import type { Statement } from './parseMermaidStatements.ts';

/** A state of a diagram, before it is one of a chart. */
export interface DiagramState {
  readonly name: string;
  label: string | null;
  description: string[];
  readonly notes: string[];
  sort: 'fork' | 'join' | 'choice' | null;
  readonly line: number;
  /** Its place: a region of the diagram, or of a state. */
  place: DiagramRegion;
  /** Its own; none of a state without states. */
  readonly regions: DiagramRegion[];
}

/** A part of a diagram or of a state; several stand side by side. */
export interface DiagramRegion {
  readonly owner: DiagramState | null;
  readonly states: DiagramState[];
  /** States that `[*]` leads to. */
  readonly starts: { readonly state: DiagramState; readonly line: number; readonly label: string }[];
}

/** An arrow between two states; to null if it leads to the end of a region. */
export interface DiagramArrow {
  readonly from: DiagramState;
  readonly to: DiagramState | null;
  readonly place: DiagramRegion;
  readonly label: string;
  readonly line: number;
}

/** Levels that are read; a chart has fewer. */
const MAX_MERMAID_DEPTH = 199;

/** The states of a diagram in their places, its arrows, and what is wrong with it or left out. */
export class MermaidTree {
  readonly regions: DiagramRegion[] = [{ owner: null, states: [], starts: [] }];
  readonly arrows: DiagramArrow[] = [];
  readonly states = new Map<string, DiagramState>();
  readonly mistakes: string[] = [];
  readonly ignored = new Set<string>();
  readonly #open: DiagramRegion[][] = [this.regions];
  #last: DiagramState | null = null;
  readonly #declaredNames = new Set<string>();

  constructor(statements: readonly Statement[]) {
    for (const statement of statements) this.#add(statement);
    if (this.#open.length > 1) this.mistakes.push('a “{” is not closed');
    // A note that says which history a state is is read; others are for people.
    for (const state of this.states.values())
      if (state.notes.length > (parseHistoryState(state) === null ? 0 : 1)) this.ignored.add('notes');
    // States that moved to their declaration leave empty regions behind.
    for (const state of this.states.values())
      if (state.regions.every(({ states, starts }) => states.length + starts.length === 0))
        state.regions.length = 0;
  }

  get #here(): DiagramRegion {
    return this.#open.at(-1)!.at(-1)!;
  }

  #add(statement: Statement): void {
    const { line } = statement;
    switch (statement.kind) {
      case 'state':
        this.#last = this.#declared(statement.name, line);
        this.#last.label ??= statement.label;
        this.#last.sort ??= statement.sort;
        break;
      case 'open':
        // Nesting beyond the limit is not walked.
        if (this.#open.length > MAX_MERMAID_DEPTH)
          throw new InputError(`line ${line}: states are nested more than ${MAX_MERMAID_DEPTH} deep`);
        this.#last!.regions.push({ owner: this.#last, states: [], starts: [] });
        this.#open.push(this.#last!.regions);
        break;
      case 'close':
        if (this.#open.length > 1) this.#open.pop();
        else this.mistakes.push(`line ${line}: a “}” without its “{”`);
        break;
      case 'region':
        this.#open.at(-1)!.push({ owner: this.#here.owner, states: [], starts: [] });
        break;
      case 'arrow':
        this.#arrow(statement);
        break;
      case 'description':
        this.#named(statement.name, line).description.push(statement.text);
        break;
      case 'note':
        this.#named(statement.name, line).notes.push(statement.text);
        break;
      case 'ignored':
        this.ignored.add(statement.what);
        break;
      case 'mistake':
        this.mistakes.push(`line ${line}: ${statement.words}`);
        break;
      default:
        this.mistakes.push(`line ${line}: “${statement.text.slice(0, 60)}” is not read`);
    }
  }

  #arrow({ from, to, label, line }: Extract<Statement, { kind: 'arrow' }>): void {
    const place = this.#here;
    if (from === null && to === null) this.mistakes.push(`line ${line}: an arrow from [*] to [*]`);
    else if (from === null) place.starts.push({ state: this.#named(to!, line), line, label });
    else {
      const source = this.#named(from, line);
      const target = to === null ? null : this.#named(to, line);
      this.arrows.push({ from: source, to: target, place, label, line });
    }
  }

  /** A mentioned state: its place is the first mention, or further in if it is not declared yet. */
  #named(name: string, line: number): DiagramState {
    const known = this.states.get(name);
    const place = this.#here;
    if (known !== undefined) {
      const around = this.#open.slice(0, -1).map(regions => regions.at(-1));
      const isFurtherIn = around.includes(known.place) && !this.#open.some(([{ owner }]) => owner === known);
      if (isFurtherIn && !this.#declaredNames.has(name) && known.regions.length === 0) this.#move(known);
      return known;
    }
    const state: DiagramState = {
      ...{ name, label: null, description: [], notes: [], sort: null, line, place, regions: [] },
    };
    this.states.set(name, state);
    place.states.push(state);
    return state;
  }

  /** A state that is declared for the first time belongs here, regardless of earlier mentions. */
  #declared(name: string, line: number): DiagramState {
    const state = this.#named(name, line);
    const isAround = this.#open.some(([{ owner }]) => owner === state);
    if (!isAround && !this.#declaredNames.has(name)) this.#move(state);
    this.#declaredNames.add(name);
    return state;
  }

  #move(state: DiagramState): void {
    state.place.states.splice(state.place.states.indexOf(state), 1);
    state.place = this.#here;
    this.#here.states.push(state);
  }
}

/** True if a state represents every leaf, as Statescope draws it. */
export const isWildcardState = ({ label, name }: DiagramState): boolean => label === '*' && name === 'any';

/** The history that a state is, as Statescope draws it: H or H*, with its name in a note. */
export function parseHistoryState({
  label,
  notes,
}: DiagramState): { readonly name: string; readonly isDeep: boolean } | null {
  const name = notes.flatMap(note => /^(.*), history of .*$/.exec(note)?.[1] ?? []).at(-1);
  return name !== undefined && (label === 'H' || label === 'H*') ? { name, isDeep: label === 'H*' } : null;
}

/** The event of a state that has come to its end. */
export const getDoneEventName = (state: string): string => `done.state.${state}`;
