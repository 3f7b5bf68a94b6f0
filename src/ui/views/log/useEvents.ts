import { useEffect, useMemo, useRef, useState } from 'react';
import type { EventPage, EventsAsked } from '../../../workers/protocol/api.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { Refresher } from '../../reading/refresher.ts';

/** Milliseconds between two looks while the run plays. */
const LOG_POLL_MS = 500;

/** Lines that have come, and what was asked for them. */
export interface LoadedLines {
  readonly asked: EventsAsked;
  readonly page: EventPage;
}

/** Some lines of the event log as they are wanted now; the last ones that came until they are there. @param skipped lines before them */
export function useEvents(asked: EventsAsked, skipped: number, most: number): LoadedLines | null {
  const store = usePageStore();
  const commands = useCommands();
  const [told, setTold] = useState<LoadedLines | null>(null);
  const wanted = useRef({ asked, skipped, most });
  wanted.current = { asked, skipped, most };
  const refresher = useMemo(() => {
    const ask = async () => {
      const { asked, skipped, most } = wanted.current;
      const page = await commands.ask(engine => engine.events(asked, skipped, most));
      if (page !== null) setTold({ asked, page });
    };
    return new Refresher(ask, () => (store.getState().phase === 'playing' ? LOG_POLL_MS : 0));
  }, [store, commands]);
  const epoch = usePage(state => state.run?.info.epoch);
  const phase = usePage(state => state.phase);
  useEffect(() => {
    if (phase !== 'playing') refresher.hurry();
    refresher.request();
  }, [refresher, asked, skipped, most, epoch, phase]);
  return told;
}
