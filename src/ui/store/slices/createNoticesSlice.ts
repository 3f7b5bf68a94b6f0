import { formatPrintableMessage } from '../../../engine/core/formatQuotedText.ts';
import type { Notice, NoticesSlice, SliceAccess } from '../../state/pageState.ts';

/** Most notices shown at once. */
const MAX_NOTICES = 3;

/** Owns the notices; ids count up and are never used again. */
export function createNoticesSlice({ set, get }: SliceAccess): NoticesSlice {
  let count = 0;
  return {
    notices: [],
    notify(kind, message, button) {
      const text = formatPrintableMessage(message);
      const others = get().notices.filter(
        notice => !button || button.isApart || notice.button?.label !== button.label,
      );
      const again = (notice: Notice) =>
        notice.text === text ? { ...notice, times: notice.times + 1, ...(button && { button }) } : notice;
      if (others.some(notice => notice.text === text)) return set({ notices: others.map(again) });
      const notice = { id: ++count, kind, text, times: 1, ...(button && { button }) };
      set({ notices: keepFittingNotices([...others, notice]) });
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
