import { useId, useState } from 'react';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
import { addIndefiniteArticle } from '../../../lib/formatCounts.ts';
import { createIntervention, getNextTick, useInterventions } from './createIntervention.ts';
import styles from './FromHereOn.module.css';

interface Props {
  /** Its id. */
  readonly agent: string;
  /** Name of the archetype. */
  readonly archetype: string;
}

/** Makes an agent another archetype. */
export function ArchetypeChange({ agent, archetype }: Props) {
  const id = useId();
  const commands = useCommands();
  const tick = usePage(getNextTick);
  const changes = useInterventions();
  const names = usePage(({ run }) => run?.info.groups?.names ?? NO_ARCHETYPES);
  const before = changes.find(
    change => change.tick === tick && change.name === 'become' && change.on.slice(1).join() === agent,
  );
  const is = before?.on[0] ?? archetype;
  const [kind, setKind] = useState(is);
  return (
    <form
      className={styles.row}
      onSubmit={event => {
        event.preventDefault();
        void commands.fork(createIntervention(tick, 'become', kind, agent), before);
      }}
    >
      <label htmlFor={id}>Archetype</label>
      <select id={id} value={kind} onChange={event => setKind(event.target.value)}>
        {names.map(name => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <span>
        <button type="submit" disabled={kind === is}>
          {kind === is ? 'It is this' : `Make it ${addIndefiniteArticle(kind)}`}
        </button>
      </span>
    </form>
  );
}

const NO_ARCHETYPES: readonly string[] = [];
