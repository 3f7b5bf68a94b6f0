import type { Model } from '../../model.ts';
import { librarianChart } from './chart.ts';
import { type Given, loadGiven } from './given/load.ts';
import { LIBRARIAN } from './spec.ts';
import { LibrariansState } from './state.ts';
import { LIBRARIAN_SERIES } from './step/loop.ts';

/** Agents with a finite working memory and an unbounded storage, who read and are asked about what they have read. */
export const librarian: Model<Given> = {
  ...LIBRARIAN,
  chart: librarianChart,
  contextColumn: 'decision',
  series: LIBRARIAN_SERIES,
  load: loadGiven,
  loadsBy: ({ own, agents, parameters, preset }) => [own, agents, parameters, preset],
  create: (config, given) => new LibrariansState(config, given),
};
