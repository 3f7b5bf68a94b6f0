import { diffLines } from 'diff';
import { useMemo } from 'react';
import type { OutcomeDefinition } from '../../../engine/model/outcomeDefinition.ts';
import type { ChartInfo } from '../../../workers/protocol/api.ts';
import { usePage, usePageContext, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getCurrentPlugin } from '../../model/registered.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { describeOutcomeUnit, formatOutcomePair } from '../../words/outcomeWords.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './Compare.module.css';
import { ComparisonFrame } from './ComparisonFrame.tsx';
import { describeSettings } from './deciderSettings.ts';
import { getPartingContext } from './describeParting.ts';
import { SideBadge, SideHeads } from './SideBadge.tsx';
import { StateShares } from './StateShares.tsx';
import { getPairSides } from './sides.ts';

/** Rows of each list. */
const MAX_ROWS_LISTED = 12;

/** Two runs in figures: outcomes, set-up, and what ended otherwise. */
export function CompareCorner() {
  return (
    <ComparisonFrame swapping="brings the other run on the screen, at the same place, and compares it with this one">
      <OutcomeTable />
      <StateShares />
      <SetupDifference />
      <TextDifference />
      <Cascades />
      <OtherwiseEnded />
    </ComparisonFrame>
  );
}

/** Differences of the two set-ups. */
function SetupDifference() {
  const differences = usePage(state => state.pair?.differences ?? null);
  const parameters = usePage(state => state.run?.info.parameters) ?? [];
  const { tick } = usePage(getCurrentModelWords);
  if (differences === null) return null;
  const settings = describeSettings(differences.setup, parameters, tick);
  return (
    <>
      <h3>Set-up</h3>
      {settings.length === 0 ? (
        <p className="label">the same</p>
      ) : (
        <ul className={styles.settings}>
          {settings.map(({ label, a, b }) => (
            <li key={label}>
              {label}: <SideBadge side="a" /> {a} <SideBadge side="b" /> {b}
            </li>
          ))}
        </ul>
      )}
      <StatesApart />
    </>
  );
}

/** Goes to an agent of the run on the screen, at a round. */
function useGoTo() {
  const store = usePageStore();
  return (id: string, tick: number) => {
    const { run, head, select, showTick } = store.getState();
    const agent = Number(/\d+$/.exec(id)?.[0]) - 1;
    if (run === null || !(agent >= 0 && agent < run.info.config.agents)) return;
    select({ agents: [agent], state: null, cursor: tick < head && tick >= run.columns.first ? tick : null });
    showTick(tick);
  };
}

