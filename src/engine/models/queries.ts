import type { Tick } from '../indices.ts';

/** What a model's own queries take and give, by name: arguments and replies are plain data. */
type QueryMap<Map> = {
  readonly [Name in keyof Map]: { readonly argument: unknown; readonly reply: unknown };
};

/** The time of the run that is asked. */
export interface QueryTime {
  readonly tick: Tick;
  readonly tickSeconds: number;
}

/** Whoever passes a query on without knowing what it says: a run's state, or the engine as the page sees it. */
interface Queried {
  query(name: string, argument: unknown, now: QueryTime): unknown;
}
interface QueriedFromAfar {
  query(name: string, argument: unknown): Promise<unknown>;
}

/**
 * The queries of one model, typed by its map. Between the two ends they are opaque; this is the one place where they
 * get their types back. What the model does not know throws, or rejects with, an InputError.
 */
export const queriesOf = <Map extends QueryMap<Map>>() => ({
  of: <Name extends keyof Map & string>(
    state: Queried,
    name: Name,
    argument: Map[Name]['argument'],
    now: QueryTime,
  ) => state.query(name, argument, now) as Map[Name]['reply'],
  ask: <Name extends keyof Map & string>(
    engine: QueriedFromAfar,
    name: Name,
    argument: Map[Name]['argument'],
  ) => engine.query(name, argument) as Promise<Map[Name]['reply']>,
});
