import type { ArtifactCalls } from '../../../python/artifact.ts';
import type { Allowance } from '../../../python/meter.ts';
import type { Context } from '../../../python/runCode.ts';
import type { PyValue } from '../../../python/value.ts';
import type { ArtifactCode, Condition } from '../inputs/workflow.ts';
import { isMarketVariable, type MarketView, WORLD_NAMES } from '../market/marketView.ts';
import { isIdenticalValue } from './shareEqualParts.ts';
import type { Setting, Variables } from './turnVariables.ts';

/**
 * The variables that code, conditions and prompts of one turn see: those set by this turn's code, those set
 * before, and the world's. A name that code has set hides the world's. Nothing is kept until `settle`.
 */
export class TurnContext implements Context {
  /** Variables set by this turn's code; null for none. */
  #set: Map<string, { readonly value: PyValue; readonly step: number }> | null = null;
  #view: MarketView;
  /** Questions of conditions to artifacts, each in its latest evaluation. */
  readonly #calls = new Map<Condition, ArtifactCalls>();
  /** Number of the code step that is running. */
  step = -1;

  constructor(
    private readonly variables: Variables,
    view: MarketView,
    /** The agent's share of what the code of a tick may do. */
    readonly allowance: Allowance,
    /** Artifacts that conditions may ask. */
    readonly artifacts: ReadonlyMap<string, ArtifactCode>,
  ) {
    this.#view = view;
  }

  /** Replaces the world's variables, after the agent has acted. */
  look(view: MarketView): void {
    this.#view = view;
  }

  get(name: string): PyValue | undefined {
    const own = this.#set?.get(name) ?? this.#before(name);
    if (own !== undefined) return own.value;
    return isMarketVariable(name) ? this.#view.valueOf(name) : undefined;
  }

  has(name: string): boolean {
    return this.#set?.has(name) || isMarketVariable(name) || this.#before(name) !== undefined;
  }

  set(name: string, value: PyValue): void {
    this.#set ??= new Map();
    this.#set.set(name, { value, step: this.step });
  }

  get size(): number {
    return this.names.length;
  }

  /** Names of all variables, the agent's own first. */
  get names(): readonly string[] {
    return [...new Set([...this.#ownNames(), ...WORLD_NAMES])];
  }

  /** Notes what a condition has asked artifacts. */
  noteCalls(condition: Condition, calls: ArtifactCalls): void {
    this.#calls.set(condition, calls);
  }

  /** Questions of conditions to artifacts in this turn, in order. */
  get calls(): ReadonlyMap<Condition, ArtifactCalls> {
    return this.#calls;
  }

  /** Step and tick that set a name; null for one of the world's. */
  settingOf(name: string): Pick<Setting, 'tick' | 'step'> | null {
    const now = this.#set?.get(name);
    const before = this.#before(name);
    if (now === undefined) return before ?? null;
    return before !== undefined && isIdenticalValue(before.value, now.value)
      ? before
      : { tick: this.#view.tick, step: now.step };
  }

  /** Keeps the variables set by this turn's code. */
  settle(): void {
    for (const [name, { value, step }] of this.#set ?? [])
      this.variables.set(name, value, this.#view.tick, step);
  }

  #ownNames(): readonly string[] {
    return [...this.variables.names(this.#view.tick - 1), ...(this.#set?.keys() ?? [])];
  }

  #before(name: string): Setting | undefined {
    return this.variables.at(name, this.#view.tick - 1);
  }
}
