import { useState } from 'react';
import type { Link } from '../../contract/link.ts';
import { useLink } from '../../hooks/hooks.ts';
import styles from './OracleView.module.css';

/** A measurement that costs calls: its last result, and the button that starts it. */
export function Measurement({
  label,
  result,
  measure,
}: {
  readonly label: string;
  readonly result: string | null;
  readonly measure: (link: Link) => Promise<void>;
}) {
  const link = useLink();
  const [asking, setAsking] = useState(false);
  const start = async () => {
    setAsking(true);
    await measure(link);
    setAsking(false);
  };
  return (
    <p className="label">
      {result !== null && `${result} `}
      <button type="button" className={styles.measure} disabled={asking} onClick={() => void start()}>
        {asking ? 'asking…' : result === null ? label : 'Again'}
      </button>
    </p>
  );
}
