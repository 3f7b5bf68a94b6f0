import type { CSSProperties } from 'react';
import { PALETTE } from '../charts/inks.ts';
import { Modes } from '../controls/Modes.tsx';
import { usePage, usePageStore } from '../hooks/hooks.ts';
import { formatGroupedInteger } from '../lib/formatCounts.ts';
import { type GroupHues, getCurrentGroupHues, legendName } from './assignGroupHues.ts';
import styles from './GroupColours.module.css';

/** Meaning of the colours next to a network: everybody's state, or its group if there are some. */
export function ColourModes() {
  const store = usePageStore();
  const label = usePage(({ run }) => run?.info.networkGroups?.label);
  const colour = usePage(state => state.colour);
  if (label === undefined) return null;
  return (
    <fieldset className={styles.modes} aria-label="Meaning of colours">
      <Modes
        modes={[
          ['state', 'state'],
          ['group', label],
        ]}
        chosen={colour}
        onChoose={chosen => store.getState().arrange({ colour: chosen })}
      />
    </fieldset>
  );
}

/** The same above the timelines, as a list. */
export function ColourSelect() {
  const store = usePageStore();
  const label = usePage(({ run }) => run?.info.networkGroups?.label);
  const colour = usePage(state => state.colour);
  if (label === undefined) return null;
  return (
    <select
      className={styles.choice}
      aria-label="Meaning of colours in the timelines"
      title="Meaning of colours in the timelines"
      value={colour}
      onChange={({ target }) =>
        store.getState().arrange({ colour: target.value === 'group' ? 'group' : 'state' })
      }
    >
      <option value="state">colour: state</option>
      <option value="group">colour: {label}</option>
    </select>
  );
}

/** Groups with their colours and sizes; empty if colours show states. */
export function GroupLegend({ isColumn }: { readonly isColumn: boolean }) {
  const hues = usePage(getCurrentGroupHues);
  return hues && <Legend hues={hues} isColumn={isColumn} />;
}

function Legend({
  hues: { label, rows },
  isColumn,
}: {
  readonly hues: GroupHues;
  readonly isColumn: boolean;
}) {
  return (
    <ul
      className={`${styles.legend} ${isColumn ? styles.column : styles.row}`}
      aria-label={`Colours of each ${label}`}
    >
      {rows.map(({ name, count, hue }) => (
        <li key={hue} title={`${label} ${name}: ${formatGroupedInteger(count)}`}>
          <span
            className={styles.swatch}
            style={{ '--hue': `var(${PALETTE[hue] ?? '--ink-3'})` } as CSSProperties}
          />
          <span className={styles.name}>{legendName(label, name)}</span> <b>{formatGroupedInteger(count)}</b>
        </li>
      ))}
    </ul>
  );
}
