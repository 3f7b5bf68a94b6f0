import { useId, useState } from 'react';
import { formatQuotedText } from '../../../../engine/core/formatQuotedText.ts';
import { formatAgentId } from '../../../../engine/core/indices.ts';
import { parseAgentNumber } from '../../../../engine/setup/setupChanges.ts';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
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

/** Most agents that are suggested. */
const MAX_AGENTS_SUGGESTED = 20;

/** The agent that was typed, or the reason for finding none. */
type Meant = { readonly agent: number } | { readonly problem: string };

/** The agent whose id or name was typed. @param self who cannot be meant */
function findTypedAgent(text: string, names: readonly string[], self: number): Meant {
  const typed = text.trim();
  if (typed === '') return { problem: 'Type a name, or an id such as agent_012.' };
  const own = parseAgentNumber(typed);
  const named = names.flatMap((name, agent) => (isSameAgentName(name, typed) ? [agent] : []));
  const agents = Number.isNaN(own) ? named : [own];
  const [agent = names.length] = agents;
  if (agents.length > 1)
    return {
      problem: `${agents.length} are called “${typed}”: type an id, such as ${formatAgentId(agent)}.`,
    };
  if (agent === self) return { problem: 'Nobody follows oneself.' };
  if (agent < names.length) return { agent };
  return {
    problem: `“${formatQuotedText(typed, 40)}” is nobody in this run: it has agent_001 to ${formatAgentId(names.length - 1)}.`,
  };
}

/** Agents whose name or id contains what was typed, at most 20. @param self who is not suggested */
function suggestAgents(text: string, names: readonly string[], self: number): readonly number[] {
  const typed = text.trim().toLowerCase();
  const found: number[] = [];
  if (typed === '') return found;
  for (let agent = 0; agent < names.length && found.length < MAX_AGENTS_SUGGESTED; agent++)
    if (agent !== self && `${names[agent].toLowerCase()}\n${formatAgentId(agent)}`.includes(typed))
      found.push(agent);
  return found;
}

const isSameAgentName = (name: string, typed: string): boolean => name.toLowerCase() === typed.toLowerCase();
