import { formatAgentId, formatPostId } from '../../../../engine/core/indices.ts';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
import { createIntervention, getNextTick, useInterventions } from './createIntervention.ts';
import styles from './FromHereOn.module.css';

interface Props {
  readonly agent: number;
  /** The selected one; null for none. */
  readonly post: number | null;
}

/** Takes an agent or a post out of the society. */
export function Removal({ agent, post }: Props) {
  return (
    <p className={styles.row}>
      <span>Remove</span>
      <span>
        <Remove name="remove_agents" id={formatAgentId(agent)} what="agent" />
        {post !== null && <Remove name="remove_post" id={formatPostId(post)} what="post" />}
      </span>
    </p>
  );
}

interface OneProps {
  readonly name: string;
  readonly id: string;
  /** Noun for it: "post". */
  readonly what: string;
}

function Remove({ name, id, what }: OneProps) {
  const commands = useCommands();
  const tick = usePage(getNextTick);
  const changes = useInterventions();
  const isGone = changes.some(
    change => change.name === name && change.on.includes(id) && change.tick <= tick,
  );
  if (isGone) return <span>This {what} is removed.</span>;
  return (
    <button
      type="button"
      title={`plays the run again, without this ${what} from Round ${tick} on`}
      onClick={() => void commands.fork(createIntervention(tick, name, id))}
    >
      Remove this {what}
    </button>
  );
}
