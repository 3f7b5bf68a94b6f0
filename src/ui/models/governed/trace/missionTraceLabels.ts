import type { MissionStep } from '../../../../engine/models/governed/missionStep.ts';
import { clipTextToWidth, drawTextLine } from '../../../charts/canvas.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { getTraceEnd, getTraceStateInk } from '../../../charts/traceSheet.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { describeAdviceFate, formatCallQuery, formatRefusalReason } from './describeCalls.ts';
import { computeMissionLaneYs, LabelRow, MISSION_LANES, type TraceMark } from './missionTraceLayout.ts';
import { getMarkStep, type LaneSentence, type TracePlot } from './missionTracePlot.ts';

/** Queries, each once, below its box; new searches come first, colliding ones are dropped. */
export function drawQueryLabels(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, scale, steps } = plot;
  const ys = computeMissionLaneYs(plot.height);
  const rows = ys.refused - ys.search >= 50 ? [new LabelRow(), new LabelRow()] : [new LabelRow()];
  const placed = new Set<string>();
  const asked = steps.filter(
    ({ call, tick }) =>
      call !== null &&
      call.hits !== null &&
      convertTickToX(scale, tick) >= 0 &&
      convertTickToX(scale, tick) <= getTraceEnd(plot),
  );
  const isNew = ({ call }: MissionStep) => call!.before.length === 0;
  for (const step of [...asked.filter(isNew), ...asked.filter(other => !isNew(other))]) {
    const query = formatCallQuery(step);
    if (placed.has(query)) continue;
    ctx.font = `420 11px ${inks.font}`;
    const text = clipTextToWidth(ctx, escapeInvisibleText(query), 110);
    const wide = ctx.measureText(text).width;
    const x = Math.max(
      wide / 2 + 2,
      Math.min(convertTickToX(scale, step.tick), getTraceEnd(plot) + 12 - wide / 2),
    );
    const row = rows.findIndex(other => other.take(x - wide / 2, x + wide / 2));
    if (row < 0) continue;
    placed.add(query);
    drawTextLine(ctx, inks, text, x, ys.search + 21 + row * 13, {
      color: inks.ink2,
      align: 'center',
      halo: inks.bg,
    });
  }
}

/** Labels next to refusals, verdicts and advice, up to the next one; those of the head are at the right. */
export function drawMarkLabels(
  ctx: CanvasRenderingContext2D,
  plot: TracePlot,
  marks: readonly TraceMark[],
): void {
  for (const lane of ['refused', 'advice'] as const) {
    const here = marks.filter(mark => mark.lane === lane);
    here.forEach((mark, position) => {
      const step = getMarkStep(plot, mark);
      const next = here[position + 1];
      // Words at the right of the head are not repeated.
      if (step.tick === plot.head || (next === undefined && plot.words[lane])) return;
      const room = Math.min(next ? next.x - 14 : getTraceEnd(plot), plot.wordsAt - 8) - mark.x - 10;
      const [strong, words] = getMarkLabel(plot, step, mark);
      const { inks } = plot;
      const [x, y] = [mark.x + 10, mark.y + 4];
      ctx.font = `560 11px ${inks.font}`;
      const wide = strong === '' ? 0 : ctx.measureText(`${strong} `).width;
      // The outcome comes first: it is shown in full or not at all.
      if (room < (wide > 0 ? wide : 34)) return;
      if (wide > 0) drawTextLine(ctx, inks, strong, x, y, { color: inks.ink2, weight: 560, halo: inks.bg });
      if (room - wide < 34) return;
      ctx.font = `420 11px ${inks.font}`;
      const text = clipTextToWidth(ctx, escapeInvisibleText(words), room - wide);
      drawTextLine(ctx, inks, text, x + wide, y, { color: inks.ink2, halo: inks.bg });
    });
  }
}

/** "failed 1 of 3", "refused: …", obeyed: “the advice”. */
function getMarkLabel(
  { steps }: TracePlot,
  step: MissionStep,
  { kind }: TraceMark,
): readonly [strong: string, words: string] {
  if (kind === 'verdict' || kind === 'resumed') return ['', step.reason ?? ''];
  if (kind !== 'advice') return ['', formatRefusalReason(step)];
  const outcome = describeAdviceFate(step, steps);
  return [outcome && `${outcome}:`, `“${step.advice!.text}”`];
}

/** Draws the present state of each lane at the head, on two lines if it is long. */
export function drawMissionLaneWords(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, wordsAt, width } = plot;
  const ys = computeMissionLaneYs(plot.height);
  const room = width - wordsAt - 8;
  if (room < 60) return;
  for (const lane of MISSION_LANES.names) {
    const words = plot.words[lane];
    if (!words) continue;
    const below = { answer: ys.search, refused: ys.advice }[lane as string] ?? ys[lane];
    const isLong = lane === 'advice' || below - ys[lane] >= 28;
    const lines = wrapLaneSentence(ctx, inks, words, room, isLong ? 2 : 1);
    lines.forEach((parts, row) => {
      let x = wordsAt;
      for (const { text, strong } of parts) {
        const hue = strong && words.state ? getTraceStateInk(plot, words.state) : inks.ink;
        const style = { color: strong ? hue : inks.ink2, weight: strong ? 600 : 420, halo: inks.bg };
        drawTextLine(ctx, inks, text, x, ys[lane] + 4 + row * 14, style);
        x += ctx.measureText(`${text} `).width;
      }
    });
  }
}

interface Piece {
  readonly text: string;
  readonly strong: boolean;
}

/** Words in at most `most` lines; the last is cut. */
function wrapLaneSentence(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  { strong = '', rest = '', end = '' }: LaneSentence,
  room: number,
  most: number,
): Piece[][] {
  const pieces = (text: string, isStrong: boolean) =>
    text
      .split(' ')
      .filter(word => word !== '')
      .map(word => ({ text: word, strong: isStrong }));
  const words = [...pieces(strong, true), ...pieces(rest, false), ...pieces(end, true)];
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const word of words) {
    ctx.font = `${word.strong ? 600 : 420} 11px ${inks.font}`;
    const wide = ctx.measureText(`${word.text} `).width;
    if (used > 0 && used + wide > room) {
      const line = lines.at(-1)!;
      if (lines.length === most) {
        line.push({ ...line.pop()!, text: `${words[words.indexOf(word) - 1]!.text}…` });
        break;
      }
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push(word);
    used += wide;
  }
  return lines;
}
