import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getSpecByName } from '../../../../src/cli/options/specs.ts';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { findModelPlugin, registerPageModels } from '../../../../src/ui/model/registered.ts';
import { social } from '../../../../src/ui/models/social/index.ts';
import { EngineSession } from '../../../../src/workers/engine/engineSession.ts';
import { expectLine, inProcess } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-end-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const ORDER = ['run', '--network', 'small-world', '--agents', '40', '--seed', '5', '--rounds', '12'];

describe('run --odd', () => {
  it('writes the model with the values of the run, as the page does', async () => {
    const change = ['--set', 'moods=true', '--change-at', '7:resharing:2'];
    expect((await inProcess(...ORDER, ...change, '--odd', path('odd.md'))).code).toBe(0);
    registerPageModels(social);
    const session = new EngineSession({
      bundled: async file => new Uint8Array(readFileSync(`public/${file}`)),
      changed: () => {},
    });
    const setup = createDefaultSetup(getSpecByName('social'));
    const own = { network: 'small-world', agents: 40, seed: 5, parameters: { moods: true } };
    const { config } = await session.open({ ...setup, ...own }, {}, null);
    await session.runTo(6);
    const changes = await session.change('resharing', 2);
    const methods = await findModelPlugin('social')?.methods?.();
    const written = readFileSync(path('odd.md'), 'utf8');
    expect(written).toContain('Changes: 7:resharing:2');
    expect(written).toBe(methods?.writeOdd({ ...config, changes }));
  });

  it('is refused for a model without a description, and for a file that another option names; nothing is left', async () => {
    const none = await inProcess('run', '--model', 'chart', '--rounds', '2', '--odd', path('none.md'));
    expectLine(none, '--odd: model chart has no description by the ODD protocol');
    const twice = await inProcess(...ORDER, '--out', path('x.json'), '--odd', path('x.json'));
    expectLine(twice, '--out and --odd name the same file');
    expectLine(await inProcess(...ORDER, '--odd', path('missing/odd.md')), 'cannot write');
    expect([existsSync(path('none.md')), existsSync(path('x.json'))]).toEqual([false, false]);
  });
});
