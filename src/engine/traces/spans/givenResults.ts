import type { SpanNode } from './buildSpanTree.ts';
import type { GivenResult } from './piece.ts';

/** A result, and when it was told: what the model at place n was given at 2n, what its answer holds at 2n + 1. */
interface PlacedResult extends GivenResult {
  readonly told: number;
}

/** What models were told that calls returned, by the ids of the calls: some providers give ids anew in each turn. */
export class GivenResults {
  private readonly places = new Map<SpanNode, number>();
  private readonly byId = new Map<string, PlacedResult[]>();

  /** @param told all spans of a case in the order in which they began */
  constructor(told: readonly SpanNode[]) {
    for (const [place, node] of told.entries()) {
      const turn = node.piece.turn;
      if (turn === null) continue;
      this.places.set(node, place);
      for (const [id, result] of turn.results) this.add(id, result, 2 * place);
      for (const [id, result] of turn.ownResults) this.add(id, result, 2 * place + 1);
    }
  }

  private add(id: string, { value, failed }: GivenResult, told: number): void {
    const known = this.byId.get(id);
    if (known === undefined) this.byId.set(id, [{ value, failed, told }]);
    else known.push({ value, failed, told });
  }

  /** The result of a call that a turn of a model asked for: where its id comes again, the first that was told after that turn. */
  find(id: string | null, asking: SpanNode | null): GivenResult | undefined {
    const found = id === null ? undefined : this.byId.get(id);
    const place = asking === null ? undefined : this.places.get(asking);
    if (found === undefined || found.length === 1 || place === undefined) return found?.at(-1);
    return found.find(({ told }) => told > 2 * place);
  }
}
