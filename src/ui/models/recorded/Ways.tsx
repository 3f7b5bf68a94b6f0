import type { ConformanceReport, WaysReport } from '../../../engine/models/recorded/waysReport.ts';
import { usePage, usePageStore } from '../../hooks.ts';
import inspector from '../../views/InspectorParts.module.css';
import { counted, grouped, noun, visible } from '../../words/words.ts';
import styles from './Recorded.module.css';
import { recordedOf } from './recordedPart.ts';

/** Deviating cases that are listed. */
const LISTED = 40;

/** The ways that cases took: what leaves the given chart, loops, and what many have in common. */
export function Ways() {
  const ways = usePage(state => recordedOf(state).ways);
  if (ways === null) return null;
  return (
    <>
      {ways.conformance && <Conformance report={ways.conformance} />}
      <Repeats ways={ways} />
      <Loops ways={ways} />
      <Common ways={ways} />
      <Stays ways={ways} />
    </>
  );
}

const pathWords = (path: readonly string[]): string => path.map(visible).join(' → ');

/** A case by its name; a press shows it. */
function CaseButton({ agent, step = null }: { readonly agent: number; readonly step?: number | null }) {
  const store = usePageStore();
  const name = usePage(({ run }) => run?.info.names[agent] ?? '');
  return (
    <button
      type="button"
      onClick={() => store.getState().select({ agents: [agent], state: null, own: { step } })}
    >
      {visible(name)}
    </button>
  );
}

function Conformance({ report }: { readonly report: ConformanceReport }) {
  const { chart, cases, following, moves, deviating, endOutside, edges, walks } = report;
  return (
    <section className={styles.rule} aria-label="Conformance">
      <div className={inspector.key}>
        <h3>the chart that was given: {visible(chart)}</h3>
      </div>
      <p className={styles.said}>
        <b>{grouped(following)}</b> of {counted(cases, 'case')} follow it; {grouped(deviating)} of{' '}
        {counted(moves, 'move')} are not in it
        {endOutside !== null &&
          `; ${counted(endOutside, 'case')} ${noun(endOutside, 'ends', 'end')} outside its final states`}
        .
      </p>
      {edges.slice(0, 8).map(({ from, to, count }) => (
        <p key={`${from}\n${to}`} className={styles.facts}>
          <b>{grouped(count)}</b> × {from === null ? 'beginning' : visible(from)} → {visible(to)}
        </p>
      ))}
      <ul className={styles.stopped}>
        {walks.slice(0, LISTED).map(({ agent, deviations, first }) => (
          <li key={agent}>
            <CaseButton agent={agent} step={first.step} />
            <span>
              leaves it in step {first.step}, {first.from === null ? 'beginning' : visible(first.from)} →{' '}
              {visible(first.to)}
            </span>
            <span>{counted(deviations, 'such move')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The same call again and again: the loops that cost most. */
function Repeats({ ways: { repeats } }: { readonly ways: WaysReport }) {
  if (repeats.length === 0) return null;
  return (
    <section className={styles.rule} aria-label="Repeated calls">
      <div className={inspector.key}>
        <h3>the same call again and again, the longest row of each case</h3>
      </div>
      <ul className={styles.stopped}>
        {repeats.map(({ agent, tool, times, from, tokens, milliseconds }) => (
          <li key={agent}>
            <CaseButton agent={agent} step={from} />
            <span>
              {visible(tool)}, <b>{grouped(times)} times</b> from step {grouped(from)}
            </span>
            <span>
              {[
                tokens !== null && `${grouped(tokens)} tokens`,
                milliseconds !== null && `${(milliseconds / 1000).toFixed(0)} s`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Loops({ ways }: { readonly ways: WaysReport }) {
  const { loops, loopsInAll } = ways;
  if (loops.length === 0) return null;
  return (
    <section className={styles.rule} aria-label="Loops">
      <div className={inspector.key}>
        <h3>loops between states, of {grouped(loopsInAll)}</h3>
      </div>
      <ul className={styles.stopped}>
        {loops.map(({ path, count, cases, most }) => (
          <li key={path.join('\n')}>
            <span title={pathWords(path)}>{pathWords(path)}</span>
            <span>
              {grouped(count)} times in {counted(cases, 'case')}
            </span>
            <span>
              {grouped(most.times)} in <CaseButton agent={most.agent} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Common({ ways: { ways, waysInAll } }: { readonly ways: WaysReport }) {
  return (
    <section className={styles.rule} aria-label="Common ways">
      <div className={inspector.key}>
        <h3>ways that cases have in common, of {grouped(waysInAll)}</h3>
      </div>
      <ul className={styles.stopped}>
        {ways.map(({ path, cases, failed, succeeded, agent }) => (
          <li key={path.join('\n')}>
            <span title={pathWords(path)}>{pathWords(path)}</span>
            <span>
              {counted(cases, 'case')}, {grouped(failed)} failed, {grouped(succeeded)} succeeded
            </span>
            <span>
              such as <CaseButton agent={agent} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How long successful cases stay in a state: what is longer is unusual. */
function Stays({ ways: { stays } }: { readonly ways: WaysReport }) {
  if (stays.length === 0) return null;
  return (
    <section className={styles.rule} aria-label="Usual stays">
      <div className={inspector.key}>
        <h3>stays of successful cases, 99 % of them at most</h3>
      </div>
      <p className={styles.said}>
        {stays.map(({ state, steps }) => `${visible(state)} ${counted(steps, 'step')}`).join(', ')}.
      </p>
    </section>
  );
}
