import { useEffect, useId, useState } from 'react';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { addIndefiniteArticle } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { isSearchEmpty } from '../../store/found.ts';
import type { FoundListProps } from './FoundList.tsx';
import styles from './SearchField.module.css';

const FoundList = createLazyView<FoundListProps>(
  preloadOnActivity(async () => (await import('./FoundList.tsx')).FoundList),
);
const loadOptions = preloadOnActivity(() => import('./findSearchOptions.ts'));

/** Id of the search field, for the key that focuses it. */
export const SEARCH_ID = 'agent-search';

/** Searches agents, states and the model's own things; a list below it has the best of what was found. */
export function SearchField() {
  const store = usePageStore();
  const commands = useCommands();
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const search = usePage(state => state.search);
  const { agent } = usePage(getCurrentModelWords);
  const isSought = isOpen || search.words !== '';
  const find = useOptions(isSought);
  const options = isSought && find ? find(store.getState()) : [];
  const isNothing = usePage(isSearchEmpty) && find !== null && options.length === 0;
  const at = Math.min(active, options.length - 1);
  const isShown = isOpen && options.length > 0;
  const pick = (position: number) => {
    const option = options[position];
    if (!option) return;
    setOpen(false);
    option.pick({ store, commands });
    // The selection is highlighted by itself now.
    store.getState().seek('');
  };
  const pressed = (event: React.KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') pick(at);
    else if (by !== undefined) {
      event.preventDefault();
      setOpen(true);
      setActive(Math.max(0, Math.min(options.length - 1, at + by)));
    } else if (event.key === 'Escape') {
      // First what is searched for goes, then the focus; the page's selection stays.
      event.stopPropagation();
      if (search.words === '') event.currentTarget.blur();
      else store.getState().seek('');
    }
  };
  return (
    <span className={styles.field}>
      <input
        id={SEARCH_ID}
        type="search"
        role="combobox"
        placeholder="search  /"
        aria-label={`Search ${addIndefiniteArticle(agent[0])}, a state, a text`}
        title={`Search ${addIndefiniteArticle(agent[0])}, a state, a text`}
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={isShown ? `${list}${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={search.words}
        aria-invalid={isNothing}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={event => {
          setOpen(true);
          setActive(0);
          store.getState().seek(event.target.value);
        }}
        onKeyDown={pressed}
      />
      {isShown && <FoundList id={list} options={options} at={at} onPick={pick} />}
      {isNothing && (
        <span className={`label ${styles.nothing}`} role="status">
          nothing has “{search.words.trim()}” in its name, id or text
        </span>
      )}
    </span>
  );
}

type Find = Awaited<ReturnType<typeof loadOptions>>['findSearchOptions'];

/** The search for options, loaded at the first search; null until it is there. */
function useOptions(isSought: boolean): Find | null {
  const [find, setFind] = useState<Find | null>(null);
  useEffect(() => {
    if (isSought && find === null)
      loadOptions().then(
        ({ findSearchOptions }) => setFind(() => findSearchOptions),
        () => undefined,
      );
  }, [isSought, find]);
  return find;
}
