import { useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatAgentId } from '../../../engine/core/indices.ts';
import type { ChartInfo } from '../../../workers/protocol/api.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { RunState } from '../../state/pageState.ts';
import type { Pause } from '../../state/pausesState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { describeStateName, getTriggerLabel } from '../../words/chartLabels.ts';
import styles from './Pauses.module.css';

/** Names that conditions of a run can use. */
interface PauseNames {
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly outcomes: readonly string[];
  /** Per-agent values. */
  readonly values: readonly string[];
}

/** Most that are offered. */
const MAX_COMPLETIONS = 40;

/** Completions of a condition that the user types, each as the whole resulting text. */
export function completeCondition(text: string, names: PauseNames): readonly string[] {
  const [, before, word] = /^(.*?)([^\s:()]*)$/s.exec(text) ?? ['', '', ''];
  return listNextWords(before, names)
    .filter(one => one.startsWith(word) && one !== word)
    .slice(0, MAX_COMPLETIONS)
    .map(one => before + one);
}

function listNextWords(
  before: string,
  { states, triggers, outcomes, values }: PauseNames,
): readonly string[] {
  if (before.includes(':')) return [...values, 'and ', 'or ', 'not '];
  if (/(^|\s)enters\s+$/.test(before)) return states;
  if (/(^|\s)takes\s+$/.test(before)) return triggers;
  if (/^\s*agent_\d+\s+$/.test(before)) return ['enters ', 'takes ', 'moves', 'gets stuck'];
  if (before.trim() !== '') return [];
  return ['round ', 'any agent: ', 'enters ', 'takes ', 'fails', 'gets stuck', ...outcomes, ...states];
}

/** The triggers, and of one that leads to several states each of those. */
export function listTriggerWays(
  transitions: readonly { readonly trigger: string; readonly target: string }[],
): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const { trigger, target } of transitions)
    targets.set(trigger, (targets.get(trigger) ?? new Set()).add(target));
  return [...targets].flatMap(([trigger, all]) => [
    trigger,
    ...(all.size > 1 ? [...all].map(target => `${trigger} to ${target}`) : []),
  ]);
}

/** Pause conditions, and links to the next and the last round that meets one. */
export function PausesDialog({ onClose }: { readonly onClose: () => void }) {
  const commands = useCommands();
  const all = usePage(state => state.pauses);
  const isOn = all.some(one => one.isOn);
  const phase = usePage(state => state.phase);
  const { tick } = usePage(getCurrentModelWords);
  // Its button is in the footer, which is a landmark of its own.
  return createPortal(
    <Dialog title="Pause when…" onClose={onClose}>
      <p>Playing pauses after the first {tick} that meets a condition; nothing about the run changes.</p>
      {all.length > 0 && (
        <ul className={styles.list}>
          {all.map(one => (
            <PauseLine key={one.text} pause={one} />
          ))}
        </ul>
      )}
      <NewPause />
      <p className={styles.ways}>
        <button
          type="button"
          disabled={!isOn || phase !== 'paused'}
          onClick={() => {
            onClose();
            void commands.toggle();
          }}
        >
          Play to the next
        </button>
        <button
          type="button"
          disabled={!isOn || phase !== 'paused'}
          onClick={() => {
            onClose();
            void commands.backToMet();
          }}
        >
          Back to the last one
        </button>
        {!isOn && (
          <span className="label">
            {all.length === 0 ? 'once a condition is added' : 'once one is switched on'}
          </span>
        )}
      </p>
    </Dialog>,
    document.body,
  );
}

function PauseLine({ pause: { text, isOn, fits, hits } }: { readonly pause: Pause }) {
  const commands = useCommands();
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={event => void commands.setPause(text, { isOn: event.target.checked })}
        />{' '}
        <span className="mono">{text}</span>
      </label>
      <span className="label">
        {fits ? hits > 0 && `paused ${formatNounCount(hits, 'time')}` : 'not in this run'}
      </span>
      <button
        type="button"
        aria-label={`Remove “${text}”`}
        onClick={() => void commands.setPause(text, null)}
      >
        Remove
      </button>
    </li>
  );
}

/** Kinds of conditions that the panel puts together, in words. */
const CONDITION_KINDS = {
  round: 'the round is',
  enters: 'somebody enters',
  takes: 'somebody takes',
  outcome: 'an outcome is',
  state: 'a state holds so many',
  value: 'a value of an agent is',
  moves: 'the selected moves',
  fails: 'something fails',
  sticks: 'a rule finds somebody stuck',
  written: 'as written:',
} as const;
/** One of them. */
type PauseKind = keyof typeof CONDITION_KINDS;

/** Comparison operators in words; outcomes and counts use the first four. */
const COMPARISON_PHRASES = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
  '==': 'exactly',
  '!=': 'other than',
} as const;

/** The choices in the panel. */
interface PauseParts {
  readonly kind: PauseKind;
  /** Of what: a state, a trigger, an outcome, a value's name. */
  readonly name: string;
  readonly by: keyof typeof COMPARISON_PHRASES;
  readonly value: string;
  /** The agent's id, if it is about one alone. */
  readonly who: string | null;
  readonly written: string;
}

/** Kinds that may be about one agent alone. */
const OF_ONE: readonly PauseKind[] = ['enters', 'takes', 'value', 'sticks'];
/** Kinds that compare with a value. */
const OF_VALUE: readonly PauseKind[] = ['outcome', 'state', 'value'];

