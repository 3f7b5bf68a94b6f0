import { useId, useState } from 'react';
import { parseParameterValue } from '../../../engine/checks/checkParameter.ts';
import type { ParameterDefinition, ParameterValue } from '../../../engine/parameters/parameterDefinition.ts';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatQuotedField, replaceTickWord } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { formatParameterValue } from '../../store/changedParameters.ts';
import styles from './SetupRail.module.css';

interface Props {
  readonly parameter: ParameterDefinition;
  readonly value: ParameterValue;
  /** The preset's value, when there is one. */
  readonly preset: ParameterValue | undefined;
  readonly onChange: (value: ParameterValue) => void;
  /** Called for an invalid number, which is reported. */
  readonly onRefuse?: (() => void) | undefined;
}

/** One parameter: its name, value, unit and meaning. A number takes effect on Enter or when the field is left. */
export function ParameterField({ parameter, value, preset, onChange, onRefuse }: Props) {
  const id = useId();
  const { tick } = usePage(getCurrentModelWords);
  const changed = preset !== undefined && preset !== value;
  const options: readonly ParameterValue[] | undefined =
    parameter.choices ?? (parameter.called && [false, true]);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={changed ? styles.changed : undefined}>
        {parameter.label}
      </label>
      {options !== undefined ? (
        <select
          id={id}
          aria-describedby={`${id}-meaning`}
          value={String(value)}
          onChange={event => onChange(parseParameterValue(event.target.value))}
        >
          {options.map(one => (
            <option key={String(one)} value={String(one)}>
              {formatParameterValue(parameter, one)}
            </option>
          ))}
        </select>
      ) : parameter.kind === 'boolean' ? (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={event => onChange(event.target.checked)}
        />
      ) : (
        <NumberInput {...{ id, parameter, onChange, onRefuse }} value={Number(value)} />
      )}
      <span className="label">{replaceTickWord(parameter.unit, tick)}</span>
      <p className={`label ${styles.meaning}`} id={`${id}-meaning`}>
        {replaceTickWord(parameter.meaning, tick)}
        {changed &&
          ` The ${parameter.declared ? 'chart' : 'preset'} has ${formatParameterValue(parameter, preset)}.`}
      </p>
    </div>
  );
}

interface NumberProps extends Pick<Props, 'parameter' | 'onRefuse'> {
  readonly id: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function NumberInput({ id, parameter, value, onChange, onRefuse }: NumberProps) {
  const store = usePageStore();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft === null) return;
    setDraft(null);
    const next = Number(draft);
    if (next === value) return;
    const whole = parameter.kind !== 'integer' || Number.isInteger(next);
    if (draft.trim() !== '' && whole && next >= parameter.min && next <= parameter.max) return onChange(next);
    const want = `${parameter.kind === 'integer' ? 'a whole number' : 'a number'} from ${parameter.min} to ${parameter.max}`;
    store
      .getState()
      .notify('error', `${formatQuotedField(parameter.label, draft)}: must be ${want}. It stays ${value}.`);
    onRefuse?.();
  };
  return (
    <input
      id={id}
      type="number"
      aria-describedby={`${id}-meaning`}
      min={parameter.min}
      max={parameter.max}
      step={parameter.step}
      value={draft ?? String(value)}
      onChange={event => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={event => event.key === 'Enter' && commit()}
    />
  );
}
