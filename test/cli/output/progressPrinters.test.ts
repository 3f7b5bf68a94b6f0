import { describe, expect, it } from 'vitest';
import {
  createOverwrittenLine,
  createSparseLogger,
  formatRunProgress,
} from '../../../src/cli/output/progressPrinters.ts';
import type { Oracle } from '../../../src/engine/oracle/oracle.ts';
import type { Wait } from '../../../src/engine/oracle/oracleReport.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { ModelOracle } from '../../../src/oracles/model/modelOracle.ts';

const at = (tick: number) => ({ tick, machine: { log: { rows: 12 } } }) as unknown as Run;
const policy = { name: 'policy' } as Oracle;
const model = (wait: Wait | null, waiting: number) =>
  Object.assign(Object.create(ModelOracle.prototype), {
    report: () => ({ calls: 3, perSecond: 0.5, asked: 40, waiting, wait }),
  }) as Oracle;
const wait: Wait = { place: 'http://gpu', milliseconds: 34_000, most: 120, isFirst: false };

describe('the line about a run that is played', () => {
  it('shows how much of the warm-up is left, not a round below zero', () => {
    expect(formatRunProgress(at(-59), 6, model(null, 0))).toBe('warm-up, 59 more to play');
    expect(formatRunProgress(at(0), 6, policy)).toBe('round 0 of 6, 12 transitions');
  });

  it('names, in the round being asked about, whom it waits for, since when and until when', () => {
    expect(formatRunProgress(at(0), 6, model({ ...wait, isFirst: true }, 0))).toBe(
      'round 1 of 6: waiting 34 s (given up after 120 s) for a first answer of http://gpu',
    );
    expect(formatRunProgress(at(2), 6, model(wait, 12))).toContain(
      'round 3 of 6: waiting 34 s (late after 120 s) for 12 of 40 answers of http://gpu',
    );
    expect(formatRunProgress(at(2), 6, model({ ...wait, milliseconds: 100 }, 12))).toBe(
      'round 2 of 6, 12 transitions, 3 calls, 0.5 answers a second',
    );
  });

  it('is overwritten whole, within the terminal, ten times a second at most', () => {
    let written = '';
    let time = 0;
    const stream = { columns: 11, write: (text: string) => (written += text) };
    const tell = createOverwrittenLine(stream, () => time);
    for (const [now, line] of [
      [0, 'a line of some length'],
      [50, 'too early'],
      [100, 'short'],
      [200, 'x'],
    ] as const) {
      time = now;
      tell(line);
    }
    expect(written).toBe('\ra line of \rshort     \rx    ');
  });

  it('reports only long waits where there is no terminal, once a minute', () => {
    const written: string[] = [];
    let time = 0;
    const tell = createSparseLogger({ write: text => written.push(text) }, () => time);
    for (const now of [2_000, 60_000, 61_000, 119_999, 125_000]) {
      time = now;
      tell(`round 1 of 6: waiting ${now / 1000} s for …`);
      tell('round 1 of 6, 12 transitions');
    }
    expect(written).toEqual([60, 125].map(seconds => `round 1 of 6: waiting ${seconds} s for …\n`));
  });
});
