import { useMemo, useState } from 'react';
import { formatSignedDifference } from '../../../engine/core/computeSharedDigits.ts';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { RunState } from '../../state/pageState.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { formatFixedNumber, scaleToUnit } from '../../words/figures.ts';
import styles from './Compare.module.css';
import { SideHeads } from './SideBadge.tsx';
import { getPairSides } from './sides.ts';

/** Most states that are shown before any is chosen. */
const SHOWN_AT_FIRST = 3;

/** Shares of the agents of both runs in a state, at a tick and at most up to it; null for a run without the state. */
interface StateShare {
  readonly state: string;
  readonly now: readonly [a: number | null, b: number | null];
  readonly most: readonly [a: number | null, b: number | null];
}

/**
 * Shares of the agents of both runs in some states, at the tick and at most up to it: at first in those that differ most, then in those
 * that are chosen. Models whose outcomes have that of each state need no second table.
 */
export function StateShares() {
  const a = usePage(state => getPairSides(state)?.a.run);
  const b = usePage(state => getPairSides(state)?.b.run);
  const tick = usePage(state => state.pair?.outcomes?.tick);
  const hasOutcomes = usePage(state => state.run?.info.outcomes.some(({ name }) => /^share_in_/.test(name)));
  const { Tick, agent } = usePage(getCurrentModelWords);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const all = useMemo(() => (a && b && tick !== undefined ? measureShares(a, b, tick) : []), [a, b, tick]);
  if (!a || !b || tick === undefined || hasOutcomes || all.length === 0) return null;
  const shown = chosen ?? selectMostDifferent(all);
  const nameOf = (state: string) =>
    describeStateName((a.info.chart.states.includes(state) ? a : b).info.chart, state);
  const toggle = (state: string) =>
    setChosen(shown.includes(state) ? shown.filter(other => other !== state) : [...shown, state]);
  return (
    <section aria-label="Shares by state">
      <h3>
        Shares by state <span className="label">per cent of the {agent[1]}; press a state to add it</span>
      </h3>
      <p className={styles.chosen}>
        {all.map(({ state }) => (
          <button
            key={state}
            type="button"
            aria-pressed={shown.includes(state)}
            title={`the share of ${agent[1]} in ${nameOf(state)}`}
            onClick={() => toggle(state)}
          >
            {nameOf(state)}
          </button>
        ))}
      </p>
      {shown.length > 0 && (
        <table className={styles.outcomes}>
          <thead>
            <tr>
              <th scope="col">
                at {Tick} {formatGroupedInteger(tick)}, and at most up to it
              </th>
              <SideHeads />
            </tr>
          </thead>
          <tbody>
            {all
              .filter(({ state }) => shown.includes(state))
              .flatMap(({ state, now, most }) => [
                <ShareRow key={state} label={`In ${nameOf(state)}`} shares={now} />,
                <ShareRow key={`${state} most`} label={`Most in ${nameOf(state)}`} shares={most} />,
              ])}
          </tbody>
        </table>
      )}
    </section>
  );
}

function ShareRow({ label, shares: [a, b] }: { readonly label: string; readonly shares: StateShare['now'] }) {
  const format = (share: number | null) =>
    share === null ? '–' : formatFixedNumber(scaleToUnit(share, 'share'), 1);
  const difference = a === null || b === null ? null : b - a;
  return (
    <tr data-same={(a !== null && a === b) || undefined}>
      <th scope="row">{label}</th>
      <td>{format(a)}</td>
      <td>{format(b)}</td>
      <td>
        <b>{formatSignedDifference(difference, format(difference))}</b>
      </td>
    </tr>
  );
}

/** Shares in all states that either run has, by their names. O(ticks × states) */
function measureShares(a: RunState, b: RunState, tick: number): readonly StateShare[] {
  const states = [...new Set([...a.info.chart.states, ...b.info.chart.states])];
  return states.map(state => {
    const [inA, inB] = [measureShare(a, state, tick), measureShare(b, state, tick)];
    return { state, now: [inA.now, inB.now], most: [inA.most, inB.most] };
  });
}

function measureShare({ info, columns }: RunState, state: string, tick: number) {
  const position = info.chart.states.indexOf(state);
  if (position < 0) return { now: null, most: null };
  let most = 0;
  for (let at = 0; at <= tick; at++) most = Math.max(most, columns.count(at, position));
  return { now: columns.count(tick, position) / info.config.agents, most: most / info.config.agents };
}

/** The states whose shares differ most, now or at most, in the order of the chart. */
function selectMostDifferent(all: readonly StateShare[]): readonly string[] {
  const difference = ([a, b]: StateShare['now']) => (a === null || b === null ? 1 : Math.abs(a - b));
  return all
    .map(({ state, now, most }) => ({ state, far: Math.max(difference(now), difference(most)) }))
    .filter(({ far }) => far > 0)
    .sort((one, other) => other.far - one.far)
    .slice(0, SHOWN_AT_FIRST)
    .map(({ state }) => state);
}
