import { Fragment } from 'react';
import { usePage } from '../../hooks/hooks.ts';
import { counted, grouped } from '../../lib/words.ts';
import { wordsNow } from '../../model/looks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { worldsNow } from '../../store/slices/worldsSlice.ts';
import { roundNumber } from '../../words/clock.ts';
import { cellsOf, sweptIn } from '../../worlds/cells.ts';
import { FEWEST, isPair, pinnedIn, spreadOf } from '../../worlds/courses.ts';
import {
  beforeAny,
  differenceOf,
  placeNow,
  rangeWords,
  rankWords,
  signedWords,
  toldOf,
  unitAfter,
  valueWords,
} from '../../worlds/told.ts';

/** Where this run stands among its worlds, in one outcome. */
export function WorldsSentence() {
  const worlds = usePage(worldsNow);
  const place = usePage(state => (worlds === null ? 0 : placeNow(state, worlds)));
  const { Tick } = usePage(wordsNow);
  if (worlds === null) return null;
  const measure = pinnedIn(worlds);
  if (isPair(worlds)) return <PairSentence worlds={worlds} place={place} measure={measure} />;
  if (worlds.sweep.length > 0) return <SweepSentence worlds={worlds} place={place} measure={measure} />;
  const told = toldOf(worlds, place, measure);
  const { definition, here, band } = told;
  const { label, unit } = definition;
  const spread = spreadOf(told.values);
  // "people under the post 51" says it already.
  const unitWords = label.toLowerCase().startsWith(unit) ? '' : unitAfter(unit);
  const among =
    spread &&
    `${band && band.n < FEWEST ? 'in all of them' : 'in nine of ten'} it was ${rangeWords(spread, unit)}`;
  return (
    <>
      <b>
        {Tick} {roundNumber(worlds.ticks[place])}
      </b>
      : {label.toLowerCase()}
      {here !== null && (
        <>
          {' '}
          <b>
            {valueWords(here, unit)}
            {unitWords}
          </b>
        </>
      )}
      {band === null ? (
        `; ${beforeAny(worlds)}.`
      ) : (
        <>
          ; {here === null ? counted(band.n, 'other world') : <b>{rankWords(told)}</b>}
          {among && `, ${among}`}
          {worlds.status !== 'done' && ' so far'}.
        </>
      )}
    </>
  );
}

interface PairProps {
  readonly worlds: Worlds;
  readonly place: number;
  readonly measure: number;
}

/** What the change did to one outcome. */
function PairSentence({ worlds, place, measure }: PairProps) {
  const { Tick } = usePage(wordsNow);
  const { definition, values, mean, more, less } = differenceOf(worlds, place, measure, false);
  const { label, unit } = definition;
  return (
    <>
      <b>
        {Tick} {roundNumber(worlds.ticks[place])}
      </b>
      , {worlds.change}: {label.toLowerCase()}{' '}
      {mean === null ? (
        `${beforeAny(worlds)}.`
      ) : (
        <>
          <b>
            {signedWords(mean, unit)}
            {unitAfter(unit)}
          </b>{' '}
          in the mean of {grouped(values.length)} worlds; more in {grouped(more)}, less in {grouped(less)}.
        </>
      )}
    </>
  );
}

/** How an outcome goes over the values of a parameter: "Resharing 0 to 2 ×: largest cascade 16 to 83 people" */
function SweepSentence({ worlds, place, measure }: PairProps) {
  const parameters = usePage(state => state.run?.info.parameters) ?? [];
  const { label, unit } = worlds.definitions[measure];
  const cells = cellsOf(worlds, place, measure);
  const [first, last] = [cells[0], cells[cells.length - 1]];
  const least = Math.min(...cells.map(({ played }) => played));
  const medians = cells.flatMap(({ band }) => band?.median ?? []);
  const over = sweptIn(worlds, parameters).map(({ label: name, unit: of }, i) => (
    <Fragment key={name}>
      {i > 0 && ', '}
      <b>{name}</b> {String(first.values[i])} to {String(last.values[i])} {of}
    </Fragment>
  ));
  const isMap = first.values.length > 1;
  const [from, to] = isMap ? [Math.min(...medians), Math.max(...medians)] : [medians[0], medians.at(-1)];
  if (from === undefined || to === undefined || medians.length === 0)
    return (
      <>
        {over}: {beforeAny(worlds)}.
      </>
    );
  return (
    <>
      {over}: {label.toLowerCase()} {isMap ? 'between' : 'goes from'} <b>{valueWords(from, unit)}</b>{' '}
      {isMap ? 'and' : 'to'}{' '}
      <b>
        {valueWords(to, unit)}
        {unitAfter(unit)}
      </b>
      , {least > 0 ? `median of ${grouped(least)} worlds each` : 'medians so far'}.
    </>
  );
}

/** What the figures of many worlds are not. */
export const WorldsChip = () => {
  const isAgain = usePage(state => worldsNow(state)?.plan.from != null);
  return isAgain
    ? 'the same run up to there, then other draws: what follows from these rules, no forecast'
    : 'worlds are other seeds of the same set-up: what follows from these rules, no forecast';
};
