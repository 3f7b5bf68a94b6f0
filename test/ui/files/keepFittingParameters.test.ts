import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { getAgentModelEntry } from '../../../src/engine/models/index.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { keepFittingParameters } from '../../../src/ui/files/keepFittingParameters.ts';

const spec = await getAgentModelEntry('chart').spec();
const filesOf = (parameters: string) => ({
  chart: [
    {
      name: 'own.scxml',
      bytes: new TextEncoder().encode(
        `<scxml xmlns:sc="https://statescope.dev/scxml">${parameters}<state id="a"/></scxml>`,
      ),
    },
  ],
});
const BEFORE = filesOf('<sc:parameter name="push" value="0.2"/><sc:parameter name="pull" value="0.2"/>');
const setupOf = (parameters: Setup['parameters']): Setup => ({
  ...createDefaultSetup(spec),
  own: ['chart'],
  parameters,
});
const { parameters: before } = await spec.addDeclared!(spec, { own: ['chart'], preset: 'sir' }, BEFORE);

describe('values of parameters that a chart declares, when another text is applied', () => {
  it('stay if the other text allows them, and are left out and named if not', async () => {
    const setup = setupOf({ push: 0.6, pull: 0.3, recovery: 0.2 });
    const files = filesOf(
      '<sc:parameter name="push" max="0.5" value="0.1"/><sc:parameter name="pull" value="1"/>',
    );
    expect(await keepFittingParameters(setup, before, files)).toEqual({
      setup: { ...setup, parameters: { pull: 0.3, recovery: 0.2 } },
      lost: ['push 0.6'],
    });
    expect((await keepFittingParameters(setup, before, filesOf(''))).lost).toEqual(['push 0.6', 'pull 0.3']);
    expect((await keepFittingParameters(setup, before, BEFORE)).lost).toEqual([]);
  });

  it('are not looked for if none is set, and not lost quietly for a text with mistakes', async () => {
    const setup = setupOf({ recovery: 0.2 });
    expect(await keepFittingParameters(setup, before, filesOf('<'))).toEqual({ setup, lost: [] });
    expect((await keepFittingParameters(setupOf({ push: 0.3 }), before, filesOf('<'))).lost).toEqual([
      'push 0.3',
    ]);
  });
});
