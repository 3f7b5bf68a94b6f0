import type { Tick } from '../core/indices.ts';

/** Arguments and replies of a model's own queries, by name; both are plain data. */
type QueryMap<Map> = {
  readonly [Name in keyof Map]: { readonly argument: unknown; readonly reply: unknown };
};

/** The run's time when a query is answered. */
export interface QueryTime {
  readonly tick: Tick;
  readonly tickSeconds: number;
  /** Awaited between parts of an answer that takes long: lets others have their turn. Absent: nobody waits. */
  readonly rest?: () => Promise<unknown>;
}

/**
 * The queries of one model, typed by its map. State and engine pass them on without understanding them; this is the one place at which they regain
 * their types. An unknown query throws, or rejects with, an InputError.
 */
export const createAgentModelQueries = <Map extends QueryMap<Map>>() => ({
  of: <Name extends keyof Map & string>(
    state: { query(name: string, argument: unknown, now: QueryTime): unknown },
    name: Name,
    argument: Map[Name]['argument'],
    now: QueryTime,
  ) => state.query(name, argument, now) as Map[Name]['reply'],
  ask: <Name extends keyof Map & string>(
    engine: { query(name: string, argument: unknown): Promise<unknown> },
    name: Name,
    argument: Map[Name]['argument'],
  ) => engine.query(name, argument) as Promise<Map[Name]['reply']>,
});
