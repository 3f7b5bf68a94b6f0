import { asksModel } from '../../engine/oracleSetup.ts';
import { lazily } from '../controls/lazily.tsx';
import { usePage } from '../hooks.ts';
import { useViews } from '../models/useViews.ts';
import { isSomebodySelected } from '../selection.ts';
import { worldsNow } from '../store/worldsSlice.ts';
import { Inspector } from './Inspector.tsx';

const CompareCorner = lazily(async () => (await import('./compare/CompareCorner.tsx')).CompareCorner);
const WorldsCorner = lazily(async () => (await import('./worlds/WorldsCorner.tsx')).WorldsCorner);
const StatisticsCorner = lazily(
  async () => (await import('./statistics/StatisticsCorner.tsx')).StatisticsCorner,
);
const LogCorner = lazily(async () => (await import('./log/LogCorner.tsx')).LogCorner);
const OracleCorner = lazily(async () => (await import('./OracleCorner.tsx')).OracleCorner, <Inspector />);

/** The lower left: agents or, where a language model decides, its report; the log; statistics; two runs in figures while they are compared, or many. */
export function Corner() {
  const isCompared = usePage(state => state.pair !== null && !isSomebodySelected(state.selection));
  const hasWorlds = usePage(state => worldsNow(state) !== null && !isSomebodySelected(state.selection));
  const isCounted = usePage(state => state.counted !== null && !isSomebodySelected(state.selection));
  const Pair = useViews().pair?.Corner ?? CompareCorner;
  const isLogged = usePage(state => state.isLogged);
  const isAsked = usePage(state => state.run !== null && asksModel(state.run.setup.oracle));
  if (isLogged) return <LogCorner />;
  if (isCounted) return <StatisticsCorner />;
  if (isCompared) return <Pair />;
  if (hasWorlds) return <WorldsCorner />;
  return isAsked ? <OracleCorner /> : <Inspector />;
}
