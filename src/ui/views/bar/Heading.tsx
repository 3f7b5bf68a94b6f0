import type { ReactNode } from 'react';
import styles from '../inspector/InspectorParts.module.css';

interface Props {
  readonly title: string;
  /** Content that stays whole if space is short. */
  readonly children?: ReactNode;
}

/** A heading in the inspector, with something at its right. */
export const Heading = ({ title, children }: Props) => (
  <div className={styles.key}>
    <h3 title={title}>{title}</h3>
    <span className={styles.figure}>{children}</span>
  </div>
);
