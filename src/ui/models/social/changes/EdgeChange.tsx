import { useId, useState } from 'react';
import { formatAgentId } from '../../../../engine/core/indices.ts';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
import { findTypedAgent, type Meant, suggestAgents } from '../agentSearch.ts';
import { createIntervention, getNextTick, useInterventions } from './createIntervention.ts';
import styles from './FromHereOn.module.css';

interface Props {
  readonly agent: number;
  readonly name: string;
}

/** Has an agent follow somebody, or no longer. */
export function EdgeChange({ agent, name }: Props) {
  const id = useId();
  const commands = useCommands();
  const tick = usePage(getNextTick);
  const changes = useInterventions();
  const names = usePage(({ run }) => run?.info.names ?? NO_AGENTS);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const follow = (isThere: boolean) => {
    const found: Meant = findTypedAgent(text, names, agent);
    if ('problem' in found) return setProblem(found.problem);
    const on = [formatAgentId(agent), formatAgentId(found.agent)];
    const [deedName, opposite] = isThere ? ['add_edge', 'cut_edge'] : ['cut_edge', 'add_edge'];
    const before = changes.find(
      change => change.tick === tick && change.name === opposite && change.on.join() === on.join(),
    );
    void commands.fork(createIntervention(tick, deedName, ...on), before);
  };
  return (
    <form
      className={styles.row}
      onSubmit={event => {
        event.preventDefault();
        follow(true);
      }}
    >
      <label htmlFor={id}>Follows</label>
      <input
        id={id}
        list={`${id}-names`}
        value={text}
        placeholder="name or agent_012"
        autoComplete="off"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={event => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
      <datalist id={`${id}-names`}>
        {suggestAgents(text, names, agent).map(other => (
          <option key={other} value={formatAgentId(other)}>
            {names[other]}
          </option>
        ))}
      </datalist>
      <span>
        <button type="submit" title={`from Round ${tick} on ${name} gets what this one posts`}>
          Follow
        </button>
        <button
          type="button"
          title={`from Round ${tick} on ${name} gets no more of what this one posts`}
          onClick={() => follow(false)}
        >
          Unfollow
        </button>
      </span>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}

const NO_AGENTS: readonly string[] = [];
