import { type ReactNode, useMemo, useRef } from 'react';
import type { ChartInfo } from '../../workers/protocol/api.ts';
import { getNodeScreenPoint, type NodeAppearance } from '../charts/network/networkMarks.ts';
import { WHOLE } from '../charts/network/networkSheet.ts';
import { findNodeAtPoint } from '../charts/network/pixels.ts';
import { createScene, findAgentNode, type Scene } from '../charts/network/scene.ts';
import chart from '../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../controls/chart/ChartCanvas.tsx';
import type { ChartFrame } from '../controls/chart/chartLayers.ts';
import { getKeyTargetIndex } from '../controls/chart/getKeyTargetIndex.ts';
import { useLayout, usePage, usePageStore } from '../hooks/hooks.ts';
import { releaseModelSelection } from '../model/releaseModelSelection.ts';
import type { ShownAgents } from '../run/shownAgents.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { getInspectedAgent } from '../state/selection.ts';
import { getViewedAgents } from '../state/viewState.ts';
import { findSearchedAgents } from '../store/found.ts';
import { describeGroupHues, type GroupHues, getCurrentGroupHues } from './assignGroupHues.ts';
import { createAgentCrowd, createFullCrowd, MAX_DRAWN_PEOPLE, sortByFollowers } from './crowd.ts';
import { describeChangedFollows, type Story } from './describeChangedFollows.ts';
import { buildNetworkTable, describeNetwork } from './describeNetwork.ts';
import { usePlaces } from './layouts.ts';
import styles from './Network.module.css';
import { NetworkNote } from './NetworkNote.tsx';
import { NetworkTip } from './NetworkTip.tsx';
import { NetworkPainter, type NetworkPlot } from './networkPainter.ts';
import { type CameraHold, useCamera } from './useCamera.ts';
import { type FollowGraph, useFollows } from './useFollows.ts';

interface NetworkViewParts {
  readonly store: PageStore;
  readonly hold: CameraHold;
  /** Everybody who is drawn, in the order in which keys lead through them. */
  order(): readonly number[];
  /** Place of an agent while all of the network is on the sheet; null for nowhere. */
  placeOf(agent: number): readonly [number, number] | null;
}

/** Agents that Page keys pass over. */
const PAGE = 10;

/**
 * Pointing at and choosing an agent on a network, by pointer and keys; each handler returns true if only the view
 * changed.
 */
function createNetworkChooser({ store, hold, order, placeOf }: NetworkViewParts) {
  const point = (agent: number | null): boolean => {
    const { selection, select } = store.getState();
    const { hover } = selection;
    if (agent === null ? hover !== null : hover?.kind !== 'agent' || hover.agent !== agent)
      select({ hover: agent === null ? null : { kind: 'agent', agent } });
    return true;
  };
  const choose = (agent: number | null): boolean => {
    const state = store.getState();
    if (agent !== null && !hold.hasDragged())
      state.select({ agents: [agent], state: null, own: releaseModelSelection(state) });
    return true;
  };
  const pressed = (key: string): boolean => {
    const { selection, letterKeys } = store.getState();
    const { hover } = selection;
    if (key === 'Enter' && hover?.kind === 'agent') return choose(hover.agent);
    if (letterKeys && hold.pressed(key)) return true;
    const agents = order();
    const at = hover?.kind === 'agent' ? hover.agent : getInspectedAgent(selection);
    const next = getKeyTargetIndex(key, at === null ? -1 : agents.indexOf(at), agents.length, PAGE);
    const agent = next === null ? undefined : agents[next];
    if (agent === undefined) return false;
    const place = placeOf(agent);
    if (place) hold.show(place);
    return point(agent);
  };
  return { point, choose, pressed };
}

interface Props {
  /** Events of the network at the viewed round; the same object as long as they are the same. */
  story(state: PageState): Story;
  /** The parts of the state that it depends on. */
  watch(state: PageState): readonly unknown[];
  /** The same in a sentence, without a full stop; '' for nothing. */
  describe(state: PageState): string;
  /** Next to the drawing. @param twin the button that opens the table */
  tools(twin: ReactNode): ReactNode;
}

