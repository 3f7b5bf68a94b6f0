import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { listPageModels, loadModelPlugin } from '../../src/ui/model/registered.ts';
import { registerModels } from '../../src/ui/models/index.ts';
import { closePages } from './page.tsx';
import { watchTimers } from './settlePage.ts';

watchTimers();
registerModels();
// The part that a page loads with its first rare command.
await import('../../src/ui/commands/createLateCommands.ts');
// Tests render at once what a page loads with the first run of a model.
await Promise.all(listPageModels().map(({ name }) => loadModelPlugin(name)));

// Late parts take their time while other tests run alongside.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  closePages();
});
