import type { ChartOutline } from '../../../engine/statechart/buildChartOutline.ts';
import { MAX_DOTS } from '../../../engine/statechart/regionMoves.ts';
import { estimateTextWidth, shortenTextToRoom } from '../automatic/shortenText.ts';
import { type Nest, type NestedLine, NOBODY } from './nestedLines.ts';

/** Available room for a chart: `compact` leaves out the texts that tips also have. */
export interface Room {
  /** Width by height of the sheet, CSS pixels. */
  readonly aspect: number;
  readonly isCompact: boolean;
  /** Agents of the run. */
  readonly agents: number;
}

/** Sizes of texts on the drawing, before it is fitted to its sheet. */
export const NAME_FONT_SIZE = 12.5;
/** The same of labels and actions. */
export const LABEL = 11;
/** Height of a line of a label. */
export const LABEL_LINE = 14;
/** Height of a box's title, with the space above the dots. */
export const TITLE = 22;
/** Height of a line of actions in a box. */
const ACTION_LINE = 14;
/** Diameter of a history, and of the symbol of any state. */
export const CIRCLE = 22;
/** Widest name and label. */
const WIDEST_NAME = 150;
const WIDEST_LABEL = 150;
/** Most lines of a label. */
const MAX_LABEL_LINES = 5;
/** Pixels around a dot at its closest, squared, and the share of all agents that a usual state has room for. */
const DOT_AREA = { roomy: 14, compact: 11 };
const USUAL_SHARE = 0.4;
/** Agents whose dots would take the room of a level, which stands for more than there are dots for. */
const LEVELLED = 400;

/** A width and a height. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** A line of a label: words, and the transition whose flow follows; NOBODY for none. */
export interface LabelLine {
  readonly text: string;
  readonly transition: number;
}

/** Words that a box has below its title. */
export function listStateActionLines({ states }: ChartOutline, state: number): readonly string[] {
  const { entry, exit } = states[state];
  return [
    ...(entry.length > 0 ? [`entry / ${entry.join(', ')}`] : []),
    ...(exit.length > 0 ? [`exit / ${exit.join(', ')}`] : []),
  ].map(words => shortenTextToRoom(words, WIDEST_NAME, LABEL));
}

/** Height of a box's title, with the actions of a state that holds others. */
export function measureBoxHeader(nest: Nest, state: number, { isCompact }: Room): number {
  if (nest.isRegion(state)) return TITLE;
  return TITLE + (isCompact || listStateActionLines(nest.outline, state).length === 0 ? 4 : ACTION_LINE + 4);
}

/** The box of a state without states of its own. */
export function measureLeafBox(outline: ChartOutline, state: number, room: Room): Extent {
  const { kind, id } = outline.states[state];
  if (kind === 'history' || kind === 'deep history') return { width: CIRCLE, height: CIRCLE };
  const leaves = outline.states.filter(one => one.region >= 0).length;
  const isFirst = outline.active.includes(state);
  const share = isFirst ? 1 : USUAL_SHARE;
  // Many states get smaller boxes: a number shows their content as well.
  const area =
    (room.agents > MAX_DOTS ? LEVELLED : room.agents) *
    (room.isCompact ? DOT_AREA.compact : DOT_AREA.roomy) *
    share *
    Math.min(1, 14 / leaves);
  const actions = room.isCompact ? [] : listStateActionLines(outline, state);
  const words = Math.max(0, ...actions.map(line => estimateTextWidth(line, LABEL) + 20));
  const name =
    estimateTextWidth(shortenTextToRoom(id, WIDEST_NAME, NAME_FONT_SIZE), NAME_FONT_SIZE) +
    measureAgentCount(room) +
    30;
  const width = Math.ceil(
    Math.max(name, words, room.isCompact ? 72 : 84, Math.min(190, Math.sqrt(area * 2.2))),
  );
  const dots = Math.min(110, Math.max(room.isCompact ? 16 : 24, area / (width - 14)));
  return { width, height: Math.ceil(TITLE + dots + 4 + actions.length * ACTION_LINE) };
}

/** Room of a number of agents. */
export const measureAgentCount = ({ agents }: Room): number =>
  estimateTextWidth('0'.repeat(String(agents).length), NAME_FONT_SIZE);

/** Lines of a line's label: each trigger with its number, its guard below or next to it. */
export function buildLineLabel(
  { transitions }: ChartOutline,
  line: NestedLine,
  names: readonly string[],
  room: Room,
): readonly LabelLine[] {
  const lines = line.transitions.flatMap((transition): LabelLine[] => {
    const { guard, rate } = transitions[transition];
    const name = shortenTextToRoom(names[transition], WIDEST_LABEL, LABEL);
    if (room.isCompact) return [{ text: name, transition }];
    const more = [...(rate === null ? [] : [`rate ${rate}`]), ...(guard === null ? [] : [`[${guard}]`])].join(
      ' ',
    );
    if (more === '' || more === `[${name}]`) return [{ text: name, transition }];
    const beside = `${name} ${more}`;
    if (estimateTextWidth(beside, LABEL) <= 90) return [{ text: beside, transition }];
    return [
      { text: name, transition: NOBODY },
      { text: shortenTextToRoom(more, WIDEST_LABEL, LABEL), transition },
    ];
  });
  if (lines.length <= MAX_LABEL_LINES) return lines;
  const kept = lines.slice(0, MAX_LABEL_LINES - 1);
  const reported = new Set(kept.map(({ transition }) => transition));
  const rest = line.transitions.filter(transition => !reported.has(transition)).length;
  return [...kept, { text: `and ${rest} more`, transition: NOBODY }];
}

/** The box of a label; a number has room for as many digits as there may be. */
export function measureLineLabel(lines: readonly LabelLine[], room: Room): Extent {
  const number = measureAgentCount(room) * (LABEL / NAME_FONT_SIZE) + 4;
  const widths = lines.map(
    ({ text, transition }) => estimateTextWidth(text, LABEL) + (transition === NOBODY ? 0 : number),
  );
  return { width: Math.ceil(Math.max(...widths) + 6), height: lines.length * LABEL_LINE };
}
