import type { InputDefinition } from '../../setup/config.ts';
import { CHART_FITS } from '../../statechart/chartFits.ts';

/** Inputs of a run that the user may bring as files. */
export const RECORDED_INPUTS: readonly InputDefinition[] = [
  {
    name: 'traces',
    noun: 'traces',
    from: 'file or folder',
    fits: {
      pattern: /\.(jsonl?|ndjson|csv|tsv|xes|xml|jsonocel|xmlocel|pb|traj|eval|db|db-wal|gz|zip)$/i,
      words: '.json, .jsonl, .csv, .xes, .xml, .pb, .traj, .eval, .db, .gz or .zip',
    },
    most: 2_000_000_000,
    meaning:
      'traces of agents: OpenTelemetry, messages with tool calls, event logs (default: those of the preset)',
  },
  {
    name: 'mapping',
    noun: 'mapping',
    from: 'file',
    fits: { pattern: /\.json$/i, words: '.json' },
    meaning: 'which step is which state, as ordered rules (default: by what the traces hold)',
  },
  {
    name: 'reading',
    noun: 'reading',
    from: 'file',
    fits: { pattern: /\.json$/i, words: '.json' },
    meaning:
      'which columns of an event log are case, activity, time …, which number of a date is the day, or which objects of an OCEL log are the cases (default: by their names)',
  },
  {
    name: 'given',
    noun: 'chart',
    from: 'file',
    fits: CHART_FITS,
    meaning: 'a statechart that the cases should follow; what it does not allow is counted',
  },
];
