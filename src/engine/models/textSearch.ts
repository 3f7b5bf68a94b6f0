/** Something of a model's own that has the words of a search. */
export interface Hit {
  /** Noun of what it is: "post". */
  readonly noun: string;
  /** The text that has the words, in full. */
  readonly text: string;
  /** Agents whom it concerns. */
  readonly agents: readonly number[];
  /** Its number among the model's own things; null: it stands for its agents alone. */
  readonly thing: number | null;
}

/** Hits that an answer has at most. */
export const MAX_HITS = 40;

/** Matches a text that has the words, regardless of case. */
export const createTextMatcher = (words: string): ((text: string) => boolean) => {
  const needle = words.trim().toLowerCase();
  return text => text.toLowerCase().includes(needle);
};

/** Hits of texts that several agents share, one for each text, in the order in which they came first. */
export function groupHitsByText(
  noun: string,
  found: Iterable<readonly [text: string, agent: number]>,
): Hit[] {
  const agents = new Map<string, number[]>();
  for (const [text, agent] of found) {
    const known = agents.get(text);
    if (known) known.push(agent);
    else agents.set(text, [agent]);
  }
  return [...agents].map(([text, whom]) => ({ noun, text, agents: whom, thing: null }));
}
