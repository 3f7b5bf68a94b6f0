import { choices, tick } from '../embedding/choices.ts';
import { Statechart } from '../embedding/statechart.ts';
import { Agent } from '../statechart/agent.ts';
import { compilePattern, MAX_PATTERN_TEXT, type Pattern } from '../stateMapping/compilePattern.ts';
import type { ToolChart } from './guardPolicy.ts';

/** Follows a session through the policy's own statechart: which tools its state allows, and where a call leads. */
export class ToolChartWatch {
  readonly #chart: Statechart;
  readonly #agent: Agent;
  readonly #machine: ReturnType<Statechart['populate']>;
  readonly #advice: ToolChart['advice'];
  /** Triggers with the tools that fire them, in the policy's order. */
  readonly #tools: readonly (readonly [trigger: string, tests: readonly Pattern[]])[];

  /** The agent is in the chart's initial state. */
  constructor({ definition, tools, advice }: ToolChart) {
    this.#chart = new Statechart(definition);
    this.#machine = this.#chart.populate(1);
    this.#agent = new Agent(this.#machine, 0);
    this.#advice = advice;
    this.#tools = Object.entries(tools).map(([trigger, patterns]) => [
      trigger,
      patterns.map(pattern => compilePattern(pattern)),
    ]);
  }

  /** The active states, with a comma between those of regions. */
  get state(): string {
    return this.#agent.states.join(', ');
  }

  /** Advice for the active states; null for none. */
  get advice(): string | null {
    return this.#agent.states.map(state => this.#advice[state]).find(text => text !== undefined) ?? null;
  }

  /** Why a tool is not allowed now; null if it is. */
  explainRefusal(tool: string): string | null {
    const triggers = this.#listTriggers(tool);
    if (triggers.length === 0 || triggers.some(trigger => this.#chart.canFire(this.#agent, trigger)))
      return null;
    const open = new Set(choices(this.#agent).map(({ trigger }) => trigger));
    const allowed = this.#tools.flatMap(([trigger, tests]) =>
      open.has(trigger) ? tests.map(describeToolPattern) : [],
    );
    const way = allowed.length === 0 ? 'no tool of the chart is' : `allowed are ${allowed.join(', ')}`;
    return `${tool} is not allowed in ${this.state}: ${way}.`;
  }

  /** Takes a step: its tool fires the first trigger that is answered, unless the call failed, and a tick passes. */
  take(tool: string, isFailed: boolean): void {
    const fired = isFailed
      ? undefined
      : this.#listTriggers(tool).find(trigger => this.#chart.canFire(this.#agent, trigger));
    if (fired !== undefined) this.#chart.fire(this.#agent, fired);
    // In a session nothing happens by chance.
    tick(this.#machine, null);
  }

  #listTriggers(tool: string): readonly string[] {
    return this.#tools.flatMap(([trigger, tests]) =>
      tests.some(test => test.test(tool.slice(0, MAX_PATTERN_TEXT))) ? [trigger] : [],
    );
  }
}

/** A pattern of nothing but names, "^(search|web_search)$". */
const NAMES = /^\^(?:\(([\w:|-]+)\)|([\w:-]+))\$$/;

/** Tools that a pattern allows, by name where it is a list of names: the text is for a model, or a person. */
function describeToolPattern({ source }: Pattern): string {
  const [, several, one = several] = NAMES.exec(source) ?? [];
  return one === undefined ? `tools like ${source}` : one.replaceAll('|', ', ');
}
