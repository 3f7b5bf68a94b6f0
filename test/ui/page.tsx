import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DEFAULT_SETUP } from '../../src/engine/setup.ts';
import { createLink, type Link } from '../../src/ui/engineLink.ts';
import { PageContext } from '../../src/ui/hooks.ts';
import { createPageStore, type PageStore } from '../../src/ui/store.ts';
import { FakeEngine } from './fakeEngine.ts';

export interface TestPage {
  readonly engine: FakeEngine;
  readonly store: PageStore;
  readonly link: Link;
}

/** A page with a fake engine and an opened run, without views. */
export async function openPage(): Promise<TestPage> {
  const engine = new FakeEngine();
  const store = createPageStore();
  const link = createLink(store, engine.connect);
  await link.start({ ...DEFAULT_SETUP, seed: 7 }, 0);
  return { engine, store, link };
}

export async function renderOnPage(view: ReactNode): Promise<TestPage> {
  const page = await openPage();
  render(<PageContext value={{ store: page.store, link: page.link }}>{view}</PageContext>);
  return page;
}
