import { printable } from '../../engine/shown.ts';
import type { NoticesSlice, SliceAccess } from './pageState.ts';

/** Most notices shown at once; the oldest is dropped. */
const MOST = 3;

/** Owns the notices; ids count up and are never used again. */
export function noticesSlice({ set, get }: SliceAccess): NoticesSlice {
  let count = 0;
  return {
    notices: [],
    notify(kind, message, button) {
      const text = printable(message);
      const others = get().notices.filter(notice => !button || notice.button?.label !== button.label);
      if (others.some(notice => notice.text === text)) return;
      set({ notices: [...others, { id: ++count, kind, text, ...(button && { button }) }].slice(-MOST) });
    },
    dismiss: id => set({ notices: get().notices.filter(notice => notice.id !== id) }),
    retract: beginning => set({ notices: get().notices.filter(({ text }) => !text.startsWith(beginning)) }),
  };
}
