import type { Rect } from '../packing.ts';
import type { PlacedState } from '../placement.ts';
import { computeLowBoxDotsRoom, computeLowBoxRoom, LABEL_SIZE, NAME_ROOM, NAME_SIZE, TALL } from './boxes.ts';
import { shortenTextMiddle, shortenTextToRoom } from './text.ts';

/** The boxes of states, each with its name: whole, or its beginning, or, where others begin alike, beginning and end. */
export function createPlacedStates(
  states: readonly string[],
  boxes: readonly Rect[],
): readonly PlacedState[] {
  const names = states.map((state, i) => fitStateName(state, boxes[i], shortenTextToRoom));
  return states.map((state, i) => {
    const isAlike = names[i] !== state && names.indexOf(names[i]) !== names.lastIndexOf(names[i]);
    return createPlacedState(
      state,
      boxes[i],
      isAlike ? fitStateName(state, boxes[i], shortenTextMiddle) : names[i],
    );
  });
}

const isLowBox = ({ height }: Rect): boolean => height < TALL;

const fitStateName = (state: string, box: Rect, shorten: typeof shortenTextToRoom): string =>
  isLowBox(box)
    ? shorten(state, box.width - computeLowBoxRoom(box.width), LABEL_SIZE)
    : shorten(state, box.width - NAME_ROOM, NAME_SIZE);

/** A state's box; a low one has its name and its dots side by side. */
function createPlacedState(state: string, box: Rect, name: string): PlacedState {
  const isLow = isLowBox(box);
  const room = computeLowBoxDotsRoom(box.width);
  const dots = isLow
    ? { x: box.x + box.width - room - 2, y: box.y + 1, width: room, height: box.height - 2 }
    : { x: box.x + 6, y: box.y + 21, width: box.width - 12, height: box.height - 24 };
  return {
    state,
    box,
    dots: name === '' ? { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 } : dots,
    stretch: 2.2,
    pitch: 13,
    name,
    isLow,
  };
}

/** Where lines meet that are not routed. */
export const getPlacedStateCenter = ({ x, y, width, height }: Rect) =>
  [x + width / 2, y + height / 2] as const;
