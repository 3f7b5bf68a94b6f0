import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LANGUAGE } from '../../../../src/engine/python/language.ts';
import { WORKFLOW_VIEWS } from '../../../../src/ui/models/workflow/workflowViews.tsx';
import { renderOnPage } from '../../page.tsx';

it('shows every example of the language in the Help of workflows', async () => {
  const { Help } = WORKFLOW_VIEWS;
  await renderOnPage(<Help onClose={() => undefined} />);
  const dialog = await screen.findByRole('dialog', { name: 'Help' });
  for (const { title, code, result } of LANGUAGE)
    expect(within(dialog).getByRole('region', { name: title }).querySelector('code')?.textContent).toBe(
      `${code}\n# out: ${result}`,
    );
});
