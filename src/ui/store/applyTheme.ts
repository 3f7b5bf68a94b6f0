import { readStoredItem, writeStoredItem } from '../lib/storedItems.ts';
import type { PageStore } from '../state/pageState.ts';
import type { Theme } from '../state/screenState.ts';

const THEME_KEY = 'statescope-theme';

/** The theme that was chosen before, else the system's. */
export function readInitialTheme(): Theme {
  const kept = readStoredItem(THEME_KEY);
  if (kept === 'dark' || kept === 'light') return kept;
  return typeof matchMedia !== 'undefined' && matchMedia('(prefers-color-scheme: light)').matches
    ? 'light'
    : 'dark';
}

/** Sets the tokens first, so that subscribers to the state read the new colours. */
export function applyTheme(store: PageStore, theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  store.getState().arrange({ theme });
}

/** Applies a theme and remembers it in this browser. */
export function chooseTheme(store: PageStore, theme: Theme): void {
  applyTheme(store, theme);
  writeStoredItem(THEME_KEY, theme);
}

/** Follows the system until a theme is chosen. */
export function followSystemTheme(store: PageStore): () => void {
  const list = matchMedia('(prefers-color-scheme: light)');
  const changed = () =>
    readStoredItem(THEME_KEY) === null && applyTheme(store, list.matches ? 'light' : 'dark');
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}
