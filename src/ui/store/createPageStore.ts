import { createStore } from 'zustand/vanilla';
import { formatPrintableMessage } from '../../engine/core/formatQuotedText.ts';
import { NO_EDITS } from '../state/edits.ts';
import type {
  FilesSlice,
  Notice,
  NoticesSlice,
  PageState,
  PageStore,
  PausesSlice,
  SliceAccess,
} from '../state/pageState.ts';
import type { ScreenSlice } from '../state/screenState.ts';
import { isSomebodySelected } from '../state/selection.ts';
import { returnViewsToHead } from './applyModelFrame.ts';
import { createRunSlice } from './slices/createRunSlice.ts';
import { createSavedRunsSlice } from './slices/createSavedRunsSlice.ts';
import { createDecidingSlice } from './slices/decidingSlice.ts';
import { createSelectionSlice, createWindowSlice } from './slices/windowSlice.ts';
import { createWorldsSlice } from './slices/worldsSlice.ts';

/** The page's state. Only its slices write it. @param initial what is known already */
export function createPageStore(initial: Partial<PageState> = {}): PageStore {
  const store = createStore<PageState>()((set, get) => {
    const access = { set, get };
    return {
      ...createRunSlice(access),
      ...createSelectionSlice(access),
      ...createWindowSlice(access),
      ...createDecidingSlice(access),
      ...createFilesSlice(access),
      ...createSavedRunsSlice(access),
      ...createWorldsSlice(access),
      ...createPausesSlice(access),
      ...createNoticesSlice(access),
      ...createScreenSlice(access),
      restore: view => set(view),
      ...initial,
    };
  });
  returnViewsToHead(store);
  return store;
}

/** Owns the conditions at which playing pauses. */
const createPausesSlice = ({ set }: SliceAccess): PausesSlice => ({
  pauses: [],
  setPauses: pauses => set({ pauses }),
  showsPauses: false,
  showPauses: showsPauses => set({ showsPauses }),
});

/** Owns the editor's texts. */
const createFilesSlice = ({ set, get }: SliceAccess): FilesSlice => ({
  edits: NO_EDITS,
  keeping: null,
  edit(change) {
    const edits = change(get().edits);
    if (edits !== get().edits) set({ edits });
  },
  setKeeping(keeping) {
    if (keeping !== get().keeping) set({ keeping });
  },
});

/** Owns the arrangement of the screen. */
const createScreenSlice = ({ set, get }: SliceAccess): ScreenSlice => ({
  theme: 'dark',
  letterKeys: true,
  panel: null,
  folded: null,
  place: 'own',
  colour: 'state',
  corner: 'agents',
  isNew: false,
  isTall: false,
  triggerNames: false,
  help: null,
  scenarios: null,
  lesson: null,
  isComparing: false,
  offered: null,
  awaitedRounds: 0,
  counted: null,
  statistics: 'states',
  isLogged: false,
  rare: null,
  view: null,
  arrange: part => set(part),
  count() {
    const { counted, selection, isLogged } = get();
    set({ isLogged: false });
    if (counted && !isLogged && !isSomebodySelected(selection)) return set({ counted: null });
    set({
      counted: selection.agents,
      statistics: 'states',
      selection: { ...selection, agents: [], state: null },
    });
  },
});

/** Most notices shown at once. */
const MAX_NOTICES = 3;

/** Owns the notices; ids count up and are never used again. */
function createNoticesSlice({ set, get }: SliceAccess): NoticesSlice {
  let count = 0;
  return {
    notices: [],
    notify(kind, message, button) {
      const text = formatPrintableMessage(message);
      const others = get().notices.filter(
        notice => !button || button.isApart || notice.button?.label !== button.label,
      );
      const known = others.find(notice => notice.text === text);
      const { times } = known ?? { times: 0 };
      const notice = { id: ++count, kind, text, ...known, times: times + 1, ...(button && { button }) };
      // The last one is the one that is shown.
      set({ notices: keepFittingNotices([...others.filter(one => one !== known), notice]) });
    },
    dismiss: id => set({ notices: get().notices.filter(notice => notice.id !== id) }),
    retract: beginning => set({ notices: get().notices.filter(({ text }) => !text.startsWith(beginning)) }),
  };
}

/**
 * As many as are shown: the oldest without a button gives way, and one with a button only to another one with a button.
 * The latest is always there, if need be as one more.
 */
function keepFittingNotices(notices: readonly Notice[]): readonly Notice[] {
  if (notices.length <= MAX_NOTICES) return notices;
  const latest = notices[notices.length - 1];
  const plain = notices.find(notice => !notice.button && notice !== latest);
  if (plain === undefined && !latest.button) return notices;
  return keepFittingNotices(notices.filter(notice => notice !== (plain ?? notices[0])));
}
