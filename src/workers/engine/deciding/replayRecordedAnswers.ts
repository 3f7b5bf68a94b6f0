import { InputError } from '../../../engine/core/errors.ts';
import { getHashByRule } from '../../../engine/log/hashRule.ts';
import { playRunTicks } from '../../../engine/run/playRunTicks.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Recording } from '../../../oracles/recording/recording.ts';
import type { ResumedOracle } from '../../../oracles/recording/resumedOracle.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import type { OpeningWatch } from '../playWarmUp.ts';

/** Plays a run again with the answers of its document. @throws InputError when they make another run */
export async function replayRecordedAnswers(
  run: Run,
  { recording, oracle }: { readonly recording: Recording; readonly oracle: ResumedOracle },
  { progress, isWanted }: OpeningWatch,
): Promise<void> {
  const rest = createTimeSlicer();
  await playRunTicks(run, {
    oracle,
    until: recording.rounds,
    before: next => {
      const decided = oracle.record;
      oracle.tick = next;
      if (oracle.record !== decided) run.handOver();
      return isWanted();
    },
    after: async () => {
      if (await rest()) progress?.(run.tick / recording.rounds, 'Playing it again');
    },
  });
  const hash = getHashByRule(recording.hashRule, run.machine.log.chain);
  if (isWanted() && hash !== null && hash !== recording.hash)
    throw new InputError(
      `the saved run became another one: hash ${hash.slice(0, 8)} instead of ${recording.hash.slice(0, 8)}`,
    );
}
