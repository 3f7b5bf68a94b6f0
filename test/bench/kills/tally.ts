/** What came of killed runs. */
export interface Tally {
  readonly kills: number;
  /** Counts a session. @param acknowledged the last round that was said to be kept before it */
  add(
    session: { readonly back: number | null; readonly kept: number },
    acknowledged: number,
    isKilled: boolean,
  ): void;
  /** Counts the end of a run. */
  end(model: string, isSame: boolean): void;
  words(): string;
  table(): {
    readonly lost: number;
    readonly runs: number;
    readonly hashes_equal: number;
  };
}

/** @param what is killed */
export function newTally(what: string): Tally {
  let kills = 0;
  let acknowledged = 0;
  let lost = 0;
  let beforeBack = 0;
  const ends: Record<string, { runs: number; same: number }> = {};
  const total = () => Object.values(ends).reduce((sum, { runs }) => sum + runs, 0);
  const same = () => Object.values(ends).reduce((sum, end) => sum + end.same, 0);
  return {
    get kills() {
      return kills;
    },
    add({ back, kept }, before, isKilled) {
      if (isKilled) kills++;
      if (back === null) beforeBack++;
      else lost += Math.max(0, before - back);
      acknowledged += Math.max(0, kept - before);
    },
    end(model, isSame) {
      ends[model] ??= { runs: 0, same: 0 };
      ends[model].runs++;
      if (isSame) ends[model].same++;
    },
    words: () =>
      `${what}: ${kills} kills, ${acknowledged} rounds acknowledged, ${lost} lost, ${same()} of ${total()} hashes equal`,
    table: () => ({
      what,
      kills,
      before_it_was_back: beforeBack,
      acknowledged,
      lost,
      runs: total(),
      hashes_equal: same(),
      ends,
    }),
  };
}
