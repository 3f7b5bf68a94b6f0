import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { listPageModels, loadModelPlugin } from '../../src/ui/model/registered.ts';
import { registerModels } from '../../src/ui/models/index.ts';
import { closePages } from './page.tsx';
import { settlePage, watchTimers } from './settlePage.ts';

// jsdom draws nothing, and would say so for each canvas.
HTMLCanvasElement.prototype.getContext = () => null;

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

/** Longest that the page waits before it looks after its focus, with room. */
const FOCUS_MS = 150;

// A timer that fires once the document has gone would fail whatever runs then.
afterAll(() => settlePage(FOCUS_MS));
