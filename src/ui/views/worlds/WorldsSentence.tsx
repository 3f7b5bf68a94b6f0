import { Fragment, useMemo } from 'react';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount, replaceTickWord } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { formatParameterValue } from '../../store/changedParameters.ts';
import { getCurrentWorlds } from '../../store/slices/worldsSlice.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { findSweptParameters, type SweepCell } from '../../worlds/cells.ts';
import { computeOutcomeBand, findPinnedOutcome, isPairPlan, MIN_BAND_WORLDS } from '../../worlds/courses.ts';
import { describeDesignQuestion, describeWorldKind } from '../../worlds/describeDesign.ts';
import { describeSweep } from '../../worlds/describeSweep.ts';
import { describeWorldsChange } from '../../worlds/describeWorldsChange.ts';
import {
  describeEmptyWorlds,
  describeRank,
  findCurrentPlace,
  formatBandRange,
  formatMeanInterval,
  formatOutcomeValue,
  formatUnitSuffix,
  summarizeDifference,
  summarizeOutcome,
} from '../../worlds/summarizeOutcome.ts';
import { estimateSweep } from '../../worlds/sweepEstimates.ts';

/** This run's place among its worlds, in one outcome. */
export function WorldsSentence() {
  const worlds = usePage(getCurrentWorlds);
  const place = usePage(state => (worlds === null ? 0 : findCurrentPlace(state, worlds)));
  const { Tick } = usePage(getCurrentModelWords);
  if (worlds === null) return null;
  const measure = findPinnedOutcome(worlds);
  if (isPairPlan(worlds)) return <PairSentence worlds={worlds} place={place} measure={measure} />;
  if (worlds.sweep.length > 0) return <SweepSentence worlds={worlds} place={place} measure={measure} />;
  const report = summarizeOutcome(worlds, place, measure);
  const { definition, here, band } = report;
  const { label, unit } = definition;
  const spread = computeOutcomeBand(report.values);
  // "people under the post 51" says it already.
  const unitWords = label.toLowerCase().startsWith(unit) ? '' : formatUnitSuffix(unit);
  // Where nothing differs from this run the range says no more.
  const isSame = here !== null && report.values.every(value => value === here);
  const among =
    spread &&
    !isSame &&
    `${band && band.n < MIN_BAND_WORLDS ? 'in all of them' : 'in nine of ten'} it was ${formatBandRange(spread, unit)}`;
  return (
    <>
      <b>
        {Tick} {formatRoundNumber(worlds.ticks[place])}
      </b>
      : {label.toLowerCase()}
      {here !== null && (
        <>
          {' '}
          <b>
            {formatOutcomeValue(here, unit)}
            {unitWords}
          </b>
        </>
      )}
      {band === null ? (
        `; ${describeEmptyWorlds(worlds)}.`
      ) : (
        <>
          ; {here === null ? formatNounCount(band.n, 'other world') : <b>{describeRank(report)}</b>}
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

/** Effect of the change on one outcome. */
function PairSentence({ worlds, place, measure }: PairProps) {
  const { Tick, tick } = usePage(getCurrentModelWords);
  const parameters = usePage(state => state.run?.info.parameters) ?? [];
  const hasInterval = worlds.status !== 'playing';
  const { definition, values, mean, interval, more, less } = useMemo(
    () => summarizeDifference(worlds, place, measure, hasInterval),
    [worlds, place, measure, hasInterval],
  );
  const { label, unit } = definition;
  const words = mean === null ? null : formatMeanInterval({ mean, interval }, unit);
  return (
    <>
      <b>
        {Tick} {formatRoundNumber(worlds.ticks[place])}
      </b>
      , {describeWorldsChange(worlds, { parameters }, tick)}: {label.toLowerCase()}{' '}
      {words === null ? (
        `${describeEmptyWorlds(worlds)}.`
      ) : (
        <>
          <b>
            {words.mean}
            {formatUnitSuffix(unit)}
          </b>{' '}
          in the mean of {formatGroupedInteger(values.length)} {describeWorldKind(worlds)}
          {words.ends !== null && ` (95 %: ${words.ends})`}; {describeSides(more, less, values.length)}.
        </>
      )}
    </>
  );
}

/** "more in 3, less in 94"; a side without worlds is left out. */
function describeSides(more: number, less: number, all: number): string {
  const sides = [
    more > 0 && `more in ${formatGroupedInteger(more)}`,
    less > 0 && `less in ${formatGroupedInteger(less)}`,
  ];
  return sides.filter(Boolean).join(', ') || `alike in all ${formatGroupedInteger(all)}`;
}

/** An outcome over the values of a parameter: "Resharing 0 to 2 ×: largest cascade goes from 16.2 to 83.1 people" */
function SweepSentence({ worlds, place, measure }: PairProps) {
  const parameters = usePage(state => state.run?.info.parameters) ?? [];
  const { tick } = usePage(getCurrentModelWords);
  const agents = usePage(state => state.run?.info.config.agents ?? Number.POSITIVE_INFINITY);
  const estimates = estimateSweep(worlds, place, measure, agents);
  const { cells } = estimates;
  const [first, last] = [cells[0], cells[cells.length - 1]];
  const over = findSweptParameters(worlds, parameters).map((parameter, i) => {
    const format = ({ values }: SweepCell) => formatParameterValue(parameter, values[i]);
    const unit = replaceTickWord(parameter.unit, tick);
    return (
      <Fragment key={parameter.name}>
        {i > 0 && ', '}
        <b>{parameter.label}</b>{' '}
        {typeof first.values[i] === 'string'
          ? cells.map(format).join(', ')
          : `${format(first)} to ${format(last)} ${unit}`.trim()}
      </Fragment>
    );
  });
  return (
    <>
      {over}: {describeSweep(worlds, estimates, measure)}.
    </>
  );
}

/** Warns of wrong conclusions from figures of many worlds. */
export const WorldsChip = () => {
  const question = usePage(state => {
    const worlds = getCurrentWorlds(state);
    return worlds === null ? '' : describeDesignQuestion(worlds);
  });
  return `${question} What follows from these rules, no forecast`;
};
