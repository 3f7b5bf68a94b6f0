import { useState } from 'react';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { useCalmPage, usePage, usePageContext } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getViewedTick, isLookingBack } from '../../state/viewState.ts';
import { formatRoundNumber, formatTimeOfDay } from '../../words/runClock.ts';
import { isCascadeOutgrown } from './cascade/cascadeRoot.ts';
import styles from './cascade/HappeningNow.module.css';
import { showCascadeByRoot } from './cascade/showPost.ts';
import { SOCIAL_APPEARANCE } from './socialAppearance.ts';
import { getSocialPart } from './socialPart.ts';

const FidelityDialog = createLazyView(
  async () => (await import('./fidelity/FidelityDialog.tsx')).FidelityDialog,
);

/** The decider, and the agents of the run. */
export function SocialChip() {
  const setup = usePage(state => state.run?.setup);
  const decisions = useCalmPage(state => state.oracleReport?.decisions ?? 0);
  const foreign = useCalmPage(
    state => state.oracleReport?.notOwn.reduce((sum, { count }) => sum + count, 0) ?? 0,
  );
  const mixed = usePage(state => state.mixed);
  if (!setup) return null;
  const { kind } = setup.oracle;
  if (kind === 'policy' || kind === 'replay' || decisions === 0)
    return (
      <>
        {kind === 'replay'
          ? 'answers of a recording'
          : kind !== 'policy'
            ? 'a language model will decide'
            : mixed
              ? 'the policy decides now, others did before'
              : 'no language model'}
        , synthetic people; <HowReal preset={setup.preset} />
      </>
    );
  const own = foreign > 0 ? `, ${formatGroupedInteger(foreign)} not its own` : '';
  return `synthetic people; a language model decides: ${formatNounCount(decisions, 'decision')}${own}`;
}

/** Description of the preset, and a link to its fidelity. */
function HowReal({ preset }: { readonly preset: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.meant} onClick={() => setOpen(true)}>
        {SOCIAL_APPEARANCE.presets.find(({ value }) => value === preset)?.title}
      </button>
      {open && <FidelityDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Number of active agents, and the people in the cascade on the screen; if another one has more, the number in the largest. */
export function SocialSentence() {
  const head = useCalmPage(getViewedTick);
  const isBack = usePage(isLookingBack);
  const run = usePage(state => state.run)!;
  const target = usePage(state => (isLookingBack(state) ? null : state.target));
  const rests = usePage(state => state.phase !== 'playing' && !isLookingBack(state));
  const largest = useCalmPage(state => getSocialPart(state).largest);
  const isOther = useCalmPage(isCascadeOutgrown);
  const tree = useCalmPage(state => getSocialPart(state).tree);
  const size = isOther ? tree!.measures.size : (largest?.size ?? 1);
  const { active: stirred } = usePage(getCurrentModelWords);
  const { config } = run.info;
  const active =
    config.agents - run.columns.count(head, run.info.chart.states.indexOf(run.info.chart.initial));
  return (
    <>
      <b>Round {formatRoundNumber(isBack ? head : Math.max(0, head))}</b>
      {target !== null && ` of ${target}`}, {formatTimeOfDay(config, head)}:{' '}
      <b>
        {formatGroupedInteger(active)} of {formatGroupedInteger(config.agents)}
      </b>{' '}
      {head <= 0 && (rests ? `already ${stirred}; press Play to see what spreads.` : `already ${stirred}.`)}
      {head > 0 && size === 1 && `${stirred}.`}
      {head > 0 && size > 1 && (
        <>
          {stirred}; <b>{formatGroupedInteger(size)} people</b> in {isOther ? 'this cascade' : <Largest />},
          about <b>{(isOther ? tree : largest)?.topic}</b>, seen by{' '}
          {formatGroupedInteger((isOther ? tree?.exposure.seen : largest?.seen) ?? 0)}
          {isOther && (
            <>
              ; <Largest /> has {formatGroupedInteger(largest!.size)}
            </>
          )}
          .
        </>
      )}
    </>
  );
}

/** Leads to the largest cascade, which need not be the one on the screen. */
function Largest() {
  const page = usePageContext();
  const root = useCalmPage(state => getSocialPart(state).largest?.root ?? null);
  return (
    <button
      type="button"
      className={styles.meant}
      title="shows it"
      onClick={() => root !== null && void showCascadeByRoot(page, root)}
    >
      the largest cascade
    </button>
  );
}
