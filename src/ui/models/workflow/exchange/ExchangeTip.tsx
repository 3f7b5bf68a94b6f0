import { formatArtifactId } from '../../../../engine/models/workflow/world/artifact.ts';
import { ChartTip, type TipPlace } from '../../../controls/chart/ChartTip.tsx';
import { usePage } from '../../../hooks/hooks.ts';
import { describeArtifactLife } from './exchangeWords.ts';
import type { Line } from './layout.ts';

interface Props {
  /** The artifact under the pointer on its maker's row; null for none. */
  readonly line: Line | null;
  readonly place: TipPlace;
}

/** Id, price, and what happened to it. */
export function ExchangeTip({ line, place }: Props) {
  const names = usePage(({ run }) => run?.info.names) ?? [];
  if (!line) return null;
  const { artifact, maker } = line;
  return (
    <ChartTip place={place} gap={[16, 14]} width={248} height={null}>
      <p>
        <b>{formatArtifactId(artifact.id)}</b> of {names[maker]}, {artifact.price} scrip
      </p>
      <p>{describeArtifactLife(artifact, names)}</p>
    </ChartTip>
  );
}
