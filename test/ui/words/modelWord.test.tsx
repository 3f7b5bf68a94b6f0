import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { LimitFields } from '../../../src/ui/views/oracle/LimitFields.tsx';
import { PausesDialog } from '../../../src/ui/views/pauses/PausesDialog.tsx';
import { describeModelReadiness } from '../../../src/ui/words/describeModelReadiness.ts';
import { renderMissions } from '../page.tsx';

it('rounds of any model are named by the word of the running model', async () => {
  const oracle = createRemoteDefaults('ollama');
  await renderMissions(
    <>
      <LimitFields limits={oracle.limits} onChange={() => undefined} />
      <PausesDialog onClose={() => undefined} />
    </>,
  );
  for (const name of ['calls in a step', 'tokens in a step'])
    expect(screen.getByRole('textbox', { name })).toBeVisible();
  expect(screen.getByText(/pauses after the first step that meets/)).toBeVisible();
  expect(screen.queryByText(/\brounds?\b/)).toBeNull();
  expect(describeModelReadiness(oracle, 12, 'cycle')).toMatch(/asks for 12 cycles\.$/);
});
