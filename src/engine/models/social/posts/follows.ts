import { Domain, Random } from '../../../core/random.ts';
import type { Network } from '../../../network/network.ts';

/** An edge that a change has cut or added. */
type SavedEdge = readonly [author: number, follower: number, isThere: boolean];

/** Receivers of posts that differ from the network. */
export class Follows {
  readonly #network: Network;
  readonly #random: Random;
  /** By author, then by follower: whether the edge is there. */
  readonly #changed = new Map<number, Map<number, boolean>>();

  constructor(network: Network, seed: number) {
    this.#network = network;
    this.#random = new Random(seed, Domain.network);
  }

  /** @returns false for the initial state */
  set(author: number, follower: number, isThere: boolean): boolean {
    const changed = this.#changed.get(author) ?? new Map<number, boolean>();
    if (!changed.has(follower) && this.#isInNetwork(author, follower) === isThere) return false;
    this.#changed.set(author, changed.set(follower, isThere));
    return true;
  }

  /** True if any edge differs from the network. */
  get isChanged(): boolean {
    return this.#changed.size > 0;
  }

  isThere(author: number, follower: number): boolean {
    return this.#changed.get(author)?.get(follower) ?? this.#isInNetwork(author, follower);
  }

  /** True if an edge of the network was cut. */
  isCut(author: number, follower: number): boolean {
    return this.#changed.get(author)?.get(follower) === false;
  }

  /**
   * Followers that are not in the network, with the strength of the tie, 0 to 65,535, drawn as in a network without
   * weights.
   */
  *added(author: number): Generator<readonly [follower: number, tie: number]> {
    for (const [follower, isThere] of this.#changed.get(author) ?? [])
      if (isThere && !this.#isInNetwork(author, follower))
        yield [follower, this.#random.bits(author, follower, 0xff) >>> 16];
  }

  save(): readonly SavedEdge[] {
    return [...this.#changed].flatMap(([author, changed]) =>
      [...changed].map(([follower, isThere]) => [author, follower, isThere] as const),
    );
  }

  restore(saved: readonly SavedEdge[]): void {
    for (const [author, follower, isThere] of saved) this.set(author, follower, isThere);
  }

  #isInNetwork(author: number, follower: number): boolean {
    const { offsets, targets } = this.#network;
    for (let e = offsets[author]; e < offsets[author + 1]; e++) if (targets[e] === follower) return true;
    return false;
  }
}
