import type { ArtifactLine } from '../../../engine/models/workflow/detail.ts';
import { artifactId } from '../../../engine/models/workflow/world/artifact.ts';
import { usePage } from '../../hooks.ts';
import { lifeOf } from './exchangeWords.ts';
import styles from './Workflow.module.css';

/** The artifact under the pointer, and where that is in the view. */
export interface Pointed {
  readonly artifact: ArtifactLine | null;
  readonly maker: number;
  readonly x: number;
  readonly y: number;
}

const WIDTH = 248;

/** Id, price, and what happened to it. */
export function ExchangeTip({ pointed, width, height }: { pointed: Pointed; width: number; height: number }) {
  const names = usePage(({ run }) => run?.info.names) ?? [];
  const { artifact, maker, x, y } = pointed;
  if (!artifact) return null;
  const left = x + 16 + WIDTH > width ? Math.max(4, x - 16 - WIDTH) : x + 16;
  // Near the lower edge it stands over the pointer.
  const place = y > height / 2 ? { left, bottom: height - y + 12 } : { left, top: y + 14 };
  return (
    <div className={styles.tip} style={place}>
      <p>
        <b>{artifactId(artifact.id)}</b> of {names[maker]}, {artifact.price} scrip
      </p>
      <p>{lifeOf(artifact, names)}</p>
    </div>
  );
}
