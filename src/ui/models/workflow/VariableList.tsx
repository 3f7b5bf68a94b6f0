import { useState } from 'react';
import type { VariableLine, WorkflowDetail } from '../../../engine/models/workflow/reports/detail.ts';
import { escapeInvisibleText } from '../../lib/words.ts';
import { Heading } from '../../views/bar/Heading.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import styles from './Workflow.module.css';

/** World variables that are always shown. */
const FIRST = new Set(['balance', 'hand', 'success_rate', 'progress_percent']);

interface Props {
  readonly trader: WorkflowDetail;
  /** The tick that `trader` describes. */
  readonly tick: number;
}

/** Variables that prompts can name in the agent's next turn. Its own come first, each with the step that set it. */
export function VariableList({ trader, tick }: Props) {
  const [all, setAll] = useState(false);
  const { variables } = trader;
  const own = variables.filter(({ step }) => step !== null);
  const world = variables.filter(({ step }) => step === null);
  const setters = new Set(own.map(({ step }) => step));
  const shown = [...own, ...world.filter(({ name }) => all || FIRST.has(name))];
  const next = trader.stopped ? 'context that it would have in' : 'context for the next turn,';
  return (
    <>
      <Heading title={`${next} Tick ${tick + 1}`}>
        {setters.size === 1 && `set by ${[...setters][0]}`}
      </Heading>
      <dl className={styles.variables}>
        {shown.map(line => (
          <Variable key={line.name} line={line} hasSetter={setters.size > 1} />
        ))}
      </dl>
      <button type="button" className={inspector.link} aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'fewer' : `all ${variables.length} that prompts can name`}
      </button>
    </>
  );
}

function Variable({ line, hasSetter }: { readonly line: VariableLine; readonly hasSetter: boolean }) {
  const { name, value, step, tick } = line;
  const by = step === null ? 'set by the world' : `set by ${step}${tick === null ? '' : `, tick ${tick}`}`;
  return (
    <div title={`${name} = ${escapeInvisibleText(value)}, ${by}`}>
      <dt className="mono">{name}</dt>
      <dd className={styles.by}>
        {step === null
          ? ''
          : hasSetter
            ? `${step}${tick === null ? '' : `, ${tick}`}`
            : tick !== null && `tick ${tick}`}
      </dd>
      <dd className={styles.value}>{escapeInvisibleText(value)}</dd>
    </div>
  );
}
