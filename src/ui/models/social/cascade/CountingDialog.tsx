import { useEffect, useState } from 'react';
import {
  type ParentComparison,
  socialQueries,
} from '../../../../engine/models/social/reports/socialQueries.ts';
import {
  CASCADE_COUNTS,
  type CascadeCounts,
  type ParentRule,
} from '../../../../engine/models/social/socialChoices.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { formatRoundNumber } from '../../../words/runClock.ts';
import { getPostSelection, getSocialPart, SOCIAL_PICKED } from '../socialPart.ts';
import styles from './CascadeView.module.css';
import { describeParentDecision } from './describeParentDecision.ts';
import { CASCADE_MEASURES } from './measureWords.ts';

const COUNT_PHRASES: Readonly<Record<CascadeCounts, string>> = {
  reshares: 'the post and its reshares',
  reshares_and_replies: 'replies as well: the whole thread',
};

const RULE_PHRASES: Readonly<Record<ParentRule, string>> = {
  drawn: 'drawn: the first post by chance, else the copy seen',
  root_or_other: 'the first post by chance, else another copy',
  first_seen: 'the copy that could be seen first',
  last_seen: 'the copy that could be seen last',
  strongest_tie: 'the copy from the strongest tie',
  weighted_draw: 'a copy drawn by the strength of ties',
  original: 'the original, as platforms report it',
};

/** Measures that depend on parents. */
const SHAPES = CASCADE_MEASURES.filter(({ key }) =>
  ['depth', 'maxBreadth', 'structuralVirality'].includes(key),
);

/** The posts that count in a cascade, and its measures by each rule for parents. */
export function CountingDialog({ onClose }: { onClose: () => void }) {
  const commands = useCommands();
  const store = usePageStore();
  const counts = usePage(state => state.run?.info.config.parameters.cascade_counts);
  const title = usePage(state => getSocialPart(state).tree?.text[0]);
  /** The choice that is on its way. */
  const [wanted, setWanted] = useState<CascadeCounts | null>(null);
  const root = usePage(state => getPostSelection(state).root ?? getSocialPart(state).tree?.root ?? -1);
  const drawn = usePage(state => getPostSelection(state).rule);
  const tick = usePage(getViewedTick);
  const epoch = usePage(state => state.run?.info.epoch);
  const [compared, setCompared] = useState<(ParentComparison & { readonly tick: number }) | null>(null);
  useEffect(() => {
    let isWanted = root >= 0;
    if (isWanted)
      void commands
        .ask(engine => socialQueries.ask(engine, 'parents', root))
        .then(answer => isWanted && setCompared(answer && { ...answer, tick }));
    return () => {
      isWanted = false;
    };
  }, [commands, root, tick, epoch]);
  const draw = (rule: ParentRule | undefined) => {
    store.getState().pick(SOCIAL_PICKED, { root, rule, isChosen: true });
    onClose();
  };
  return (
    <Dialog title="How the cascade is counted" onClose={onClose}>
      <fieldset className={styles.counted}>
        <legend>A cascade is</legend>
        {CASCADE_COUNTS.map(choice => (
          <label key={choice}>
            <input
              type="radio"
              name="cascade_counts"
              checked={(wanted ?? counts) === choice}
              onChange={() => {
                setWanted(choice);
                void commands.measureBy('cascade_counts', choice).finally(() => setWanted(null));
              }}
            />{' '}
            {COUNT_PHRASES[choice]}
          </label>
        ))}
      </fieldset>
      <p className="label">
        Headline, lists, measures, worlds and documents count alike. What happens in the run stays the same,
        and so does its hash. Goel et al. (2016) count reshares.
      </p>
      <h3 className={styles.section}>Whose post led to whose{title && `: “${title}”`}</h3>
      {compared ? (
        <Comparison compared={compared} drawn={drawn} draw={draw} />
      ) : (
        <p className="label">{root < 0 ? 'Nothing has been posted yet.' : 'Measuring…'}</p>
      )}
    </Dialog>
  );
}

interface ComparisonProps {
  readonly compared: ParentComparison & { readonly tick: number };
  /** The rule by which the tree on the screen is drawn; undefined: the run's. */
  readonly drawn: ParentRule | undefined;
  readonly draw: (rule: ParentRule | undefined) => void;
}

function Comparison({ compared, drawn, draw }: ComparisonProps) {
  const { rule: own, measures, exposures, tick } = compared;
  return (
    <>
      <p>
        {describeParentDecision(own, exposures)} Here as of Round {formatRoundNumber(tick)}.
      </p>
      <div className={styles.list}>
        <table>
          <thead>
            <tr>
              <th scope="col">parent</th>
              {SHAPES.map(({ key, nameOf, meaning }) => (
                <th key={key} scope="col" title={meaning}>
                  {nameOf(2)}
                </th>
              ))}
              <th scope="col" title="share of the posts below the first that do not hang on it">
                not from the first
              </th>
              <th scope="col" title="posts with another parent than in the run">
                moved
              </th>
            </tr>
          </thead>
          <tbody>
            {measures.map(row => (
              <tr key={row.rule} aria-current={(drawn ?? own) === row.rule}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.choose}
                    title="draws the tree so"
                    onClick={() => draw(row.rule === own ? undefined : row.rule)}
                  >
                    {RULE_PHRASES[row.rule]}
                  </button>
                  {row.rule === own && <span className="label">in this run</span>}
                </th>
                {SHAPES.map(({ key, digitsOf }) => (
                  <td key={key}>{key === 'structuralVirality' ? row[key].toFixed(2) : digitsOf(row[key])}</td>
                ))}
                <td>{row.postRootR === null ? '–' : `${Math.round(row.postRootR * 100)} %`}</td>
                <td>{formatGroupedInteger(row.moved)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="label">
        A rule draws the tree of this cascade and changes nothing else; who follows whom, and what was
        removed, is taken as it is at the end of the run. To play a run by it, choose Parent in Set-up: depth
        lowers the chance of a reshare, so the run takes another course.
      </p>
    </>
  );
}
