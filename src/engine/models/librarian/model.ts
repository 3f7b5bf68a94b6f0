import type { Groups } from '../../core/groups.ts';
import type { Tick } from '../../core/indices.ts';
import { parseAgentSubject } from '../../model/agentSubject.ts';
import type { Model, ModelState, Telling } from '../../model/model.ts';
import type { QueryTime } from '../../model/modelQueries.ts';
import type { Moment, OutcomeValues } from '../../model/outcomes.ts';
import { librarianChart } from './chart.ts';
import { type LibrarianInputs, loadLibrarianInputs } from './inputs/load.ts';
import { createMemoryFile } from './reports/inspectLibrarian.ts';
import { measureLibrarianOutcomes, measureReader } from './reports/measureLibrarianOutcomes.ts';
import { answerLibrarianQuery, computeRecallSortKeys } from './reports/queries.ts';
import { computeRecallByStrategy } from './reports/summary.ts';
import { LIBRARIAN } from './spec.ts';
import { LibrarianState } from './state.ts';
import { LIBRARIAN_SERIES } from './step/loop.ts';
import { STRATEGIES } from './words.ts';

/** Agents with a finite working memory and an unbounded storage, who read and are asked about what they have read. */
export const librarian: Model<LibrarianInputs> = {
  ...LIBRARIAN,
  chart: librarianChart,
  contextColumn: 'decision',
  series: LIBRARIAN_SERIES,
  load: loadLibrarianInputs,
  loadsBy: ({ own, agents, parameters, preset }) => [own, agents, parameters, preset],
  create: (config, inputs) => new LibrarianModelState(config, inputs),
};

/** The model at work, with its answers to queries and its document. */
export class LibrarianModelState extends LibrarianState implements ModelState {
  async telling(): Promise<Telling> {
    const { createLibrarianReporter } = await import('./reports/createLibrarianReporter.ts');
    return createLibrarianReporter(this);
  }

  outcomesAt(moment: Moment): OutcomeValues {
    return measureLibrarianOutcomes(this.ledger, moment.tick);
  }

  subjectAt(id: string, { tick }: Moment): OutcomeValues {
    return measureReader(this.ledger, parseAgentSubject(id, this.population.size), tick);
  }

  subjectSince(id: string): Tick {
    parseAgentSubject(id, this.population.size);
    return 0;
  }

  get groups(): Groups {
    const of = Uint8Array.from(this.ledger.agents, ({ strategy }) => STRATEGIES.indexOf(strategy));
    return { label: 'strategy', names: STRATEGIES, of };
  }

  order(name: string): ArrayLike<number> | null {
    return name === 'recall' ? computeRecallSortKeys(this) : null;
  }

  query(name: string, argument: unknown, { tick }: QueryTime): unknown {
    return answerLibrarianQuery(this, name, argument, tick);
  }

  summary() {
    return { recall: computeRecallByStrategy(this) };
  }

  agentFile(agent: number) {
    return createMemoryFile(this, agent, null);
  }
}
