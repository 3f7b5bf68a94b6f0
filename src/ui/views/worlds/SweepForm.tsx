import { type Dispatch, useId, useState } from 'react';
import type { ParameterDefinition } from '../../../engine/parameters/parameters.ts';
import { useLink, usePage } from '../../hooks/hooks.ts';
import styles from './Sweep.module.css';

/** A parameter and its values, as they are typed. */
interface Axis {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

/** Values of a parameter that is swept unless somebody says otherwise, about. */
const STEPS = 8;

/** Worlds of each set-up. */
const EACH = 20;

/** Asks for worlds over the values of one parameter, or of two. */
export function SweepForm() {
  const link = useLink();
  const parameters = usePage(state => state.run?.info.parameters) ?? [];
  const swept = parameters.filter(({ kind, oldUntil }) => kind !== 'boolean' && oldUntil === undefined);
  const config = usePage(state => state.run?.info.config);
  const presentOf = (name: string) => Number(config?.parameters[name] ?? 0);
  const [axes, setAxes] = useState<readonly Axis[]>(() =>
    swept.slice(0, 1).map(one => createSweepAxis(one, presentOf(one.name))),
  );
  const change = (at: number) => (axis: Axis) => setAxes(axes.map((other, i) => (i === at ? axis : other)));
  const rest = swept.filter(({ name }) => !axes.some(axis => axis.name === name));
  if (axes.length === 0) return <p className="label">This model has no parameter to vary.</p>;
  return (
    <form
      className={styles.sweep}
      aria-label="Vary parameters"
      onSubmit={event => {
        event.preventDefault();
        void link.playWorlds({
          worlds: EACH,
          sweep: axes.map(({ name, from, to, step }) => `${name}=${from}:${to}:${step}`),
        });
      }}
    >
      {axes.map((axis, i) => (
        <AxisFields
          key={axis.name}
          axis={axis}
          choices={[...swept.filter(({ name }) => name === axis.name), ...rest]}
          start={name => createSweepAxis(swept.find(one => one.name === name)!, presentOf(name))}
          onChange={change(i)}
        />
      ))}
      <p>
        <button type="submit">Play {EACH} worlds of each</button>
        {axes.length === 1 && rest.length > 0 ? (
          <button
            type="button"
            onClick={() => setAxes([...axes, createSweepAxis(rest[0], presentOf(rest[0].name))])}
          >
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
  readonly axis: Axis;
  readonly choices: readonly ParameterDefinition[];
  /** What is offered of a parameter. */
  readonly start: (name: string) => Axis;
  readonly onChange: Dispatch<Axis>;
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
        value={axis.name}
        onChange={event => onChange(start(event.target.value))}
      >
        {choices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      {field('from')} {field('to')} {field('step')}
    </p>
  );
}

/** From the least that is allowed, or nothing, to twice the present value, which is one of the steps. */
function createSweepAxis({ name, min, max, kind, step }: ParameterDefinition, value: number): Axis {
  const isWhole = kind === 'integer';
  const rough = value > 0 ? (2 * value) / STEPS : (max - min) / STEPS;
  const each = isWhole ? Math.max(step, Math.round(rough / step) * step) : Number(rough.toPrecision(3));
  const below = Math.floor((value - min) / each + 1e-9);
  const from = value - Math.min(below, STEPS / 2) * each;
  const to = Math.min(max, from + STEPS * each);
  const shown = (x: number) => String(Number(x.toPrecision(6)));
  return { name, from: shown(from), to: shown(to), step: shown(each) };
}
