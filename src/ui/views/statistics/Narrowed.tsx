import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatNounCount as countedOf, formatGroupedInteger, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import styles from './Statistics.module.css';

/** Shows which agents the statistics are limited to, with a link to show all; empty if all are counted. */
export function Narrowed() {
  const store = usePageStore();
  const counted = usePage(state => state.counted);
  const info = usePage(({ run }) => run?.info);
  const { agent } = usePage(getCurrentModelWords);
  const all = info?.config.agents ?? 0;
  const there = (counted ?? []).filter(one => one < all);
  if (there.length === 0 || info === undefined) return null;
  const who =
    there.length === 1 ? info.names[there[0]] : `${formatGroupedInteger(there.length)} that were selected`;
  return (
    <p className={styles.narrowed}>
      <span>
        only <b>{who}</b>, {formatGroupedInteger(there.length)} of {countedOf(all, ...agent)}
      </span>
      <button type="button" onClick={() => store.getState().arrange({ counted: [] })}>
        count all {formatGroupedInteger(all)} {pluralizeNoun(all, ...agent)}
      </button>
    </p>
  );
}
