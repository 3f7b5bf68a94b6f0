import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { createPageCommands } from '../../src/ui/commands/createPageCommands.ts';
import type { PageCommands } from '../../src/ui/contract/pageCommands.ts';
import { PageContext } from '../../src/ui/hooks/hooks.ts';
import { getModelDefaults } from '../../src/ui/model/getModelAppearance.ts';
import type { PageStore } from '../../src/ui/state/pageState.ts';
import { createPageStore } from '../../src/ui/store/createPageStore.ts';
import { FakeEngine } from './fakeEngine.ts';
import { settlePage } from './settlePage.ts';

export interface TestPage {
  readonly engine: FakeEngine;
  readonly store: PageStore;
  readonly commands: PageCommands;
}

const open: PageCommands[] = [];

/** Ends what pages would still do, write their address say, in the next test. */
export function closePages(): void {
  for (const commands of open.splice(0)) commands.dispose();
}

/** A page with a fake engine and an opened run, without views. It ends with its test. */
export async function openPage(setup: Setup = { ...DEFAULT_SETUP, seed: 7 }): Promise<TestPage> {
  const engine = new FakeEngine();
  const store = createPageStore();
  const commands = createPageCommands(store, engine.connect);
  open.push(commands);
  await commands.start(setup, 0);
  return { engine, store, commands };
}

export async function renderOnPage(view: ReactNode, setup?: Setup): Promise<TestPage> {
  const page = await openPage(setup);
  render(<PageContext value={{ store: page.store, commands: page.commands }}>{view}</PageContext>);
  return page;
}

/** A page with a governed run, once its lazy parts are there. */
export async function renderMissions(view: ReactNode): Promise<TestPage> {
  // Lazy parts are loaded before the first frame.
  await Promise.all([
    import('../../src/ui/models/governed/findMissionInput.ts'),
    import('../../src/ui/models/governed/governedResources.ts'),
    import('../../src/ui/models/governed/MissionTraceView.tsx'),
    import('../../src/ui/models/governed/MissionsOverview.tsx'),
    import('../../src/ui/models/governed/MissionAgent.tsx'),
    import('../../src/ui/models/governed/MissionsHeadline.tsx'),
  ]);
  const page = await renderOnPage(view, getModelDefaults('governed'));
  await settlePage();
  return page;
}

/** A page with a run of a workflow, once its lazy parts are there. */
export async function renderWorkflow(
  view: ReactNode,
  setup: Setup = getModelDefaults('workflow'),
): Promise<TestPage> {
  await Promise.all([
    import('../../src/ui/controls/editor/EditorPane.tsx'),
    import('../../src/ui/models/workflow/findWorkflowInput.ts'),
    import('../../src/ui/models/workflow/workflowResources.ts'),
    import('../../src/ui/views/side/createTextOpener.ts'),
    import('../../src/ui/models/workflow/exchange/ExchangeView.tsx'),
    import('../../src/ui/models/workflow/exchange/MarketOverview.tsx'),
    import('../../src/ui/models/workflow/TraderAgent.tsx'),
    import('../../src/ui/views/side/createSideEditor.tsx'),
    import('../../src/ui/models/workflow/WorkflowChoices.tsx'),
    import('../../src/ui/models/workflow/WorkflowFacts.tsx'),
    import('../../src/ui/models/workflow/MarketHeadline.tsx'),
  ]);
  const page = await renderOnPage(view, setup);
  // A window without a width has no room for its text.
  act(() => page.store.setState({ folded: false }));
  await settlePage();
  return page;
}

/** A page with a run of librarians, once its lazy parts are there. */
export async function renderReaders(view: ReactNode): Promise<TestPage> {
  await Promise.all([
    import('../../src/ui/models/librarian/findReaderInput.ts'),
    import('../../src/ui/models/librarian/librarianResources.ts'),
    import('../../src/ui/models/librarian/memory/MemoryView.tsx'),
    import('../../src/ui/models/librarian/ReadersOverview.tsx'),
    import('../../src/ui/models/librarian/ReaderAgent.tsx'),
    import('../../src/ui/models/librarian/ReaderChoices.tsx'),
    import('../../src/ui/models/librarian/ReaderFacts.tsx'),
    import('../../src/ui/models/librarian/LibrariansHeadline.tsx'),
  ]);
  const page = await renderOnPage(view, getModelDefaults('librarian'));
  await settlePage();
  return page;
}
