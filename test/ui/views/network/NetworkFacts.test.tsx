import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { NetworkFacts } from '../../../../src/ui/views/network/NetworkFacts.tsx';
import { renderOnPage } from '../../page.tsx';

describe('a network of the user’s, in the set-up,', () => {
  it('has its three directions beside each other, with what each would mean, by keys as well', async () => {
    const { engine, link } = await renderOnPage(<NetworkFacts />);
    await link.openFiles([new File(['hub,ann\nhub,ben\nann,ben\n'], 'f.csv')]);
    const radio = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });
    await waitFor(() => expect(radio('Second follows first')).toBeChecked());
    expect(radio('Second follows first')).toHaveAccessibleDescription(
      '3 links, most followed hub by 2, 0 % mutual',
    );
    expect(radio('First follows second')).toHaveAccessibleDescription(
      '3 links, most followed ben by 2, 0 % mutual',
    );
    expect(radio('Both ways')).toHaveAccessibleDescription('6 links, most followed ann by 2, 100 % mutual');
    expect(
      screen.getByText(/^As line 1 is read, ann follows hub, though nothing in the file tells\.$/),
    ).toBeVisible();
    expect(
      screen.getByText(/^Read as an edge list: 3 nodes, 3 links one way each; no weights\.$/),
    ).toBeVisible();
    radio('Second follows first').focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(engine.opened?.setup.direction).toBe('both'));
  });
});