/** The condition as the engine reads it; '' if something is missing. */
function buildPauseCondition({ kind, name, by, value, who, written }: PauseParts): string {
  const whose = who === null ? '' : `${who} `;
  switch (kind) {
    case 'enters':
    case 'takes':
      return `${whose}${kind} ${name}`;
    case 'round':
      return value.trim() === '' ? '' : `round ${value.trim()}`;
    case 'outcome':
    case 'state':
      return `${name} ${by} ${value}`;
    case 'value':
      return name === '' || value === ''
        ? ''
        : `${who ?? 'any agent'}: ${name} ${by} ${formatPauseLiteral(value)}`;
    case 'moves':
      return who === null ? '' : `${who} moves`;
    case 'fails':
      return 'fails';
    case 'sticks':
      return `${whose}gets stuck`;
    case 'written':
      return written.trim();
  }
}

/** A value as an expression has it: numbers, True, False and None as they are, all else as a text. */
const formatPauseLiteral = (value: string): string =>
  /^(-?\d+(\.\d+)?|True|False|None|(["']).*\3)$/.test(value) ? value : JSON.stringify(value);

type ConditionChoice = readonly [id: string, words: string];

/** Puts a condition together, or takes it as it is written. */
function NewPause() {
  const commands = useCommands();
  const id = useId();
  const names = useNames();
  const agent = usePage(state => getInspectedAgent(state.selection));
  const person = usePage(({ run }) => (agent === null ? null : (run?.info.names[agent] ?? null)));
  const [parts, setParts] = useState<PauseParts>(UNCHOSEN);
  const [isOwn, setOwn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The initial choice stays, however the run develops.
  const [informative] = useState(usePage(({ run }) => run && findInformativeState(run)));
  const { kind } = parts;
  const { tick } = usePage(getCurrentModelWords);
  const set = (part: Partial<PauseParts>) => {
    setParts({ ...parts, ...part });
    setProblem(null);
  };
  const choices = names.choicesOf(kind);
  const name = choices.some(([one]) => one === parts.name)
    ? parts.name
    : (choices.find(([one]) => one === informative) ?? choices[0] ?? [''])[0];
  const canBeOwn = OF_ONE.includes(kind) && agent !== null;
  const who = agent !== null && (kind === 'moves' || (canBeOwn && isOwn)) ? formatAgentId(agent) : null;
  const text = buildPauseCondition({ ...parts, name, who });
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        void commands.addPause(text).then(setProblem);
      }}
    >
      <select
        aria-label="Event"
        title="Event"
        value={kind}
        onChange={event => set({ kind: event.target.value as PauseKind, by: '>=' })}
      >
        {Object.entries(CONDITION_KINDS).map(([one, words]) => (
          <option key={one} value={one} disabled={one === 'moves' && agent === null}>
            {one === 'moves' && person !== null
              ? `${person} moves`
              : one === 'round'
                ? `the ${tick} is`
                : words}
          </option>
        ))}
      </select>
      {choices.length > 0 && (
        <Select label="Of what" value={name} choices={choices} onChange={one => set({ name: one })} />
      )}
      {(OF_VALUE.includes(kind) || kind === 'round') && (
        <>
          {kind !== 'round' && (
            <Select
              label="Compared"
              value={parts.by}
              choices={kind === 'value' ? COMPARISONS : COMPARISONS.slice(0, 4)}
              onChange={by => set({ by: by as PauseParts['by'] })}
            />
          )}
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
            title="Condition"
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
const COMPARISONS: readonly ConditionChoice[] = Object.entries(COMPARISON_PHRASES);

function Select(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly ConditionChoice[];
  readonly onChange: (id: string) => void;
}) {
  const { label, value, choices, onChange } = props;
  return (
    <select aria-label={label} title={label} value={value} onChange={event => onChange(event.target.value)}>
      {choices.map(([id, words]) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** Names that conditions can use in this run, and the choices for each kind. */
function useNames() {
  const commands = useCommands();
  const chart = usePage(state => state.run?.info.chart);
  const info = usePage(state => state.run?.info);
  const all = (info?.outcomes ?? []).filter(
    ({ needs }) => needs === undefined || Boolean(info?.config.parameters[needs]),
  );
  const epoch = usePage(state => state.run?.info.epoch);
  const [values, setValues] = useState<readonly string[]>([]);
  useEffect(() => {
    let isWanted = epoch !== undefined;
    commands.agentValues().then(
      names => isWanted && setValues(names),
      // Without a run there is nothing to choose.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [commands, epoch]);
  const states = chart?.states ?? [];
  const triggers = listTriggerWays(chart?.transitions ?? []);
  const choicesOf = (kind: PauseKind): readonly ConditionChoice[] => {
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

/**
 * The most informative state to enter: the first without a way out; else, of the visited states, the one with the
 * fewest agents on average, except the initial one.
 */
export function findInformativeState({ info, columns }: Pick<RunState, 'info' | 'columns'>): string {
  const { states, initial, transitions } = info.chart;
  const others = states.filter(name => name !== initial);
  const final = others.find(name => !transitions.some(({ source }) => source === name));
  if (final !== undefined) return final;
  const mean = (name: string) => columns.meanCount(columns.first, columns.head, states.indexOf(name));
  const been = others.filter(name => mean(name) > 0).sort((a, b) => mean(a) - mean(b));
  return been[0] ?? others[0] ?? initial;
}
