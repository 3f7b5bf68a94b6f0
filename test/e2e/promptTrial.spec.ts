import { openAsked } from './openAsked.ts';
import { expect, test } from './page.ts';

test('a prompt is edited and sent once; the run stays until the user continues with the answer', async ({
  statescope,
}) => {
  const { page } = statescope;
  const server = await openAsked(statescope, 4);
  const parent = await statescope.socialDocument();
  await statescope
    .region('Statechart')
    .getByRole('button', { name: /like, \d/ })
    .click();
  await statescope.button('Inspector').click();
  const asked = server.chats.length;
  await statescope.button('Edit the prompt…').click();
  const dialog = page.getByRole('dialog', { name: /^Round \d+: ask with another prompt$/ });
  const user = dialog.getByRole('textbox', { name: 'user' });
  await expect(user).not.toHaveValue('');
  const runOn = dialog.getByRole('button', { name: 'Run on with this answer' });
  const ask = dialog.getByRole('button', { name: 'Ask with this prompt' });
  // Another prompt, another answer of the stand-in; the first that differs is taken.
  for (let i = 1; i <= 60 && !(await runOn.isVisible()); i++) {
    await user.fill(`Say something, ${i}.`);
    await ask.click();
    await ask.waitFor();
    expect(server.chats.length).toBe(asked + i);
  }
  expect(await statescope.hash()).toBe(parent.hash);
  await runOn.click();
  await expect(page.getByText(/^branch of/)).toContainText(
    `branch of ${parent.hash.slice(0, 8)} after Round`,
  );
  await statescope.expectRound(4);
  const branch = await statescope.socialDocument();
  const [change] = branch.config.changes;
  expect(change).toMatchObject({ kind: 'answer' });
  const given = branch.decisions.find(({ source }) => source === 'given');
  expect(given).toMatchObject({ tick: change!.tick, action: (change as { answer: string }).answer });
  await server.close();
});
