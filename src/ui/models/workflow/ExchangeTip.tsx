import type { ArtifactLine } from '../../../engine/models/workflow/detail.ts';
import { usePage } from '../../hooks.ts';
import { lifeOf } from './exchangeWords.ts';
import styles from './Workflow.module.css';
import { artifactId } from './words.ts';

/** The artifact under the pointer, and where that is in the view. */
export interface Pointed {
  readonly artifact: ArtifactLine | null;
  readonly maker: number;
  readonly x: number;
  readonly y: number;
}

const TIP = { width: 248, height: 84 };

/** Id, price, and what happened to it. */
export function ExchangeTip({ pointed, width, height }: { pointed: Pointed; width: number; height: number }) {
  const names = usePage(({ run }) => run?.info.names) ?? [];
  const { artifact, maker, x, y } = pointed;
  if (!artifact) return null;
  const left = x + 16 + TIP.width > width ? Math.max(4, x - 16 - TIP.width) : x + 16;
  const top = Math.max(4, Math.min(y + 14, height - TIP.height));
  return (
    <div className={styles.tip} style={{ left, top }}>
      <p>
        <b>{artifactId(artifact.id)}</b> of {names[maker]}, {artifact.price} scrip
      </p>
      <p>{lifeOf(artifact, names)}</p>
    </div>
  );
}
