import { useEffect, useMemo, useRef, useState } from 'react';
import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { Refresher } from '../../reading/refresher.ts';
import { getViewedTick } from '../../state/viewState.ts';

/** Milliseconds between two counts while the run plays. */
const STATISTICS_POLL_MS = 500;

/** Statistics of the brushed rounds, or of all up to the one that is looked at; null until they are there. @param isStuck whether it is asked who is stuck as well @param isWanted whether anything is */
export function useReport(isStuck: boolean, isWanted = true): PopulationReport | null {
  const store = usePageStore();
  const commands = useCommands();
  const [report, setReport] = useState<PopulationReport | null>(null);
  const wanted = useRef(isStuck);
  wanted.current = isStuck;
  const refresher = useMemo(() => {
    const ask = async () => {
      const state = store.getState();
      const { counted, selection, run } = state;
      const agents = (counted ?? []).filter(agent => agent < (run?.info.config.agents ?? 0));
      // Stuck agents are those of the viewed round, with a brushed range or without.
      const range = wanted.current ? null : selection.range;
      const [from, to] = range ?? [undefined, getViewedTick(state)];
      const counting = { ...(from !== undefined && { from }), to, agents: agents.length > 0 ? agents : null };
      const answer = await commands.ask(engine =>
        engine.statistics(counting, wanted.current ? getCurrentModelWords(state).tick : null),
      );
      if (answer !== null) setReport(answer);
    };
    return new Refresher(ask, () => (store.getState().phase === 'playing' ? STATISTICS_POLL_MS : 0));
  }, [store, commands]);
  const tick = usePage(getViewedTick);
  const range = usePage(state => state.selection.range);
  const counted = usePage(state => state.counted);
  const epoch = usePage(state => state.run?.info.epoch);
  const phase = usePage(state => state.phase);
  useEffect(() => {
    if (!isWanted) return;
    if (phase !== 'playing') refresher.hurry();
    refresher.request();
  }, [refresher, tick, range, counted, epoch, phase, isStuck, isWanted]);
  return report;
}
