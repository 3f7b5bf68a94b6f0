import { createLoadErrorHandler } from '../../engine/core/errors.ts';
import type { ExportForm } from '../../workers/protocol/api.ts';
import type { Crowd } from '../charts/network/scene.ts';
import { useCommands, usePage, usePageStore } from '../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../lib/formatCounts.ts';
import { getCurrentModelWords } from '../model/getModelAppearance.ts';
import type { PageState } from '../state/pageState.ts';
import { getInspectedAgent } from '../state/selection.ts';
import { runWithRetry } from '../store/runWithRetry.ts';
import { findNeighbours, MAX_DRAWN_PEOPLE } from './crowd.ts';
import type { Story } from './describeChangedFollows.ts';
import { describeNetworkSize } from './describeNetwork.ts';
import type { Laid, NotLaid } from './layouts.ts';
import styles from './Network.module.css';
import type { CameraHold } from './useCamera.ts';
import type { FollowGraph } from './useFollows.ts';

interface Props {
  readonly follows: FollowGraph | null;
  readonly crowd: Crowd | null;
  readonly laid: Laid | NotLaid | null;
  readonly hold: CameraHold;
  story(state: PageState): Story;
}

/** The drawn part, the progress of the layout, and a button that shows all of it. */
export function NetworkNote({ follows, crowd, laid, hold, story }: Props) {
  const size = usePage(state => (follows === null ? '' : describeNetworkSize(state, follows)));
  const note = usePage(state => story(state).note);
  const isNear = hold.camera.scale > 1 || hold.camera.x !== 0 || hold.camera.y !== 0;
  if (follows === null) return <p className={styles.empty}>The network is being fetched.</p>;
  if (laid !== null && 'why' in laid)
    return (
      <div className={styles.empty}>
        <p>The network could not be laid out: {laid.why}</p>
        <button type="button" className={styles.again} onClick={laid.again}>
          Try again
        </button>
      </div>
    );
  if (crowd === null) return <TooMany follows={follows} />;
  return (
    <div className={styles.note}>
      {laid === null || laid.part < 1 ? (
        <span role="status">laying out, {Math.round(100 * (laid?.part ?? 0))} %</span>
      ) : (
        <span>
          <b>{size}</b>
          <Around follows={follows} crowd={crowd} />
          {note !== '' && <span className={styles.how}>; {note}</span>}
        </span>
      )}
      <NetworkDownloads />
      {isNear && (
        <button type="button" onClick={hold.whole} title="all of the network (F)">
          fit
        </button>
      )}
    </div>
  );
}

function TooMany({ follows }: Pick<Props, 'follows'>) {
  const words = usePage(getCurrentModelWords);
  const nodes = (follows?.followers.offsets.length ?? 1) - 1;
  return (
    <p className={styles.empty}>
      {formatNounCount(nodes, ...words.person)} are too many to draw at once: up to{' '}
      {formatGroupedInteger(MAX_DRAWN_PEOPLE)} are. Select somebody in the chart, the timelines or by the
      search, and those around are drawn.
    </p>
  );
}

/** "; Ines Okafor and 400 of 1,204 around, the most followed" */
function Around({ follows, crowd }: { readonly follows: FollowGraph; readonly crowd: Crowd }) {
  const agent = usePage(state => getInspectedAgent(state.selection));
  const name = usePage(state => state.run?.info.names[agent ?? -1]);
  if (crowd.members.length === follows.followers.offsets.length - 1 || agent === null) return null;
  const [drawn, all] = [crowd.members.length - 1, findNeighbours(follows, agent).length];
  return drawn < all ? (
    <>
      ; {name} and the {formatGroupedInteger(drawn)} most followed of the {formatGroupedInteger(all)} around
    </>
  ) : (
    <>
      ; {name} and all {formatGroupedInteger(all)} around
    </>
  );
}

const NETWORK_DOWNLOADS: readonly {
  readonly form: ExportForm;
  readonly name: string;
  readonly by: string;
}[] = [
  { form: 'gexf', name: 'GEXF', by: 'Gephi and others' },
  { form: 'graphml', name: 'GraphML', by: 'igraph, NetworkX and others' },
];

/** The network with what happened to each node, as files. */
function NetworkDownloads() {
  const commands = useCommands();
  const store = usePageStore();
  const download = async (form: ExportForm) => {
    const { exportRun } = await import('../commands/exportRun.ts').catch(
      createLoadErrorHandler('the export'),
    );
    await exportRun(store, commands, { form, size: 0 }, () => undefined);
  };
  return NETWORK_DOWNLOADS.map(({ form, name, by }) => (
    <button
      key={form}
      type="button"
      aria-label={`Network as ${name}`}
      title={`the network with what happened to each node, for ${by}`}
      onClick={() => void runWithRetry(store, () => download(form))}
    >
      {name}
    </button>
  ));
}
