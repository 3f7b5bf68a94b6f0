import { encodeUtf8 } from '../../../core/encodeUtf8.ts';
import { formatCallResult } from '../buildGovernedPrompt.ts';
import type { Corpus } from '../inputs/corpus.ts';
import { getSearchIndex, normalizeQuery, type SearchIndex } from '../inputs/searchIndex.ts';
import { Shelf } from '../inputs/shelf.ts';
import type { Dossier } from '../missionLedger.ts';
import type { Action, ToolCall } from '../missionStep.ts';
import { findToolByName, getCallSubject, READ_TOOL } from '../tools.ts';

/** The tools over a run's documents. */
export class Toolbox {
  readonly #index: SearchIndex;
  readonly #shelf: Shelf;
  readonly #results: number;

  /** @param results most documents that a search shows */
  constructor(corpus: Corpus, results: number) {
    this.#index = getSearchIndex(corpus);
    this.#shelf = new Shelf(corpus);
    this.#results = results;
  }

  /**
   * Makes a call that can be made, and notes it.
   * @param number of the agent's step
   * @param milliseconds simulated, that it takes
   */
  use(
    { tool, args }: Extract<Action, { kind: 'tool' }>,
    number: number,
    milliseconds: number,
    { calls }: Dossier,
  ): ToolCall {
    const subject = normalizeQuery(getCallSubject({ tool, args }) ?? '');
    const isRead = findToolByName(tool) === READ_TOOL;
    const found = isRead
      ? this.#shelf.read(subject)
      : { ...this.#index.search(subject, this.#results), text: null };
    const key = `${isRead ? 'read' : 'search'} ${subject}`;
    const before = calls.get(key) ?? [];
    calls.set(key, [...before, number]);
    const resultBytes = encodeUtf8(formatCallResult(found).join('\n')).length;
    return { tool, args, ...found, error: null, resultBytes, milliseconds, before };
  }
}
