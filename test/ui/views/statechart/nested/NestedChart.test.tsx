import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ZoomTools } from '../../../../../src/ui/views/statechart/nested/NestedChart.tsx';

const tools = (isPart: boolean) => (
  <ZoomTools isPart={isPart} scale={0.76} zoom={() => undefined} fit={() => undefined} />
);

it('“fit” is on while the whole drawing is visible, and off while only a part is', () => {
  const view = render(tools(true));
  const fit = screen.getByRole('button', { name: 'Fit' });
  expect(fit).toHaveAttribute('aria-pressed', 'false');
  view.rerender(tools(false));
  expect(fit).toHaveAttribute('aria-pressed', 'true');
});
