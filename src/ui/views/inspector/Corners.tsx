import { createLazyView } from '../../controls/createLazyView.tsx';
import { useViews } from '../../hooks/useViews.ts';
import { Inspector } from './Inspector.tsx';

const CompareCorner = createLazyView(
  async () => (await import('../compare/CompareCorner.tsx')).CompareCorner,
);
const WorldsCorner = createLazyView(async () => (await import('../worlds/WorldsCorner.tsx')).WorldsCorner);
const StatisticsCorner = createLazyView(
  async () => (await import('../statistics/StatisticsCorner.tsx')).StatisticsCorner,
);
const LogCorner = createLazyView(async () => (await import('../log/LogCorner.tsx')).LogCorner);
const OracleCorner = createLazyView(
  async () => (await import('../oracle/OracleCorner.tsx')).OracleCorner,
  <Inspector />,
);

/** Contents that can replace the inspector. */
export type InPlace = 'log' | 'statistics' | 'compared' | 'worlds' | 'oracle';

/** Parts of the page that take the inspector's place. */
export function Corners({ which }: { readonly which: InPlace }) {
  const Pair = useViews().pair?.Corner ?? CompareCorner;
  if (which === 'log') return <LogCorner />;
  if (which === 'statistics') return <StatisticsCorner />;
  if (which === 'compared') return <Pair />;
  return which === 'worlds' ? <WorldsCorner /> : <OracleCorner />;
}
