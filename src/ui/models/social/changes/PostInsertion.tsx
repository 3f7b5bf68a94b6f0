import { useId, useState } from 'react';
import type { SocialDetail } from '../../../../engine/models/social/reports/socialDetail.ts';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
import { createIntervention, getNextTick } from './createIntervention.ts';
import styles from './FromHereOn.module.css';

interface Props {
  /** Its id. */
  readonly agent: string;
  /** All topics, what it cares for most first. */
  readonly interests: SocialDetail['interests'];
}

/** Lets an agent post once more, about a topic. */
export function PostInsertion({ agent, interests }: Props) {
  const id = useId();
  const commands = useCommands();
  const tick = usePage(getNextTick);
  const [topic, setTopic] = useState(interests[0]?.topic ?? '');
  return (
    <form
      className={styles.row}
      onSubmit={event => {
        event.preventDefault();
        void commands.fork(createIntervention(tick, 'insert_post', agent, topic));
      }}
    >
      <label htmlFor={id}>Post about</label>
      <select id={id} value={topic} onChange={event => setTopic(event.target.value)}>
        {interests.map(one => (
          <option key={one.topic}>{one.topic}</option>
        ))}
      </select>
      <span>
        <button type="submit" title={`it posts once more, in Round ${tick}`}>
          Let it post
        </button>
      </span>
    </form>
  );
}
