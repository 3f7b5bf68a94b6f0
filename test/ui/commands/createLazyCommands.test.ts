import { describe, expect, it, vi } from 'vitest';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { createLazyCommands } from '../../../src/ui/commands/createLazyCommands.ts';
import type { LateCommands } from '../../../src/ui/contract/pageCommands.ts';

const MESSAGE = 'what you asked for could not be loaded; is Statescope’s server still there?';
const spec = { kind: 'wllama', model: 'm', source: null } as const;
const file = new File(['1 2'], 'edges.txt');

const nothing = () => {};

/** Commands of which one is looked at. */
const takeCommands = (part: Partial<LateCommands>) => part as LateCommands;

describe('rarely used commands', () => {
  it('are loaded once, with the first of them', async () => {
    const openFiles = vi.fn(async () => {});
    const load = vi.fn(async () => takeCommands({ openFiles }));
    const { commands } = createLazyCommands(nothing, nothing, load);
    expect(load).not.toHaveBeenCalled();
    await Promise.all([commands.openFiles([file]), commands.openFiles([file])]);
    expect(load).toHaveBeenCalledOnce();
    expect(openFiles.mock.calls).toEqual([[[file]], [[file]]]);
  });

  it('report in one line that they could not be loaded, are tried again, and remove that line', async () => {
    const openFiles = vi.fn(async () => {});
    const load = vi
      .fn(async () => takeCommands({ openFiles }))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const failures: unknown[] = [];
    const retract = vi.fn();
    const { commands } = createLazyCommands(error => failures.push(error), retract, load);
    await commands.openFiles([file]);
    expect(retract).not.toHaveBeenCalled();
    expect(failures.map(String)).toEqual([`NotLoaded: ${MESSAGE}`]);
    expect(openFiles).not.toHaveBeenCalled();
    await commands.openFiles([file]);
    expect(openFiles).toHaveBeenCalledOnce();
    expect(MESSAGE.startsWith(retract.mock.lastCall?.[0])).toBe(true);
  });

  it('that could not be loaded can be given once more, with their arguments', async () => {
    const openFiles = vi.fn(async () => {});
    const load = vi
      .fn(async () => takeCommands({ openFiles }))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'));
    let again = () => {};
    const offer = (_: unknown, given = again) => {
      again = given;
    };
    const { commands } = createLazyCommands(offer, nothing, load);
    await commands.openFiles([file]);
    again();
    await vi.waitFor(() => expect(openFiles.mock.calls).toEqual([[[file]]]));
  });

  it('return the same when they could not be loaded as when they failed', async () => {
    const failures: unknown[] = [];
    const { commands } = createLazyCommands(
      error => failures.push(error),
      nothing,
      () => Promise.reject(new TypeError('Failed to fetch')),
    );
    await expect(commands.testConnection(createRemoteDefaults('ollama'))).rejects.toThrow(MESSAGE);
    expect(failures).toEqual([]);
    expect(await commands.loadModel(spec)).toBe(false);
    const otherwise = vi.fn(async () => {});
    await commands.openLeft({ id: '1', isCrash: false, at: null }, otherwise);
    expect(otherwise).toHaveBeenCalledOnce();
    expect(failures).toHaveLength(2);
  });

  it('that fail by themselves are not reported twice', async () => {
    const failures: unknown[] = [];
    const { commands } = createLazyCommands(
      error => failures.push(error),
      nothing,
      async () => takeCommands({ openFiles: () => Promise.reject(new Error('no edges')) }),
    );
    await expect(commands.openFiles([file])).rejects.toThrow('no edges');
    expect(failures).toEqual([]);
  });

  it('come before what was pressed after them, though their code comes later', async () => {
    const given: string[] = [];
    let arrive = (_: LateCommands) => {};
    const { commands, inTurn } = createLazyCommands(
      nothing,
      nothing,
      () =>
        new Promise(resolve => {
          arrive = resolve;
        }),
    );
    const step = async () => void given.push('step');
    await inTurn(step);
    const reset = commands.reset({ seed: 2 });
    const pressed = inTurn(step);
    // The run that takes the place of the old one is asked for some moments after its code has come.
    arrive(
      takeCommands({
        async reset() {
          for (let moment = 0; moment < 20; moment++) await null;
          given.push('reset');
        },
      }),
    );
    await Promise.all([reset, pressed]);
    expect(given).toEqual(['step', 'reset', 'step']);
  });

  it('that cannot be loaded hold up nothing', async () => {
    const { commands, inTurn } = createLazyCommands(nothing, nothing, () =>
      Promise.reject(new TypeError('Failed to fetch')),
    );
    const step = vi.fn(async () => {});
    await Promise.all([commands.reset({}), inTurn(step)]);
    await inTurn(step);
    expect(step).toHaveBeenCalledTimes(2);
  });
});
