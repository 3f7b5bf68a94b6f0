import { useMemo } from 'react';
import { usePage } from '../../hooks.ts';
import { wordsNow } from '../../models/looks.ts';
import type { Worlds } from '../../store/worldsState.ts';
import { grouped } from '../../words/words.ts';
import { OutcomeStrip } from './OutcomeStrip.tsx';
import { differenceOf, signedWords, type ToldDifference } from './told.ts';
import styles from './Worlds.module.css';

/** What the change did, world by world: both runs draw alike from the round of the change on. */
export function Differences({ worlds, place }: { readonly worlds: Worlds; readonly place: number }) {
  const { Tick } = usePage(wordsNow);
  const hasInterval = worlds.status !== 'playing';
  const told = useMemo(
    () => worlds.definitions.map((_, measure) => differenceOf(worlds, place, measure, hasInterval)),
    [worlds, place, hasInterval],
  );
  const n = told[0]?.values.length ?? 0;
  return (
    <>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">
              with less without, at {Tick} {worlds.ticks[place]}
            </th>
            <th scope="col" title="the marked place is no difference">
              {grouped(n)} pairs
            </th>
            <th scope="col">mean</th>
            <th scope="col" title="bootstrap interval of the mean, 2,000 resamples">
              95 %
            </th>
            <th scope="col">more · same · less</th>
          </tr>
        </thead>
        <tbody>
          {told.map(row => (
            <Row key={row.definition.name} row={row} />
          ))}
        </tbody>
      </table>
      <p className={`label ${styles.note}`}>
        In every world both runs draw alike, so what differs follows from the change. An interval that holds 0
        says nothing of its direction.
      </p>
    </>
  );
}

function Row({ row }: { readonly row: ToldDifference }) {
  const { definition, values, mean, interval, more, less } = row;
  const { label, unit, meaning } = definition;
  return (
    <tr>
      <th scope="row" title={meaning}>
        {label}
      </th>
      <td>
        <OutcomeStrip told={row} />
      </td>
      <td>
        <b>{mean === null ? '–' : signedWords(mean, unit)}</b>
      </td>
      <td>{interval && `${signedWords(interval[0], unit)} to ${signedWords(interval[1], unit)}`}</td>
      <td>
        {grouped(more)} · {grouped(values.length - more - less)} · {grouped(less)}
      </td>
    </tr>
  );
}
