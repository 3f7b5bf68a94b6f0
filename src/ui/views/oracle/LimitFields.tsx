import { useId, useState } from 'react';
import { checkOracleLimits } from '../../../engine/oracle/checkOracleSetup.ts';
import type { Limits } from '../../../engine/oracle/oracleSetup.ts';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import styles from './OraclePanel.module.css';

/** Labels by limit, with the model's word for a tick. */
const LIMIT_FIELDS: readonly (readonly [keyof Limits, label: (tick: string) => string])[] = [
  ['callsPerRun', () => 'calls in this run'],
  ['tokensPerRun', () => 'tokens in this run'],
  ['callsPerRound', tick => `calls in a ${tick}`],
  ['tokensPerRound', tick => `tokens in a ${tick}`],
  ['deadline', () => 'deadline per question, seconds'],
  ['unusable', () => 'unusable answers in a row, then a pause'],
];

/** Limits on the model's use. All can be changed while it plays. */
export function LimitFields({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  const { tick, person } = usePage(getCurrentModelWords);
  return (
    <section className={styles.part} aria-label="Limits">
      <h3>Limits</h3>
      {LIMIT_FIELDS.map(([name, label]) => (
        <LimitField key={name} name={name} label={label(tick)} limits={limits} onChange={onChange} />
      ))}
      <p className="label">
        Empty means no limit. When calls or tokens are spent, the policy answers, source “budget”; an answer
        after the deadline is late: the {person[0]} stays, and is asked again.
      </p>
    </section>
  );
}

interface FieldProps {
  readonly name: keyof Limits;
  readonly label: string;
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

function LimitField({ name, label, limits, onChange }: FieldProps) {
  const id = useId();
  const store = usePageStore();
  const [text, setText] = useState<string | null>(null);
  const value = limits[name];
  const commit = () => {
    if (text === null) return;
    setText(null);
    const digits = text.replaceAll(',', '').trim();
    const next = { ...limits, [name]: digits === '' ? null : Number(digits) };
    try {
      checkOracleLimits(next);
      if (next[name] !== value) onChange(next);
    } catch (error) {
      store
        .getState()
        .notify('error', `${(error as Error).message.replace('NaN', `"${text}"`)}; it stays as it was`);
    }
  };
  return (
    <div className={styles.limit}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        placeholder="none"
        value={
          text ?? (value === null ? '' : name === 'deadline' ? String(value) : formatGroupedInteger(value))
        }
        onChange={event => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={event => event.key === 'Enter' && commit()}
      />
    </div>
  );
}
