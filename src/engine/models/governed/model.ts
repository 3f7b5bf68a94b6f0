import type { Model } from '../../model.ts';
import { governedChart } from './chart.ts';
import { type Given, loadGiven } from './given/load.ts';
import { GOVERNED } from './spec.ts';
import { GovernedState } from './state.ts';
import { GOVERNED_SERIES } from './step/loop.ts';

/** Tool-using agents, governed by phases: each carries out a mission, and is led out where it gets stuck. */
export const governed: Model<Given> = {
  ...GOVERNED,
  chart: governedChart,
  contextColumn: 'decision',
  series: GOVERNED_SERIES,
  load: loadGiven,
  loadsBy: ({ own, agents }) => [own, agents],
  create: (config, given) => new GovernedState(config, given),
};
