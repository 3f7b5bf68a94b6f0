import { agentId, postId } from '../../../engine/indices.ts';
import { useLink, usePage } from '../../hooks.ts';
import { shownTick } from '../../store/shown.ts';
import styles from '../../views/WhatIf.module.css';
import { socialPicked } from './socialPart.ts';

/** What can be taken out of the society from the round after the one that is shown; the run goes another way from there. */
export function FromHereOn({ agent }: { readonly agent: number }) {
  const post = usePage(state => socialPicked(state).post);
  return (
    <p className={styles.whatIf}>
      {post !== null && <Remove name="remove_post" id={postId(post)} what="post" />}
      <Remove name="remove_agents" id={agentId(agent)} what="agent" />
    </p>
  );
}

interface Props {
  readonly name: string;
  readonly id: string;
  /** What it is called: "post". */
  readonly what: string;
}

function Remove({ name, id, what }: Props) {
  const link = useLink();
  const tick = usePage(state => Math.max(0, shownTick(state)) + 1);
  const isGone = usePage(({ run }) =>
    (run?.setup.changes ?? []).some(
      change =>
        change.kind === 'intervention' &&
        change.name === name &&
        change.on.includes(id) &&
        change.tick <= tick,
    ),
  );
  if (isGone) return <span>This {what} is removed.</span>;
  return (
    <button
      type="button"
      title={`plays the run again, without this ${what} from Round ${tick} on`}
      onClick={() => void link.fork({ kind: 'intervention', tick, name, on: [id] })}
    >
      Remove this {what} from here on
    </button>
  );
}
