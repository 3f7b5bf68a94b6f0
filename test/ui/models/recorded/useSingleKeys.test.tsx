import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PageContext } from '../../../../src/ui/hooks/hooks.ts';
import { useSingleKeys } from '../../../../src/ui/models/recorded/useSingleKeys.ts';
import { openPage } from '../../page.tsx';

const pressed: string[] = [];

function Keys() {
  useSingleKeys(key => (key === '3' ? () => pressed.push(key) : null));
  return (
    <>
      <input aria-label="share" type="range" />
      <input aria-label="words" />
      <dialog open>
        <input aria-label="within" type="range" />
      </dialog>
    </>
  );
}

it('a digit acts on a slider, which has no use for it, but not in a text field or a dialog', async () => {
  const { store, commands } = await openPage();
  render(
    <PageContext value={{ store, commands }}>
      <Keys />
    </PageContext>,
  );
  const press = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: '3' });
  press('share');
  expect(pressed).toEqual(['3']);
  press('words');
  press('within');
  expect(pressed).toEqual(['3']);
});
