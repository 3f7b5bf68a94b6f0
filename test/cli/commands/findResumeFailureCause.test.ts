import { describe, expect, it } from 'vitest';
import { NotRestored } from '../../../src/cli/checkpoints/checkRestored.ts';
import { findResumeFailureCause, type Resumed } from '../../../src/cli/commands/findResumeFailureCause.ts';
import { InputError, OracleHalt } from '../../../src/engine/core/errors.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { playRunTicks } from '../../../src/engine/run/playRunTicks.ts';
import type { RunSnapshot } from '../../../src/engine/run/snapshot.ts';
import { loadedOf, MODELS } from '../../engine/everyModel.ts';
import { mixedAnswers } from '../../engine/mixedAnswers.ts';
import { RECORD } from '../../oracles/record.ts';

const DEFECT = new TypeError('x is not a function');

/** A run of a model that was saved after some rounds, by the policy or by answers of any kind. */
async function savedOf(model: string, part: (typeof MODELS)[number][1], isMixed: boolean): Promise<Resumed> {
  const loaded = await loadedOf(model, part, 3);
  const run = createRun(loaded);
  const mixed = { name: 'mixed', record: RECORD, ask: mixedAnswers(run).ask };
  await playRunTicks(run, { oracle: isMixed ? mixed : run.policy, until: 6 });
  return { name: 'c.json', run: JSON.parse(JSON.stringify(run.save())), make: () => createRun(loaded) };
}

const withModel = (resumed: Resumed, change: (model: never) => void): Resumed => {
  const run = structuredClone(resumed.run) as RunSnapshot;
  change(run.model as never);
  return { ...resumed, run };
};

describe('a resumed run that fails', () => {
  it.each(MODELS.flatMap(([model, part]) => [false, true].map(isMixed => [model, isMixed, part] as const)))(
    'does not blame a file that was saved in that state: %s, other answers: %s',
    async (model, isMixed, part) => {
      expect(await findResumeFailureCause(DEFECT, await savedOf(model, part, isMixed))).toBe(DEFECT);
    },
  );

  it.each([false, true])(
    'is reported with the place in the file that was changed, other answers: %s',
    async isMixed => {
      const saved = await savedOf('governed', { agents: 3 }, isMixed);
      const changed = withModel(saved, (model: { book: { columns: number[][] } }) => {
        model.book.columns[1][2] += 1;
      });
      const cause = await findResumeFailureCause(DEFECT, changed);
      expect(cause).toBeInstanceOf(InputError);
      expect(String(cause)).toContain(
        'c.json was changed or damaged: run.model.book.columns.1.2 does not belong to a run like this',
      );
      expect((cause as Error).cause).toBe(DEFECT);
    },
  );

  it('blames the file where the run could not even be restored', async () => {
    const saved = await savedOf('governed', { agents: 3 }, false);
    expect(String(await findResumeFailureCause(new NotRestored('so'), saved))).toContain(
      'run.model does not belong to a run',
    );
  });

  it('is reported unchanged where the user, the system or the memory is to blame', async () => {
    const saved = await savedOf('governed', { agents: 3 }, false);
    const changed = withModel(saved, (model: { sealed: number }) => {
      model.sealed += 1;
    });
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const lines = [
      new InputError('a'),
      new OracleHalt('b'),
      full,
      new RangeError('Array buffer allocation failed'),
    ];
    for (const error of lines) expect(await findResumeFailureCause(error, changed)).toBe(error);
    const own = Object.assign(new TypeError('no string'), { code: 'ERR_INVALID_ARG_TYPE' });
    expect(await findResumeFailureCause(own, changed)).toBeInstanceOf(InputError);
  });
});
