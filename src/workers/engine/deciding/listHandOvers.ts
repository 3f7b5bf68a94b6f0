import type { EarlierOracle, Oracle, OracleRecord } from '../../../engine/oracle/oracle.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { HandOver } from '../../protocol/api.ts';

/** The ticks from which another oracle decides in a run; of a replay, in the run that it repeats. @param oracle that decides next */
export function listHandOvers(run: Run, { record = run.oracleRecord }: Oracle): readonly HandOver[] {
  const { earlier, last } =
    record.kind === 'replay' ? getReplayedDeciders(record) : getRunDeciders(run, record);
  return earlier.map(({ until }, i) => {
    const { kind, model } = earlier[i + 1]?.oracle ?? last;
    return { tick: until + 1, kind, ...(typeof model === 'string' && { model }) };
  });
}

interface Deciders {
  readonly earlier: readonly EarlierOracle[];
  readonly last: OracleRecord;
}

const getReplayedDeciders = ({ earlier, recorded }: OracleRecord): Deciders => ({
  earlier: (earlier ?? []) as readonly EarlierOracle[],
  last: recorded as OracleRecord,
});

function getRunDeciders({ tick, journal, earlierOracles, oracleRecord }: Run, last: OracleRecord): Deciders {
  const isDue = tick > 0 && journal.isHandedOver(tick + 1);
  return {
    earlier: isDue ? [...earlierOracles, { until: tick, oracle: oracleRecord }] : earlierOracles,
    last,
  };
}
