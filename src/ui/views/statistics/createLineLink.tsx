import type { LineProps } from '../../model/modelPlugin.ts';
import type { SideText } from '../side/sideText.ts';
import { useReveal } from '../side/useReveal.ts';
import styles from './Statistics.module.css';

/** A link to a line of a model's text, which shows it in the editor. */
export const createLineLink = (text: SideText) =>
  function LineLink({ line, column }: LineProps) {
    const reveal = useReveal(text);
    return (
      <button type="button" className={styles.way} onClick={() => reveal(line, column)}>
        line {line}
      </button>
    );
  };
