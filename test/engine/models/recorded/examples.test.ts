import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import { RECORDED } from '../../../../src/engine/models/recorded/recordedSpec.ts';
import { EXAMPLE_DIGESTS, EXAMPLE_SETS } from '../../../../src/engine/models/recorded/recordedTerms.ts';

const bundled = (path: string) => readFile(`public/${path}`);

it.each(EXAMPLE_SETS)('the bundled set %s has the known digest of its cases', async preset => {
  const { run } = await openRun({ ...createDefaultSetup(RECORDED), preset }, { bundled, files: {} });
  expect(run.config.inputInfo.traces).toMatchObject({ count: 40, sha256: EXAMPLE_DIGESTS[preset] });
});
