import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../../../../src/cli/commands/observe/alarms/alarm.ts';
import { AlarmWatch } from '../../../../../src/cli/commands/observe/alarms/alarmWatch.ts';

/** Lines of events: each letter is a call with its result. */
const events = (name: string, calls: string, more: object = {}): readonly string[] =>
  [...calls].map(letter =>
    JSON.stringify({ case: name, tool: 'sh', args: { run: letter }, result: letter, ...more }),
  );

function createWatch(rules: readonly string[] = ['careful'], raise = async (_: Alarm) => {}) {
  const alarms: Alarm[] = [];
  const faults: string[] = [];
  const watch = new AlarmWatch({
    rules,
    raise: alarm => {
      alarms.push(alarm);
      return raise(alarm);
    },
    noteFault: message => faults.push(message),
  });
  return { watch, alarms, faults };
}

describe('a watch for alarms', () => {
  it('raises one at the step at which a rule first holds, and none again as the case goes on', async () => {
    const { watch, alarms } = createWatch();
    watch.take(events('a', 'xx'));
    watch.take(events('b', 'xyz'));
    await watch.settle();
    expect(alarms).toEqual([]);
    watch.take(events('a', 'x'));
    await watch.settle();
    for (let i = 0; i < 2; i++) {
      watch.take(events('a', 'xx'));
      await watch.settle();
    }
    expect(alarms).toEqual([
      {
        ...{ kind: 'statescope-alarm', case: 'a', rule: 'careful', step: 3, repeats: 1 },
        reason: 'the same call with the same result 3 times in a row',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]);
  });

  it('raises one for each case and rule', async () => {
    const { watch, alarms } = createWatch(['s3', 'gemini-cli']);
    watch.take([...events('a', 'xxxxx'), ...events('b', 'yy')]);
    await watch.settle();
    expect(alarms.map(alarm => [alarm.case, alarm.rule, alarm.step])).toEqual([
      ['a', 's3', 2],
      ['b', 's3', 2],
      ['a', 'gemini-cli', 5],
    ]);
  });

  it('raises none for what was there before, nor for a case that has ended', async () => {
    const { watch, alarms } = createWatch();
    await watch.begin(events('old', 'xxx'));
    watch.take([...events('old', 'x'), ...events('over', 'xxx', { outcome: 'failed' })]);
    await watch.settle();
    expect(alarms).toEqual([]);
    watch.take(events('new', 'xxx'));
    await watch.settle();
    expect(alarms.map(alarm => alarm.case)).toEqual(['new']);
  });

  it('goes on after an alarm that could not be sent, and is not disturbed by what cannot be read', async () => {
    let isFirst = true;
    const { watch, alarms, faults } = createWatch(['careful'], async () => {
      if (!isFirst) return;
      isFirst = false;
      throw new Error('nobody is there');
    });
    watch.take(['{"nothing":"known"}']);
    await watch.settle();
    watch.take([...events('a', 'xxx'), ...events('b', 'yyy')]);
    await watch.settle();
    expect(alarms.map(alarm => alarm.case)).toEqual(['a', 'b']);
    expect(faults).toEqual(['nobody is there']);
  });
});
