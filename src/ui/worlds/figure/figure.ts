import { ENGINE_VERSION } from '../../../engine/core/version.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { formatChange } from '../../../engine/setup/formatChange.ts';
import { computePlanId } from '../../../engine/worlds/plan.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { findPinnedOutcome, isDeciderComparison, isPairPlan } from '../courses.ts';
import { type Drawn, INKS, MARGIN, WIDTH, wrapTextLines, writeSvgText } from './marks.ts';
import { drawFanFigure, drawMapFigure, drawSweepFigure, formatAxisUnit } from './plots.ts';
import { drawStripsFigure } from './strips.ts';

/** Characters of a caption's line. */
const LINE = 112;
const FONT = 'Helvetica, Arial, sans-serif';

/** The picture that the worlds are shown by, as an SVG of its own with a caption. @param place in their courses @param tick the model's word for a round */
export function drawWorldsFigure(
  worlds: Worlds,
  place: number,
  tick: string,
): { readonly svg: string; readonly height: number } {
  const measure = findPinnedOutcome(worlds);
  const { drawn, title, about } = chooseFigurePicture(worlds, place, measure, tick);
  const caption = wrapTextLines(`${about} ${describeFigureCaption(worlds, tick)}`, LINE);
  const top = 44;
  const below = top + drawn.height + 12;
  const height = below + 16 * caption.length + 16;
  const lines = caption.map((line, i) =>
    writeSvgText(line, MARGIN, below + 12 + 16 * i, { fill: '#33373d' }),
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${FONT}">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    writeSvgText(title, MARGIN, 26, { 'font-size': 15, 'font-weight': 600, fill: INKS.ink }),
    `<g transform="translate(0 ${top})">${drawn.marks.join('')}</g>`,
    ...lines,
    '</svg>',
  ].join('\n');
  return { svg, height };
}

interface Picture {
  readonly drawn: Drawn;
  readonly title: string;
  /** What its marks are. */
  readonly about: string;
}

function chooseFigurePicture(worlds: Worlds, place: number, measure: number, tick: string): Picture {
  const { label, unit } = worlds.definitions[measure];
  const names = Object.keys(worlds.plan.arms[0].values);
  const [over, across] = names;
  const what = [label, formatAxisUnit(unit)].filter(Boolean).join(', ');
  const round = `${tick} ${worlds.ticks[place]}`;
  const nine = 'from the 5 to the 95 % quantile of the worlds';
  if (across !== undefined)
    return {
      drawn: drawMapFigure(worlds, place, measure),
      title: `${what}: median at ${round}, ${over} downwards, ${across} across`,
      about: 'A number is the median of the worlds; a dash: nothing to measure.',
    };
  if (over !== undefined)
    return {
      drawn: drawSweepFigure(worlds, place, measure),
      title: `${what}, over ${over}, at ${round}`,
      about: `A dot is a world, the dashed line the median, the band ${nine}.`,
    };
  if (worlds.isOver && !isPairPlan(worlds))
    return {
      drawn: drawFanFigure(worlds, measure),
      title: `${what}, ${tick} by ${tick}`,
      about: `A thin line is a world (200 at most), the dashed one the median, the band ${nine}, the thick one the run.`,
    };
  return isPairPlan(worlds)
    ? {
        drawn: drawStripsFigure(worlds, place),
        title: isDeciderComparison(worlds)
          ? `Outcomes, ${worlds.change}, at ${round}`
          : `What ${worlds.change} did, at ${round}`,
        about: `Differences, ${isDeciderComparison(worlds) ? 'policy less model' : 'with the change less without it'}, world by world; dark bars ${nine}, a triangle at the median, a line at no difference. Next to them the mean and its 95 % interval: of what happened or did not Wilson’s, else a bootstrap of 2,000 resamples.`,
      }
    : {
        drawn: drawStripsFigure(worlds, place),
        title: `Outcomes over worlds, at ${round}`,
        about: `Dark bars and the range beside them ${nine}, a triangle at the median, a line at the run.`,
      };
}

/** What was played, in a sentence or two. */
function describeFigureCaption(
  { plan, played, origin, base: setup, baseArm, change }: Worlds,
  tick: string,
): string {
  const swept = plan.arms[0].values;
  const own = Object.entries(setup.parameters).filter(([name]) => !(name in swept));
  const set = own.map(([name, value]) => `, ${name} ${value}`);
  const agents = setup.agents === null ? '' : `, ${formatGroupedInteger(setup.agents)} agents`;
  const changes = setup.changes.length === 0 ? '' : `, changes ${setup.changes.map(formatChange).join(', ')}`;
  const which = change === null || baseArm === 0 ? '' : ' (with the change)';
  const decided = isLanguageModelOracle(setup.oracle)
    ? ` Decided by ${setup.oracle.model} (${setup.oracle.kind}).`
    : '';
  const seeds = plan.from === null ? 'other seeds from the start' : `chance anew from ${tick} ${plan.from}`;
  const run = origin === null ? '' : ` Run${which} ${origin.hash}.`;
  return `n = ${formatGroupedInteger(played.length)} worlds of ${formatGroupedInteger(plan.arms.length)} set-up${plan.arms.length > 1 ? 's' : ''}, up to ${tick} ${plan.rounds}: ${seeds}; world k draws by the seed of Threefry2x32-13 under key (${setup.seed}, 11), counter (k, 0). Model ${setup.model}, network ${setup.network}${agents}, preset ${setup.preset}${set.join('')}${changes}, seed ${setup.seed}.${decided}${run} Plan ${computePlanId(plan)}, Statescope ${ENGINE_VERSION}.`;
}
