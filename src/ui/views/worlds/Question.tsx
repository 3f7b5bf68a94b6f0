import { useEffect, useState } from 'react';
import type { WorldsQuestion } from '../../contract/link.ts';
import { useCalmPage, useLink, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { formatWallDuration } from '../../words/amounts.ts';
import { isDeciderComparison, isPairPlan } from '../../worlds/courses.ts';
import { describeWorldsQuestion } from '../../worlds/describeWorldsQuestion.ts';
import { AskedCost } from './AskedCost.tsx';
import sweep from './Sweep.module.css';
import { SweepForm } from './SweepForm.tsx';
import styles from './Worlds.module.css';

/** Seconds from which on it is told how long it still takes. */
const LONG = 10;
const COUNTS = [20, 50, 200, 1000];
/** Where a language model decides. */
const ASKED_COUNTS = [5, 10, 20, 50, 200];

/** The question that was asked, but for how many worlds. */
function getRepeatedQuestion(worlds: Worlds): Omit<WorldsQuestion, 'worlds'> {
  const { plan, sweep } = worlds;
  if (isDeciderComparison(worlds)) return { isAgainstPolicy: true };
  return isPairPlan(worlds) ? { isAgainstParent: true } : { subject: plan.subject, from: plan.from, sweep };
}

/** What was asked, with how many worlds; stops it and goes on. */
export function Question({ worlds }: { readonly worlds: Worlds }) {
  const link = useLink();
  const { Tick } = usePage(getCurrentModelWords);
  const { plan, played, status, left } = worlds;
  const asked = usePage(({ run }) => describeWorldsQuestion(worlds, Tick, run?.info));
  const head = useCalmPage(state => state.head);
  const [isVaried, setVaried] = useState(false);
  const isSweep = worlds.sweep.length > 0;
  // What was typed stays until it is played.
  useEffect(() => setVaried(false), [plan]);
  const again = getRepeatedQuestion(worlds);
  const counts = worlds.asking === null ? COUNTS : ASKED_COUNTS;
  const isBegun = worlds.asking === null || worlds.asking.asked !== null;
  return (
    <>
      <div className={styles.sentence}>
        <select
          aria-label="Number of worlds"
          value={plan.worlds}
          onChange={event => void link.playWorlds({ worlds: Number(event.target.value), ...again })}
        >
          {counts.map(count => (
            <option key={count} value={count}>
              {formatGroupedInteger(count)}
            </option>
          ))}
        </select>
        <span title={plan.subject ?? undefined}>{asked}</span>
        {head > plan.rounds && (
          <button type="button" onClick={() => void link.playWorlds({ worlds: plan.worlds, ...again })}>
            up to {Tick} {formatGroupedInteger(head)}
          </button>
        )}
        {status === 'playing' && (
          <button type="button" onClick={() => void link.stopWorlds()}>
            Stop at {formatGroupedInteger(played.length)}
          </button>
        )}
        {status === 'playing' && left !== null && left >= LONG && (
          <span className="label">about {formatWallDuration(left)} left</span>
        )}
        {status === 'stopped' && isBegun && (
          <button type="button" onClick={() => void link.goOnWorlds()}>
            Go on
          </button>
        )}
      </div>
      <AskedCost worlds={worlds} />
      {isDeciderComparison(worlds) && (
        <p className={sweep.other}>
          <button
            type="button"
            className={styles.again}
            onClick={() => void link.playWorlds({ worlds: plan.worlds })}
          >
            Worlds of the model alone
          </button>
        </p>
      )}
      {!isPairPlan(worlds) && plan.subject === null && (
        <p className={sweep.other}>
          {!isSweep && worlds.asking !== null && (
            <button
              type="button"
              className={styles.again}
              title="the same worlds, decided by the built-in policy: what the model changes"
              onClick={() => void link.playWorlds({ worlds: plan.worlds, isAgainstPolicy: true })}
            >
              Against the policy
            </button>
          )}
          {isSweep && (
            <button
              type="button"
              className={styles.again}
              onClick={() => void link.playWorlds({ worlds: worlds.asking === null ? 200 : 20 })}
            >
              Other seeds of this set-up
            </button>
          )}
          <button
            type="button"
            className={styles.again}
            aria-expanded={isVaried}
            onClick={() => setVaried(!isVaried)}
          >
            {isSweep ? 'Vary another parameter…' : 'Vary a parameter…'}
          </button>
        </p>
      )}
      {isVaried && <SweepForm />}
    </>
  );
}