/** The network with every agent in the colour of its state or its group. It has no time axis. */
export function NetworkView({ story, watch, describe, tools }: Props) {
  const store = usePageStore();
  const { gutter } = useLayout();
  const follows = useFollows();
  const { crowd, wanted } = useCrowd(follows);
  const laid = usePlaces(wanted);
  const mark = useRef<HTMLSpanElement>(null);
  const size = useRef({ width: 1, height: 1 });
  // No pointing during a drag: a tip would go along, and the page be laid out again in each picture.
  const hold = useCamera(mark, gutter, size.current, () => store.getState().select({ hover: null }));
  const painter = useMemo(() => new NetworkPainter(), []);
  const isLate = useRef(false);
  const scenes = useMemo(createSceneCache, []);
  const places = laid !== null && 'places' in laid ? laid.places : null;

  const plotOf = ({ state, run, inks, height }: ChartFrame): NetworkPlot | null => {
    isLate.current = false;
    size.current = { width: state.plotWidth, height };
    if (!crowd || !places || places.length !== 2 * crowd.members.length) return null;
    const society = getViewedAgents(state);
    const now = story(state);
    const look =
      society &&
      computeNodeAppearance(
        society,
        run.info.chart,
        now,
        findSearchedAgents(state),
        getCurrentGroupHues(state),
      );
    if (!look) return null;
    const selected = getInspectedAgent(state.selection);
    return {
      scene: scenes(crowd, places, state.plotWidth, height),
      camera: crowd.members.length > 1 ? hold.camera : WHOLE,
      look,
      story: now,
      names: run.info.names,
      selected: selected === null ? -1 : findAgentNode(crowd, selected),
      hovered: findHoveredNode(state, crowd),
      inks,
    };
  };
  const { point, choose, pressed } = createNetworkChooser({
    store,
    hold,
    order: () => orderNetworkAgents(store.getState(), follows, crowd?.members ?? [], story),
    placeOf(agent) {
      const { width, height } = size.current;
      return crowd && places && getAgentPoint(scenes(crowd, places, width, height), agent);
    },
  });
  const sentence = (state: PageState): string => {
    const hues = getCurrentGroupHues(state);
    const parts = [
      ...[describe(state), describeChangedFollows(story(state).changed, follows)],
      hues === null ? '' : describeGroupHues(hues),
    ];
    return describeNetwork(state, follows, parts.filter(part => part !== '').join('; '));
  };
  return (
    <ChartCanvas<NetworkPlot, number>
      name="Network"
      id="network"
      className={styles.view ?? ''}
      testId="network"
      isPlotOnly
      plot={plotOf}
      draw={(ctx, plot) => {
        isLate.current = painter.draw(ctx, plot, performance.now());
      }}
      isMoving={() => isLate.current}
      watch={state => [
        ...[...watch(state), getViewedAgents(state), getCurrentGroupHues(state)],
        ...[state.selection, state.search, state.plotWidth],
      ]}
      share={1}
      hitTest={({ scene, camera }, x, y) => {
        const node = findNodeAtPoint(scene, camera, x, y);
        return node < 0 ? null : (scene.crowd.members[node] ?? null);
      }}
      onHover={point}
      onPick={choose}
      onKey={pressed}
      tip={(_, place, drawn) => (
        <NetworkTip plot={drawn} gutter={gutter} place={place} follows={follows} story={story} />
      )}
      label="Network"
      spoken={sentence}
      summary={sentence}
      table={state =>
        buildNetworkTable(
          state,
          follows,
          story(state),
          orderNetworkAgents(state, follows, listNetworkAgents(follows), story),
        )
      }
      tools={tools}
    >
      <span ref={mark} hidden />
      <NetworkNote follows={follows} crowd={crowd} laid={laid} hold={hold} story={story} />
    </ChartCanvas>
  );
}

/** The drawn agents, and the graph to be laid out; empty while nobody is selected in a network that is too large. */
function useCrowd(follows: FollowGraph | null) {
  const agent = usePage(state => getInspectedAgent(state.selection));
  const digest = usePage(state => state.run?.info.config.networkInfo?.sha256 ?? '');
  const isLarge = follows !== null && follows.followers.offsets.length - 1 > MAX_DRAWN_PEOPLE;
  const centre = isLarge ? agent : null;
  const crowd = useMemo(() => {
    if (follows === null || (isLarge && centre === null)) return null;
    return centre === null ? createFullCrowd(follows) : createAgentCrowd(follows, centre);
  }, [follows, isLarge, centre]);
  const wanted = useMemo(
    () =>
      crowd && {
        key: centre === null ? digest : `${digest} around ${centre}`,
        links: crowd.followers,
        isKept: centre === null,
      },
    [crowd, digest, centre],
  );
  return { crowd, wanted };
}

const listNetworkAgents = (follows: FollowGraph | null): Iterable<number> =>
  follows === null ? [] : Array(follows.followers.offsets.length - 1).keys();

/** Agents with events, in that order; then the most followed. */
function orderNetworkAgents(
  state: PageState,
  follows: FollowGraph | null,
  agents: Iterable<number>,
  story: Props['story'],
): readonly number[] {
  if (follows === null) return [];
  const known = new Set(agents);
  const { ringed, liked } = story(state);
  const rows = [...ringed, ...liked].filter(agent => known.has(agent));
  return [...new Set([...rows, ...sortByFollowers(follows.followers, known)])];
}

function findHoveredNode({ selection: { hover } }: PageState, crowd: Scene['crowd']): number {
  return hover?.kind === 'agent' ? findAgentNode(crowd, hover.agent) : -1;
}

function getAgentPoint({ crowd, at }: Scene, agent: number): readonly [number, number] {
  return getNodeScreenPoint(at, WHOLE, findAgentNode(crowd, agent));
}

/** Nodes on the sheet, kept while nothing that their places depend on changes. */
function createSceneCache() {
  let kept: { readonly places: Float32Array; readonly scene: Scene } | null = null;
  return (crowd: Scene['crowd'], places: Float32Array, width: number, height: number): Scene => {
    const { scene } = kept ?? {};
    const isSame =
      kept?.places === places && scene?.crowd === crowd && scene.width === width && scene.height === height;
    if (!kept || !isSame) kept = { places, scene: createScene(crowd, places, width, height) };
    return kept.scene;
  };
}

/** The gutter of a network's view. */
export const Gutter = ({ children }: { readonly children: ReactNode }) => (
  <div className={`${chart.gutter} ${styles.gutter}`}>{children}</div>
);

const kept = new WeakMap<
  ShownAgents,
  { readonly parts: readonly unknown[]; readonly look: NodeAppearance }
>();

/** Everybody's appearance at a tick; the same object while nothing of it changes. */
function computeNodeAppearance(
  society: ShownAgents,
  { states, initial }: Pick<ChartInfo, 'states' | 'initial'>,
  { looked }: Story,
  found: ReadonlySet<number> | null,
  hues: GroupHues | null,
): NodeAppearance {
  const parts = [states, looked, found, hues];
  const known = kept.get(society);
  if (known?.parts.every((part, at) => part === parts[at])) return known.look;
  const look = {
    state: society.state,
    resting: states.indexOf(initial),
    looked,
    found,
    hueOf: hues?.hueOf ?? null,
  };
  kept.set(society, { parts, look });
  return look;
}
