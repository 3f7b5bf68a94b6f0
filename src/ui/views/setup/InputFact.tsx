import type { InputInfo } from '../../../engine/setup/config.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import styles from './SetupRail.module.css';

interface Props {
  readonly title: string;
  readonly info: InputInfo;
  /** Noun for its parts: "24 missions". */
  readonly parts: readonly [one: string, many: string];
}

/** Name, size and digest of an input. */
export function InputFact({ title, info, parts }: Props) {
  return (
    <div className={styles.input}>
      <h2>{title}</h2>
      <p className="label">
        {info.name}: {formatNounCount(info.count, ...parts)}. SHA-256{' '}
        <span className="mono">{info.sha256.slice(0, 8)}</span>.
      </p>
    </div>
  );
}
