import { useEffect, useState } from 'react';
import { writeCsv } from '../../../../engine/core/writeCsv.ts';
import { REACTIONS, type Viewers } from '../../../../engine/models/social/posts/exposure.ts';
import { socialQueries } from '../../../../engine/models/social/reports/socialQueries.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { downloadFile } from '../../../controls/downloadFile.ts';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import type { PageStore } from '../../../state/pageState.ts';
import { formatRoundNumber } from '../../../words/runClock.ts';
import styles from '../cascade/CascadeView.module.css';
import { getSocialPart } from '../socialPart.ts';

/** Most people who are listed; the CSV has all. */
const MAX_VIEWERS_LISTED = 500;
/** Description of each reaction, the strongest first. */
const REACTION_PHRASES = {
  'passed on': 'passed it on',
  replied: 'replied',
  liked: 'only liked a post in it',
  'went on': 'went on',
  looking: 'looking now',
};
const CHOICES = [...REACTIONS].reverse();

interface ViewerRow {
  readonly agent: number;
  readonly tick: number;
  readonly reaction: (typeof REACTIONS)[number];
}

/** Everybody who saw the cascade on the screen, when, and what came of it; one of them is chosen with a click. */
export function ViewersDialog({ onClose }: { onClose: () => void }) {
  const commands = useCommands();
  const store = usePageStore();
  const tree = usePage(state => getSocialPart(state).tree);
  const root = tree?.root ?? -1;
  const [viewers, setViewers] = useState<Viewers | null>(null);
  const [only, setOnly] = useState<ViewerRow['reaction'] | null>(null);
  useEffect(() => {
    void commands.ask(engine => socialQueries.ask(engine, 'viewers', root)).then(setViewers);
  }, [commands, root]);
  const { names = [], config } = store.getState().run?.info ?? {};
  const rows = viewers ? buildViewerRows(viewers) : [];
  const shown = only === null ? rows : rows.filter(({ reaction }) => reaction === only);
  const others = (config?.agents ?? 1) - 1;
  const cells = ({ agent, tick, reaction }: ViewerRow) => [
    names[agent],
    formatRoundNumber(tick),
    REACTION_PHRASES[reaction],
  ];
  return (
    <Dialog title="Who saw it" onClose={onClose}>
      {!viewers && <p>Looking…</p>}
      {viewers && (
        <>
          <p>
            {formatNounCount(rows.length, 'person', 'people')} of {formatGroupedInteger(others)} looked at a
            post of this cascade, its author not counted; {formatGroupedInteger(others - rows.length)} never
            did. Each is counted once, by the most that came of it.
          </p>
          <p className={styles.reactions}>
            {CHOICES.map(one => (
              <button
                key={one}
                type="button"
                aria-pressed={only === one}
                onClick={() => setOnly(only === one ? null : one)}
              >
                {formatGroupedInteger(rows.filter(({ reaction }) => reaction === one).length)}{' '}
                {REACTION_PHRASES[one]}
              </button>
            ))}
            <button
              type="button"
              onClick={() =>
                downloadFile(
                  'who-saw-it.csv',
                  [writeCsv(['name', 'round', 'what'], shown.map(cells))],
                  'text/csv',
                )
              }
            >
              Save as CSV
            </button>
          </p>
          <div className={styles.list}>
            <table>
              <thead>
                <tr>
                  <th scope="col">name</th>
                  <th scope="col">first saw it in round</th>
                  <th scope="col">what came of it</th>
                </tr>
              </thead>
              <tbody>
                {shown.slice(0, MAX_VIEWERS_LISTED).map(row => (
                  <tr key={row.agent}>
                    <td>
                      <button
                        type="button"
                        className={styles.choose}
                        title="selects the agent, whose questions say what it was offered and why it chose so"
                        onClick={() => {
                          selectAgentAtTick(store, row);
                          onClose();
                        }}
                      >
                        {names[row.agent]}
                      </button>
                    </td>
                    <td>{formatRoundNumber(row.tick)}</td>
                    <td>{REACTION_PHRASES[row.reaction]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {shown.length > MAX_VIEWERS_LISTED && (
            <p className="label">
              the first {MAX_VIEWERS_LISTED} of {formatGroupedInteger(shown.length)}; the CSV holds all
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

/** Selects somebody in the round in which it chose what to do about what it saw. */
function selectAgentAtTick(store: PageStore, { agent, tick }: ViewerRow): void {
  const { head, run, select } = store.getState();
  const chosenIn = tick + 1;
  const isPast = chosenIn < head && chosenIn >= (run?.columns.first ?? 0);
  select({ agents: [agent], state: null, cursor: isPast ? chosenIn : null });
}

const buildViewerRows = ({ agent, tick, reaction }: Viewers): readonly ViewerRow[] =>
  Array.from(agent, (_, i) => ({
    agent: agent[i],
    tick: tick[i],
    reaction: REACTIONS[reaction[i]],
  }));
