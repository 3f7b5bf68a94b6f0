import { serializeStepValue } from '../traceSteps.ts';
import type { ActedNode } from './buildTurns.ts';

/** A call that stopped to wait for a person is made again when the person has answered: the later one stands for both. */
export function dropInterruptedCalls(acted: readonly ActedNode[]): readonly ActedNode[] {
  if (!acted.some(({ node: { piece } }) => piece.waits && piece.kind === 'tool')) return acted;
  const repeats = new RepeatedCalls(acted);
  const resumed = new Map<ActedNode, ActedNode>();
  for (const [place, one] of acted.entries()) {
    if (!one.node.piece.waits || one.node.piece.kind !== 'tool') continue;
    const later = repeats.takeNext(place);
    if (later !== undefined) resumed.set(one, later);
  }
  if (resumed.size === 0) return acted;
  const taken = new Set(resumed.values());
  return acted.flatMap(one => {
    if (taken.has(one)) return [];
    const later = resumed.get(one);
    if (later === undefined) return [one];
    const { piece } = later.node;
    return [
      { ...one, node: { ...later.node, piece: { ...piece, start: one.node.piece.start, waits: true } } },
    ];
  });
}

/** Calls that were made whole, by what makes another one the same: the id of both, else agent, name and arguments. */
class RepeatedCalls {
  readonly #acted: readonly ActedNode[];
  /** Places, the earliest last: those before the asking call are dropped, since askers come in order. */
  readonly #byId = new Map<string, number[]>();
  readonly #withoutId = new Map<string, number[]>();
  readonly #byCall = new Map<string, number[]>();
  readonly #taken = new Set<number>();

  constructor(acted: readonly ActedNode[]) {
    this.#acted = acted;
    for (let place = acted.length - 1; place >= 0; place--) {
      const { piece } = acted[place].node;
      if (piece.kind !== 'tool' || piece.waits) continue;
      const { id, call } = getCallKeys(acted[place]);
      if (id === null) appendTo(this.#withoutId, call, place);
      else appendTo(this.#byId, id, place);
      appendTo(this.#byCall, call, place);
    }
  }

  /** The first call after a place that is the same and that no other one has taken. */
  takeNext(place: number): ActedNode | undefined {
    const { id, call } = getCallKeys(this.#acted[place]);
    const found =
      id === null
        ? this.#first(this.#byCall.get(call), place)
        : Math.min(
            this.#first(this.#byId.get(id), place),
            // One call without an id is the same by its name and arguments.
            this.#first(this.#withoutId.get(call), place),
          );
    if (found === Number.POSITIVE_INFINITY) return undefined;
    this.#taken.add(found);
    return this.#acted[found];
  }

  #first(places: number[] | undefined, after: number): number {
    while (places !== undefined && places.length > 0) {
      const place = places[places.length - 1];
      if (place > after && !this.#taken.has(place)) return place;
      places.pop();
    }
    return Number.POSITIVE_INFINITY;
  }
}

function getCallKeys({ agent, node: { piece } }: ActedNode): {
  readonly id: string | null;
  readonly call: string;
} {
  const id = piece.call?.id ?? null;
  return {
    id: id === null ? null : JSON.stringify([agent, id]),
    call: JSON.stringify([agent, piece.name, serializeStepValue(piece.call?.args)]),
  };
}

function appendTo(map: Map<string, number[]>, key: string, place: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [place]);
  else known.push(place);
}
