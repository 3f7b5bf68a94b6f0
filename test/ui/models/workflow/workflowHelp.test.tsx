import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LANGUAGE } from '../../../../src/engine/python/language.ts';
import { WORKFLOW_VIEWS } from '../../../../src/ui/models/workflow/workflowViews.tsx';
import { renderOnPage } from '../../page.tsx';

it('the Help of workflows shows every example of the language', async () => {
  const { Help } = WORKFLOW_VIEWS;
  await renderOnPage(<Help onClose={() => undefined} />);
  const dialog = await screen.findByRole('dialog', { name: 'Help' });
  for (const { title, code, result } of LANGUAGE)
    expect(within(dialog).getByRole('region', { name: title }).querySelector('code')?.textContent).toBe(
      `${code}\n# out: ${result}`,
    );
});
