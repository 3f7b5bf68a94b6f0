import { useCalmPage } from '../../hooks.ts';
import { type PageState, shownTick } from '../../store.ts';
import { grouped } from '../../words.ts';
import { wordsNow } from '../index.ts';

/** "as of Step 20": where an earlier step is looked at and what is told is the latest one's; else nothing. */
export const asOf = (state: PageState): string =>
  shownTick(state) === state.head ? '' : `as of ${wordsNow(state).Tick} ${grouped(state.head)}`;

/** Says so. */
export function AsOf() {
  const words = useCalmPage(asOf, 'states');
  return words === '' ? null : <span>{words}</span>;
}
