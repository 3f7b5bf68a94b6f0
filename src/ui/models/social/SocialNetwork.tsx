import { type CSSProperties, memo, type ReactNode } from 'react';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentGroupHues } from '../../network/assignGroupHues.ts';
import { describeChangedFollows } from '../../network/describeChangedFollows.ts';
import { ColourModes, GroupLegend } from '../../network/GroupColours.tsx';
import styles from '../../network/Network.module.css';
import { Gutter, NetworkView } from '../../network/NetworkView.tsx';
import { useFollows } from '../../network/useFollows.ts';
import { useResource } from '../../resources/useResource.ts';
import { PlaceSwitch } from '../../views/time/PlaceSwitch.tsx';
import cascade from './cascade/CascadeView.module.css';
import { cascadeStory, describeCascadeStory, type StoryCounts } from './cascade/cascadeStory.ts';
import { VIEWERS } from './inspector/viewers.ts';
import { getSocialPart } from './socialPart.ts';

/** The network with the cascade on the screen over it. */
export function SocialNetwork() {
  useResource(VIEWERS);
  return (
    <NetworkView
      story={cascadeStory}
      watch={state => [getSocialPart(state).tree, getSocialPart(state).viewers, cascadeStory(state).changed]}
      describe={describeCascadeStory}
      tools={twin => <Beside twin={twin} />}
    />
  );
}

function Beside({ twin }: { readonly twin: ReactNode }) {
  const hues = usePage(getCurrentGroupHues);
  return (
    <Gutter>
      <div className={cascade.title}>
        <h2>Cascade</h2>
        {twin}
      </div>
      <PlaceSwitch own="tree" />
      <ColourModes />
      {hues === null ? <CascadeFigures /> : <GroupLegend isColumn />}
      <div className={styles.keys}>
        {hues === null && <p>colour: state now</p>}
        <p>size: followers</p>
        <p>outlined: took part</p>
        <p>{hues === null ? 'pink' : 'thin'} ring: liked a post in it</p>
        <Changed />
      </div>
    </Gutter>
  );
}

/** Changes of the network by the user's interventions. */
function Changed() {
  const follows = useFollows();
  const words = useCalmPage(
    state => describeChangedFollows(cascadeStory(state).changed, follows),
    'measures',
  );
  if (words === '') return null;
  return (
    <>
      <p>{words}</p>
      <p>solid: added, dashed: cut</p>
    </>
  );
}

/** A number of people in the list, with its meaning. */
interface FigureRow {
  readonly count: number;
  readonly words: string;
  readonly meaning?: string;
  /** The hue of its lines. */
  readonly hue?: string;
  /** True for some of the people of the row before. */
  readonly isPart?: true;
}

/** Everybody by reaction to the cascade. */
const CascadeFigures = memo(function Figures() {
  const counts = useCalmPage(state => cascadeStory(state).counts, 'measures');
  const isThread = usePage(state => getSocialPart(state).tree?.counts !== 'reshares');
  return (
    <dl className={styles.figures}>
      {listFigureRows(counts, isThread).map(({ count, words, meaning, hue, isPart }) => (
        <div key={words} title={meaning} data-part={isPart}>
          <dd>
            {hue && <span className={styles.key} style={{ '--hue': `var(${hue})` } as CSSProperties} />}
            <b>{formatGroupedInteger(count)}</b>
          </dd>
          <dt>{words}</dt>
        </div>
      ))}
    </dl>
  );
});

/** @param isThread true if replies count as a part of the cascade */
function listFigureRows(counts: StoryCounts, isThread: boolean): readonly FigureRow[] {
  const reply = { count: counts.replied, hue: '--state-engaging-reply' };
  return [
    { count: counts.tookPart, words: 'took part', meaning: 'its author included' },
    { count: counts.reshared, words: 'by resharing', hue: '--state-engaging-reshare', isPart: true },
    isThread
      ? { ...reply, words: 'by a reply', isPart: true }
      : { ...reply, words: 'only replied', meaning: 'replies do not count as a part of it' },
    { count: counts.liked, words: 'only liked a post in it' },
    { count: counts.lookedOn, words: 'only looked' },
    { count: counts.never, words: 'never looked' },
  ];
}
