import type { RefObject } from 'react';
import { getNodeDegree } from '../../engine/network/networkLinks.ts';
import { getNodeScreenPoint } from '../charts/network/networkMarks.ts';
import { findAgentNode } from '../charts/network/scene.ts';
import { ChartTip, type TipPlace } from '../controls/chart/ChartTip.tsx';
import { usePage } from '../hooks/hooks.ts';
import { formatNounCount } from '../lib/formatCounts.ts';
import type { PageState } from '../state/pageState.ts';
import { describeAgentGroup } from './assignGroupHues.ts';
import type { Story } from './describeChangedFollows.ts';
import { describeAgentState } from './describeNetwork.ts';
import type { NetworkPlot } from './networkPainter.ts';
import type { FollowGraph } from './useFollows.ts';

interface Props {
  readonly plot: RefObject<NetworkPlot | null>;
  readonly gutter: number;
  readonly place: TipPlace;
  readonly follows: FollowGraph | null;
  story(state: PageState): Story;
}

/** The agent under the pointer: state, followers, and its actions. */
export function NetworkTip({ plot, gutter, place, follows, story }: Props) {
  const agent = usePage(({ selection: { hover } }) => (hover?.kind === 'agent' ? hover.agent : -1));
  const name = usePage(({ run }) => run?.info.names[agent] ?? '');
  const state = usePage(page => (agent < 0 ? '' : describeAgentState(page, agent)));
  const part = usePage(page => (agent < 0 ? '' : story(page).partOf(agent)));
  const group = usePage(page => describeAgentGroup(page, agent));
  const drawn = plot.current;
  const node = drawn && agent >= 0 ? findAgentNode(drawn.scene.crowd, agent) : -1;
  if (!drawn || follows === null || node < 0) return null;
  const [x, y] = getNodeScreenPoint(drawn.scene.at, drawn.camera, node);
  return (
    <ChartTip
      place={{ ...place, x: x + gutter, y }}
      gap={[14, 14]}
      width={210}
      height={52 + [part, group].filter(line => line !== '').length * 16}
    >
      <b>{name}</b>, {state}
      <span className="label">
        <br />
        {formatNounCount(getNodeDegree(follows.followers, agent), 'follower')}, follows{' '}
        {getNodeDegree(follows.followed, agent)}
        {group !== '' && (
          <>
            <br />
            {group}
          </>
        )}
        {part !== '' && (
          <>
            <br />
            {part}
          </>
        )}
      </span>
    </ChartTip>
  );
}