/** Posts under which another number of posts hangs. */
function Cascades() {
  const goTo = useGoTo();
  const differences = usePage(state => state.pair?.differences ?? null);
  const page = usePageContext();
  const context = getPartingContext(page.store.getState());
  /** Shows the post in the run on the screen, or who made it in the other one. */
  const show = (
    ids: { readonly a: string | null; readonly b: string | null },
    author: string,
    tick: number,
  ) => {
    const state = page.store.getState();
    const { showContext } = getCurrentPlugin(state);
    const id = state.pair?.isOwnB ? ids.b : ids.a;
    if (id === null || showContext === undefined) goTo(author, tick);
    else showContext(page, id);
  };
  const { Tick } = usePage(getCurrentModelWords);
  if (differences === null || differences.grewOtherwise === 0) return null;
  return (
    <>
      <h3>
        Cascades that grew differently{' '}
        <span className="label">{formatGroupedInteger(differences.grewOtherwise)}, in posts</span>
      </h3>
      <ul className={styles.list}>
        {differences.cascades.slice(0, MAX_ROWS_LISTED).map(({ author_id, tick, a, b, ids }) => (
          <li key={`${author_id} ${tick}`}>
            <button type="button" onClick={() => show(ids, author_id, tick)}>
              {context?.nameOf(author_id) ?? author_id}, {Tick} {formatRoundNumber(tick)}
            </button>
            <span>
              {formatGroupedInteger(a)} → <b>{formatGroupedInteger(b)}</b>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Agents that are in another state at the end. */
function OtherwiseEnded() {
  const goTo = useGoTo();
  const store = usePageStore();
  const differences = usePage(state => state.pair?.differences ?? null);
  const chart = usePage(state => state.run?.info.chart);
  const { agent, Tick } = usePage(getCurrentModelWords);
  if (differences === null) return null;
  const { endOtherwise, ends, until } = differences;
  const context = getPartingContext(store.getState());
  const words = (state: string | null) => (state === null ? 'not there' : describeStateName(chart, state));
  return (
    <>
      <h3>
        Elsewhere at {Tick} {formatGroupedInteger(until)}{' '}
        <span className="label">
          {formatGroupedInteger(endOtherwise)} of {formatGroupedInteger(differences.agents)} {agent[1]}
        </span>
      </h3>
      <ul className={styles.list}>
        {ends.slice(0, MAX_ROWS_LISTED).map(({ agent_id, a, b }) => (
          <li key={agent_id}>
            <button type="button" onClick={() => goTo(agent_id, until)}>
              {context?.nameOf(agent_id) ?? agent_id}
            </button>
            <span>
              {words(a)} → <b>{words(b)}</b>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Lines around a change that are shown with it. */
const DIFF_CONTEXT_LINES = 2;

/** The lines in which the texts differ that two runs are made from. */
function TextDifference() {
  const texts = usePage(state => state.pair?.texts ?? null);
  const lines = useMemo(
    () => (texts === null || texts.a === texts.b ? [] : diffTextLines(texts.a, texts.b)),
    [texts],
  );
  if (lines.length === 0) return null;
  const changed = lines.filter(({ sign }) => sign !== ' ').length;
  return (
    <>
      <h3>
        Text{' '}
        <span className="label">{formatNounCount(changed, 'line')} only in one of them; − in A, + in B</span>
      </h3>
      <pre className={styles.text}>
        {lines.map(({ key, sign, text }) => (
          <span key={key} data-sign={sign}>
            {`${sign} ${text}\n`}
          </span>
        ))}
      </pre>
    </>
  );
}

interface DiffLine {
  readonly key: number;
  readonly sign: ' ' | '−' | '+' | '…';
  readonly text: string;
}

/** Changed lines with a few around them; an ellipsis stands for the rest. */
function diffTextLines(a: string, b: string): readonly DiffLine[] {
  const all: DiffLine[] = [];
  for (const { value, added, removed } of diffLines(a, b))
    for (const text of value.replace(/\n$/, '').split('\n'))
      all.push({ key: all.length, sign: added ? '+' : removed ? '−' : ' ', text });
  const isNear = (at: number) =>
    all
      .slice(Math.max(0, at - DIFF_CONTEXT_LINES), at + DIFF_CONTEXT_LINES + 1)
      .some(({ sign }) => sign !== ' ');
  return all.flatMap((line, at) => {
    if (isNear(at)) return [line];
    return at > 0 && isNear(at - 1) ? [{ key: line.key, sign: '…' as const, text: '' }] : [];
  });
}

/** States that the chart of one run has and the other one lacks; empty if both have the same. */
export function StatesApart() {
  const a = usePage(state => getPairSides(state)?.a.run.info.chart);
  const b = usePage(state => getPairSides(state)?.b.run.info.chart);
  const { agent } = usePage(getCurrentModelWords);
  if (!a || !b) return null;
  const lacking = [describeMissingStates('B', a, b), describeMissingStates('A', b, a)].filter(
    words => words !== '',
  );
  if (lacking.length === 0) return null;
  const isNone = a.states.every(state => !b.states.includes(state));
  return (
    <p className="label">
      {lacking.join('; ')}.{' '}
      {isNone
        ? `No state is in both, so all ${agent[1]} are elsewhere from the beginning.`
        : `Agents in such a state are elsewhere in the other run.`}
    </p>
  );
}

/** "B has no susceptible, infected, recovered"; empty if it has them all. */
function describeMissingStates(side: 'A' | 'B', one: ChartInfo, other: ChartInfo): string {
  const left = one.states.filter(state => !other.states.includes(state));
  return left.length === 0
    ? ''
    : `${side} has no ${left.map(state => describeStateName(one, state)).join(', ')}`;
}

/** The outcomes of both runs at the round that is looked at. */
export function OutcomeTable() {
  const definitions = usePage(state => state.run?.info.outcomes) ?? [];
  const pair = usePage(state => state.pair);
  const { Tick } = usePage(getCurrentModelWords);
  if (pair === null || pair.outcomes === null) return <p className="label">comparing…</p>;
  const { tick, a, b } = pair.outcomes;
  return (
    <table className={styles.outcomes}>
      <thead>
        <tr>
          <th scope="col">
            at {Tick} {formatGroupedInteger(tick)}
          </th>
          <SideHeads />
        </tr>
      </thead>
      <tbody>
        {definitions.map((outcome, i) => {
          const values = [a[i] ?? null, b[i] ?? null] as const;
          if (outcome.needs !== undefined && values.every(value => value === null)) return null;
          return <OutcomeTableRow key={outcome.name} outcome={outcome} a={values[0]} b={values[1]} />;
        })}
      </tbody>
    </table>
  );
}

interface OutcomeRowProps {
  readonly outcome: OutcomeDefinition;
  readonly a: number | null;
  readonly b: number | null;
}

function OutcomeTableRow({ outcome, a, b }: OutcomeRowProps) {
  const { label, unit, meaning, measuredOn } = outcome;
  const text = [describeOutcomeUnit(outcome), measuredOn].filter(Boolean).join(', ');
  const words = formatOutcomePair(a, b, unit);
  return (
    <tr title={meaning} data-same={(a !== null && a === b) || undefined}>
      <th scope="row">
        {label}
        {text !== '' && <span className="label">, {text}</span>}
      </th>
      <td>{words.a}</td>
      <td>{words.b}</td>
      <td>
        <b>{words.difference}</b>
      </td>
    </tr>
  );
}
