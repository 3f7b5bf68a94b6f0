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

  /** Per agent its names and values, null if there are none; a name alone has no value yet. */
  save(): readonly (readonly (readonly [name: string, value?: unknown])[] | null)[] {
    return Array.from({ length: this.#agents }, (_, agent) => {
      const own = this.#of[agent];
      if (own === undefined) return null;
      return Object.entries(own).map(([name, value]) => (value === undefined ? [name] : [name, value]));
    });
  }

  restore(saved: ReturnType<Variables['save']>): void {
    for (const [agent, own] of saved.entries())
      for (const [name, value] of own ?? []) this.of(agent)[name] = copyWithoutPrototype(value);
  }
}

/**
 * A value as JSON has it, on objects without a prototype: as it was before it was saved, and no name reaches what the
 * language itself holds.
 */
export function copyWithoutPrototype(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyWithoutPrototype);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, copyWithoutPrototype(part)]);
  return Object.assign(Object.create(null), Object.fromEntries(parts));
}
