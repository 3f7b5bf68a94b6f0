import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DEFAULT_SETUP } from '../../src/engine/models/usual.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { createEngineLink } from '../../src/ui/commands/engineLink.ts';
import type { Link } from '../../src/ui/contract/link.ts';
import { PageContext } from '../../src/ui/hooks/hooks.ts';
import { getModelDefaults } from '../../src/ui/model/looks.ts';
import type { PageStore } from '../../src/ui/state/pageState.ts';
import { createPageStore } from '../../src/ui/store/createPageStore.ts';
import { FakeEngine } from './fakeEngine.ts';
import { settlePage } from './settlePage.ts';

export interface TestPage {
  readonly engine: FakeEngine;
  readonly store: PageStore;
  readonly link: Link;
}

const open: Link[] = [];

/** Ends what pages would still do, write their address say, in the next test. */
export function closePages(): void {
  for (const link of open.splice(0)) link.dispose();
}

/** A page with a fake engine and an opened run, without views. It ends with its test. */
export async function openPage(setup: Setup = { ...DEFAULT_SETUP, seed: 7 }): Promise<TestPage> {
  const engine = new FakeEngine();
  const store = createPageStore();
  const link = createEngineLink(store, engine.connect);
  open.push(link);
  await link.start(setup, 0);
  return { engine, store, link };
}

export async function renderOnPage(view: ReactNode, setup?: Setup): Promise<TestPage> {
  const page = await openPage(setup);
  render(<PageContext value={{ store: page.store, link: page.link }}>{view}</PageContext>);
  return page;
}

/** A page with a governed run, once its lazy parts are there. */
export async function renderMissions(view: ReactNode): Promise<TestPage> {
  // Lazy parts are loaded before the first frame.
  await Promise.all([
    import('../../src/ui/models/governed/dropped.ts'),
    import('../../src/ui/models/governed/resources.ts'),
    import('../../src/ui/models/governed/TraceView.tsx'),
    import('../../src/ui/models/governed/MissionsOverview.tsx'),
    import('../../src/ui/models/governed/MissionAgent.tsx'),
    import('../../src/ui/models/governed/headline.tsx'),
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
    import('../../src/ui/models/workflow/dropped.ts'),
    import('../../src/ui/models/workflow/resources.ts'),
    import('../../src/ui/views/side/createTextOpener.ts'),
    import('../../src/ui/models/workflow/exchange/ExchangeView.tsx'),
    import('../../src/ui/models/workflow/exchange/MarketOverview.tsx'),
    import('../../src/ui/models/workflow/TraderAgent.tsx'),
    import('../../src/ui/views/side/Side.tsx'),
    import('../../src/ui/models/workflow/WorkflowChoices.tsx'),
    import('../../src/ui/models/workflow/WorkflowFacts.tsx'),
    import('../../src/ui/models/workflow/headline.tsx'),
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
    import('../../src/ui/models/librarian/dropped.ts'),
    import('../../src/ui/models/librarian/resources.ts'),
    import('../../src/ui/models/librarian/memory/MemoryView.tsx'),
    import('../../src/ui/models/librarian/ReadersOverview.tsx'),
    import('../../src/ui/models/librarian/ReaderAgent.tsx'),
    import('../../src/ui/models/librarian/ReaderChoices.tsx'),
    import('../../src/ui/models/librarian/ReaderFacts.tsx'),
    import('../../src/ui/models/librarian/headline.tsx'),
  ]);
  const page = await renderOnPage(view, getModelDefaults('librarian'));
  await settlePage();
  return page;
}
