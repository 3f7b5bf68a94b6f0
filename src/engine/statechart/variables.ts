/** Variables of each agent's own, made when they are first asked for. */
export class Variables {
  readonly #agents: number;
  readonly #of: (Record<string, unknown> | undefined)[] = [];

  constructor(agents: number) {
    this.#agents = agents;
  }

  of(agent: number): Record<string, unknown> {
    this.#of[agent] ??= Object.create(null) as Record<string, unknown>;
    return this.#of[agent];
  }

  /** Per agent, null where there are none. */
  save(): readonly (Readonly<Record<string, unknown>> | null)[] {
    return Array.from({ length: this.#agents }, (_, agent) => this.#of[agent] ?? null);
  }

  restore(saved: ReturnType<Variables['save']>): void {
    for (const [agent, own] of saved.entries()) if (own !== null) Object.assign(this.of(agent), own);
  }
}
