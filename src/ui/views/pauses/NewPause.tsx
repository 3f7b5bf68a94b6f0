import { useEffect, useId, useState } from 'react';
import { formatAgentId } from '../../../engine/core/indices.ts';
import type { ChartInfo } from '../../../workers/protocol/api.ts';
import { useLink, usePage } from '../../hooks/hooks.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { describeStateName, getTriggerLabel } from '../../words/chartWords.ts';
import {
  buildPauseCondition,
  COMPARED,
  KINDS,
  OF_ONE,
  OF_VALUE,
  type PauseKind,
  type PauseParts,
} from './buildPauseCondition.ts';
import { completeCondition, listTriggerWays } from './completeCondition.ts';
import { findInformativeState } from './findInformativeState.ts';
import styles from './Pauses.module.css';

type Choice = readonly [id: string, words: string];

/** Puts a condition together, or takes it as it is written. */
export function NewPause() {
  const link = useLink();
  const id = useId();
  const names = useNames();
  const agent = usePage(state => getInspectedAgent(state.selection));
  const person = usePage(({ run }) => (agent === null ? null : (run?.info.names[agent] ?? null)));
  const [parts, setParts] = useState<PauseParts>(UNCHOSEN);
  const [isOwn, setOwn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Where it was chosen it stays, whatever the run comes to.
  const [telling] = useState(usePage(({ run }) => run && findInformativeState(run)));
  const { kind } = parts;
  const set = (part: Partial<PauseParts>) => {
    setParts({ ...parts, ...part });
    setProblem(null);
  };
  const choices = names.choicesOf(kind);
  const name = choices.some(([one]) => one === parts.name)
    ? parts.name
    : (choices.find(([one]) => one === telling) ?? choices[0] ?? [''])[0];
  const canBeOwn = OF_ONE.includes(kind) && agent !== null;
  const who = agent !== null && (kind === 'moves' || (canBeOwn && isOwn)) ? formatAgentId(agent) : null;
  const text = buildPauseCondition({ ...parts, name, who });
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        void link.addPause(text).then(setProblem);
      }}
    >
      <select
        aria-label="What happens"
        value={kind}
        onChange={event => set({ kind: event.target.value as PauseKind, by: '>=' })}
      >
        {Object.entries(KINDS).map(([one, words]) => (
          <option key={one} value={one} disabled={one === 'moves' && agent === null}>
            {one === 'moves' && person !== null ? `${person} moves` : words}
          </option>
        ))}
      </select>
      {choices.length > 0 && (
        <Select label="Of what" value={name} choices={choices} onChange={one => set({ name: one })} />
      )}
      {OF_VALUE.includes(kind) && (
        <>
          <Select
            label="Compared"
            value={parts.by}
            choices={kind === 'value' ? COMPARISONS : COMPARISONS.slice(0, 4)}
            onChange={by => set({ by: by as PauseParts['by'] })}
          />
          <input
            aria-label="Value"
            size={5}
            value={parts.value}
            onChange={event => set({ value: event.target.value })}
          />
        </>
      )}
      {kind === 'written' && (
        <>
          <input
            aria-label="Condition"
            className={`${styles.written} mono`}
            list={`${id}-ways`}
            placeholder="any agent: ticks_in_state > 20 and …"
            autoComplete="off"
            spellCheck={false}
            value={parts.written}
            onChange={event => set({ written: event.target.value })}
          />
          <datalist id={`${id}-ways`}>
            {completeCondition(parts.written, names).map(one => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
      {canBeOwn && (
        <label>
          <input type="checkbox" checked={isOwn} onChange={event => setOwn(event.target.checked)} /> only{' '}
          {person}
        </label>
      )}
      <button type="submit" disabled={text === ''}>
        Add
      </button>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}

const UNCHOSEN: PauseParts = { kind: 'enters', name: '', by: '>=', value: '10', who: null, written: '' };
const COMPARISONS: readonly Choice[] = Object.entries(COMPARED);

function Select(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (id: string) => void;
}) {
  const { label, value, choices, onChange } = props;
  return (
    <select aria-label={label} value={value} onChange={event => onChange(event.target.value)}>
      {choices.map(([id, words]) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** What conditions of the run on the screen can name, and what there is to choose for each kind. */
function useNames() {
  const link = useLink();
  const chart = usePage(state => state.run?.info.chart);
  const info = usePage(state => state.run?.info);
  const all = (info?.outcomes ?? []).filter(
    ({ needs }) => needs === undefined || Boolean(info?.config.parameters[needs]),
  );
  const epoch = usePage(state => state.run?.info.epoch);
  const [values, setValues] = useState<readonly string[]>([]);
  useEffect(() => {
    let isWanted = epoch !== undefined;
    link.agentValues().then(
      names => isWanted && setValues(names),
      // Without a run there is nothing to choose.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [link, epoch]);
  const states = chart?.states ?? [];
  const triggers = listTriggerWays(chart?.transitions ?? []);
  const choicesOf = (kind: PauseKind): readonly Choice[] => {
    if (kind === 'enters' || kind === 'state') return states.map(id => [id, describeStateName(chart, id)]);
    if (kind === 'takes') return triggers.map(id => [id, formatTriggerOption(chart, id)]);
    if (kind === 'outcome') return all.map(one => [one.name, one.label.toLowerCase()]);
    return kind === 'value' ? values.map(id => [id, id]) : [];
  };
  return { states, triggers, outcomes: all.map(one => one.name), values, choicesOf };
}

/** A trigger with what the page calls it elsewhere. */
function formatTriggerOption(chart: ChartInfo | undefined, trigger: string): string {
  const label = getTriggerLabel(chart, trigger);
  return label === trigger ? trigger : `${trigger} (${label})`;
}
