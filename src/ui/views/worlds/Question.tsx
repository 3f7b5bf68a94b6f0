import { type Dispatch, useEffect, useId, useState } from 'react';
import type { ParameterDefinition } from '../../../engine/parameters/parameterDefinition.ts';
import type { WorldsQuestion } from '../../contract/pageCommands.ts';
import { useCalmPage, useCommands, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { describeDecider } from '../../words/describeDecider.ts';
import { formatWallDuration } from '../../words/roughAmounts.ts';
import { isDeciderComparison, isPairPlan } from '../../worlds/courses.ts';
import {
  countAskedWorlds,
  describeAskedWorlds,
  describeAskingProgress,
  describeExceededLimits,
  describeWorldsCost,
  findPlanModel,
} from '../../worlds/describeAskedWorlds.ts';
import { describeWorldsQuestion } from '../../worlds/describeWorldsQuestion.ts';
import { formatSweepAxis, proposeSweepAxis, type SweepAxis } from '../../worlds/proposeSweepAxis.ts';
import { listWorldCounts } from '../../worlds/worldsQuestion.ts';
import { OtherDesign } from './OtherDesign.tsx';
import sweep from './Sweep.module.css';
import sweepFormStyles from './Sweep.module.css';
import styles from './Worlds.module.css';

/** Seconds from which on the remaining time is shown. */
const ANNOUNCED_WAIT_SECONDS = 10;

/** The question that was asked, but for how many worlds. */
function getRepeatedQuestion(worlds: Worlds): Omit<WorldsQuestion, 'worlds'> {
  const { plan, sweep } = worlds;
  const { rounds } = plan;
  if (isDeciderComparison(worlds)) return { rounds, isAgainstPolicy: true };
  return isPairPlan(worlds)
    ? { rounds, isAgainstUnchanged: true, from: plan.from }
    : { rounds, subject: plan.subject, from: plan.from, sweep };
}

/** The subject that is played again, and the effect of its choice on the result. */
const describeSubject = (subject: string | null): string | undefined =>
  subject === null
    ? undefined
    : `${subject}; one that was chosen as the largest comes out smaller on average (regression to the mean)`;

/** The question, with its number of worlds; buttons stop and continue it. */
export function Question({ worlds }: { readonly worlds: Worlds }) {
  const commands = useCommands();
  const { Tick } = usePage(getCurrentModelWords);
  const { plan, played, status, left } = worlds;
  const asked = usePage(({ run }) => describeWorldsQuestion(worlds, Tick, run?.info));
  const head = useCalmPage(state => state.head);
  const [isVaried, setVaried] = useState(false);
  const isSweep = worlds.sweep.length > 0;
  // Typed values stay until they are played.
  useEffect(() => setVaried(false), [plan]);
  const again = getRepeatedQuestion(worlds);
  const isBegun = worlds.asking === null || worlds.asking.asked !== null;
  return (
    <>
      <div className={styles.sentence}>
        <select
          aria-label="Number of worlds"
          title="Number of worlds"
          value={plan.worlds}
          onChange={event => void commands.playWorlds({ worlds: Number(event.target.value), ...again })}
        >
          {listWorldCounts(worlds).map(count => (
            <option key={count} value={count}>
              {formatGroupedInteger(count)}
            </option>
          ))}
        </select>
        <span title={describeSubject(plan.subject)}>{asked},</span>
        <Horizon worlds={worlds} again={again} />
        {head > plan.rounds && (
          <button
            type="button"
            onClick={() => void commands.playWorlds({ worlds: plan.worlds, ...again, rounds: head })}
          >
            up to {Tick} {formatGroupedInteger(head)}
          </button>
        )}
        {status === 'playing' && (
          <button type="button" onClick={() => void commands.stopWorlds()}>
            Stop at {formatGroupedInteger(played.length)}
          </button>
        )}
        {status === 'playing' && left !== null && left >= ANNOUNCED_WAIT_SECONDS && (
          <span className="label">about {formatWallDuration(left)} left</span>
        )}
        {status === 'stopped' && isBegun && (
          <button type="button" onClick={() => void commands.goOnWorlds()}>
            Go on
          </button>
        )}
      </div>
      <Unended worlds={worlds} again={again} />
      <AskedCost worlds={worlds} />
      {isDeciderComparison(worlds) && (
        <p className={sweep.other}>
          <button
            type="button"
            className={styles.again}
            onClick={() => void commands.playWorlds({ worlds: plan.worlds, rounds: plan.rounds })}
          >
            Worlds of the model alone
          </button>
        </p>
      )}
      {isPairPlan(worlds) && !isDeciderComparison(worlds) && <OtherDesign worlds={worlds} />}
      {!isPairPlan(worlds) && plan.subject === null && (
        <p className={sweep.other}>
          {!isSweep && worlds.asking !== null && (
            <button
              type="button"
              className={styles.again}
              title="the same worlds, decided by the built-in policy: what the model changes"
              onClick={() =>
                void commands.playWorlds({
                  worlds: plan.worlds,
                  rounds: plan.rounds,
                  isAgainstPolicy: true,
                })
              }
            >
              Against the policy
            </button>
          )}
          {isSweep && (
            <button
              type="button"
              className={styles.again}
              onClick={() =>
                void commands.playWorlds({
                  worlds: worlds.asking === null ? 200 : 20,
                  rounds: plan.rounds,
                })
              }
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
      {isVaried && <SweepForm rounds={plan.rounds} />}
    </>
  );
}

interface HorizonProps {
  readonly worlds: Worlds;
  readonly again: Omit<WorldsQuestion, 'worlds'>;
}

/** The last tick of the worlds, which need not be that of the run. */
function Horizon({ worlds: { plan }, again }: HorizonProps) {
  const commands = useCommands();
  const { Tick } = usePage(getCurrentModelWords);
  const [text, setText] = useState(String(plan.rounds));
  useEffect(() => setText(String(plan.rounds)), [plan]);
  const submit = () => {
    if (text.trim() === '' || Number(text) === plan.rounds) setText(String(plan.rounds));
    else void commands.playWorlds({ worlds: plan.worlds, ...again, rounds: Number(text) });
  };
  return (
    <label className={styles.horizon}>
      up to {Tick}
      <input
        type="number"
        min={Math.max(1, plan.from ?? 1)}
        step={1}
        value={text}
        onChange={event => setText(event.target.value)}
        onBlur={submit}
        onKeyDown={event => event.key === 'Enter' && submit()}
      />
    </label>
  );
}

/** Worlds in which more can happen, where others have come to an end: what they come to is not final. */
function Unended({ worlds: { plan, played, asking }, again }: HorizonProps) {
  const commands = useCommands();
  const { Tick } = usePage(getCurrentModelWords);
  const unended = played.filter(({ rounds }) => rounds === plan.rounds).length;
  if (unended === 0 || unended === played.length) return null;
  const further = plan.rounds * 2;
  return (
    <p className={`label ${styles.note}`}>
      {formatGroupedInteger(unended)} of {formatGroupedInteger(played.length)} worlds had not ended at {Tick}{' '}
      {formatGroupedInteger(plan.rounds)}.{' '}
      {asking === null && (
        <button
          type="button"
          className={styles.again}
          onClick={() => void commands.playWorlds({ worlds: plan.worlds, ...again, rounds: further })}
        >
          Play them to {Tick} {formatGroupedInteger(further)}
        </button>
      )}
    </p>
  );
}

/** Requests to a language model for the worlds, planned and made; null if the policy decides in all. */
function AskedCost({ worlds }: { readonly worlds: Worlds }) {
  const commands = useCommands();
  const { tick } = usePage(getCurrentModelWords);
  // The limits of the present: they can be raised meanwhile.
  const present = usePage(({ run }) => run?.setup.oracle);
  const { asking, status, plan } = worlds;
  const model = findPlanModel(worlds);
  if (asking === null || model === null) return null;
  const { soFar, asked } = asking;
  const { left } = countAskedWorlds(worlds);
  const isOwn = present?.kind === model.kind && present.model === model.model;
  const limits = isOwn ? present : model;
  const isBegun = asked !== null;
  return (
    <section aria-label="Requests to the model">
      {status === 'stopped' && soFar !== null && left > 0 && (
        <p className={`label ${styles.note}`}>
          {describeDecider(model)} decides in each of them. {describeWorldsCost(soFar, left, tick)}{' '}
          {describeExceededLimits(soFar, left, asked, limits)}
        </p>
      )}
      {asked !== null && (
        <p className={`label ${styles.note}`}>
          {describeAskedWorlds(asked)}{' '}
          {status === 'playing' && describeAskingProgress(asked, plan.rounds, tick)}
        </p>
      )}
      {status === 'stopped' && !isBegun && (
        <p className={styles.note}>
          <button
            type="button"
            className={styles.ask}
            disabled={soFar === null}
            onClick={() => void commands.goOnWorlds()}
          >
            Ask {describeDecider(model)}
          </button>
        </p>
      )}
    </section>
  );
}

/** Worlds of each set-up. */
const EACH = 20;

/** Asks for worlds over the values of one parameter, or of two. @param rounds the last of the worlds so far */
function SweepForm({ rounds }: { readonly rounds: number }) {
  const commands = useCommands();
  const parameters = usePage(state => state.run?.info.parameters) ?? [];
  const swept = parameters.filter(({ kind, oldUntil }) => kind !== 'boolean' && oldUntil === undefined);
  const config = usePage(state => state.run?.info.config);
  const propose = (one: ParameterDefinition) =>
    proposeSweepAxis(one, Number(config?.parameters[one.name] ?? 0), config?.agents);
  const [axes, setAxes] = useState<readonly SweepAxis[]>(() => swept.slice(0, 1).map(propose));
  const change = (at: number) => (axis: SweepAxis) =>
    setAxes(axes.map((other, i) => (i === at ? axis : other)));
  const rest = swept.filter(({ name }) => !axes.some(axis => axis.name === name));
  if (axes.length === 0) return <p className="label">This model has no parameter to vary.</p>;
  return (
    <form
      className={sweepFormStyles.sweep}
      aria-label="Vary parameters"
      onSubmit={event => {
        event.preventDefault();
        void commands.playWorlds({
          worlds: EACH,
          rounds,
          sweep: axes.map(formatSweepAxis),
        });
      }}
    >
      {axes.map((axis, i) => (
        <AxisFields
          key={axis.name}
          axis={axis}
          choices={[...swept.filter(({ name }) => name === axis.name), ...rest]}
          start={name => propose(swept.find(one => one.name === name)!)}
          onChange={change(i)}
        />
      ))}
      <p>
        <button type="submit">Play {EACH} worlds of each</button>
        {axes.length === 1 && rest.length > 0 ? (
          <button type="button" onClick={() => setAxes([...axes, propose(rest[0])])}>
            and a second one
          </button>
        ) : (
          axes.length > 1 && (
            <button type="button" onClick={() => setAxes(axes.slice(0, 1))}>
              only the first
            </button>
          )
        )}
      </p>
    </form>
  );
}

interface AxisProps {
  readonly axis: SweepAxis;
  readonly choices: readonly ParameterDefinition[];
  /** Suggested values of a parameter. */
  readonly start: (name: string) => SweepAxis;
  readonly onChange: Dispatch<SweepAxis>;
}

function AxisFields({ axis, choices, start, onChange }: AxisProps) {
  const id = useId();
  const field = (name: 'from' | 'to' | 'step') => (
    <label>
      {name}{' '}
      <input
        inputMode="decimal"
        size={5}
        value={axis[name]}
        onChange={event => onChange({ ...axis, [name]: event.target.value })}
      />
    </label>
  );
  return (
    <p>
      <select
        id={id}
        aria-label="Parameter"
        title="Parameter"
        value={axis.name}
        onChange={event => onChange(start(event.target.value))}
      >
        {choices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      {axis.values ? (
        choices
          .find(({ name }) => name === axis.name)
          ?.choices?.map(choice => (
            <label key={choice}>
              <input
                type="checkbox"
                checked={axis.values?.includes(choice)}
                onChange={event => onChange(withChoice(axis, choice, event.target.checked))}
              />
              {choice.replaceAll('_', ' ')}
            </label>
          ))
      ) : (
        <>
          {field('from')} {field('to')} {field('step')}
        </>
      )}
    </p>
  );
}

/** An axis with one of a choice's values more or less; the last two stay, as there is nothing to compare with one. */
function withChoice(axis: SweepAxis, choice: string, isWanted: boolean): SweepAxis {
  const { values = [] } = axis;
  const rest = values.filter(value => value !== choice);
  if (!isWanted) return rest.length < 2 ? axis : { ...axis, values: rest };
  return { ...axis, values: [...rest, choice] };
}
