import { useCommands, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { describeOutcomePair } from '../../words/outcomeWords.ts';
import headline from '../bar/Headline.module.css';
import { SideBadge } from './SideBadge.tsx';
import { getPairSides } from './sides.ts';

/** "A this run, B Liking 3: largest cascade 35 becomes 26 at Round 60", and the way out. */
export function CompareSentence() {
  const commands = useCommands();
  const inA = usePage(state => getPairSides(state)?.a.words);
  const inB = usePage(state => getPairSides(state)?.b.words);
  return (
    <>
      <SideBadge side="a" /> {inA}, <SideBadge side="b" /> {inB}: <Becomes />{' '}
      <button type="button" className={headline.back} title="Esc" onClick={() => void commands.leavePair()}>
        Leave the comparison
      </button>
    </>
  );
}

/** The outcome that says most of the model, or else the first one, that is not the same in both. */
function Becomes() {
  const definitions = usePage(state => state.run?.info.outcomes) ?? [];
  const pair = usePage(state => state.pair);
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const { Tick, agent } = usePage(getCurrentModelWords);
  if (pair === null || pair.outcomes === null) return <>comparing…</>;
  const { differences } = pair;
  const { tick, a, b } = pair.outcomes;
  if (tick <= 0) return <>nothing has been played in both yet, so there is nothing to compare.</>;
  const differs = (i: number) => a[i] !== b[i];
  const telling = definitions.findIndex(({ isFirst }, i) => isFirst && differs(i));
  const at = telling >= 0 ? telling : definitions.findIndex((_, i) => differs(i));
  if (at < 0)
    return (
      <>
        none of the {definitions.length} outcomes differs at {Tick} {tick}
        {differences !== null &&
          differences.parted > 0 &&
          `, though ${formatGroupedInteger(differences.parted)} of ${formatNounCount(agents, ...agent)} diverge up to ${Tick} ${differences.until}`}
        .
      </>
    );
  const { label, measuredOn } = definitions[at];
  const words = describeOutcomePair(definitions[at], a[at] ?? null, b[at] ?? null);
  return (
    <>
      {label.toLowerCase()}
      {measuredOn && ` (${measuredOn})`} <b>{words.a}</b> becomes <b>{words.b}</b> at {Tick} {tick}.
    </>
  );
}
