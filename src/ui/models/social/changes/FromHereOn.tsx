import { useEffect, useId, useRef, useState } from 'react';
import { formatAgentId } from '../../../../engine/core/indices.ts';
import type { SocialDetail } from '../../../../engine/models/social/reports/socialDetail.ts';
import { usePage } from '../../../hooks/hooks.ts';
import parts from '../../../views/inspector/InspectorParts.module.css';
import { getPostSelection } from '../socialPart.ts';
import { ArchetypeChange } from './ArchetypeChange.tsx';
import { getNextTick } from './createIntervention.ts';
import { EdgeChange } from './EdgeChange.tsx';
import styles from './FromHereOn.module.css';
import { PostInsertion } from './PostInsertion.tsx';
import { Removal } from './Removal.tsx';

interface Props {
  readonly agent: number;
  readonly social: SocialDetail;
}

/** Changes of the society from the round after the one on the screen; they start a branch. */
export function FromHereOn({ agent, social }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const tick = usePage(getNextTick);
  return (
    <div className={styles.changes}>
      <button
        type="button"
        className={parts.link}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title="each makes a branch; the run as it is can be had again"
        onClick={() => setOpen(!isOpen)}
      >
        Change something from Round {tick} on…
      </button>
      {isOpen && <Changes id={id} agent={agent} social={social} />}
    </div>
  );
}

function Changes({ id, agent, social }: Props & { readonly id: string }) {
  const post = usePage(state => getPostSelection(state).post);
  const list = useRef<HTMLElement>(null);
  // Some browsers give a promise back, which is nothing to clean up with.
  useEffect(() => void list.current?.scrollIntoView?.({ block: 'nearest' }), []);
  return (
    <section ref={list} id={id} className={styles.list} aria-label="Change something from here on">
      <ArchetypeChange agent={formatAgentId(agent)} archetype={social.archetype} />
      <PostInsertion agent={formatAgentId(agent)} interests={social.interests} />
      <EdgeChange agent={agent} name={social.name} />
      <Removal agent={agent} post={post} />
    </section>
  );
}
