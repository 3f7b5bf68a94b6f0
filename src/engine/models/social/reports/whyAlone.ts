import { formatPlainCount } from '../../../core/formatNounCount.ts';
import { formatPostId } from '../../../core/indices.ts';
import { Random } from '../../../core/random.ts';
import { explainRateDraws, formatDrawAndLimit } from '../../../explain/explainRateDraws.ts';
import type { TriggerLine } from '../../../model/agentDetail.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { getSeedSchedule } from '../../../setup/setupChanges.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { RateContest } from '../../../statechart/timing/rates.ts';
import { computeHourFactor, computeStartScale, MAX_STALL_TICKS, SESSION_START } from '../lifecycle.ts';
import { MOODS } from '../people/moodNames.ts';
import { Word } from '../posts/posts.ts';
import { SocialDomain } from '../socialDomain.ts';
import type { SocialState } from '../socialState.ts';
import { AgentState as S } from '../transition.ts';

/** Possible next moves of a person. */
export interface Foreseen {
  readonly place: S;
  readonly sessionLeft: number;
  /** Of its mood; empty in the flat chart. */
  readonly contests: readonly RateContest[];
}

/** Data of a person before a tick for `buildUnaskedLinks`. */
export const foreseeSocialDraws = (state: SocialState, machine: Machine, agent: number): Foreseen => ({
  place: state.placeOf(agent),
  sessionLeft: state.society.sessionLeft[agent],
  contests: state.hasMoods ? machine.rates.contests(agent) : [],
});

/**
 * Actions of a person in the last sealed tick without a question, done or not: by draws, by the seen post, by the
 * present activity.
 */
export function buildUnaskedLinks(
  state: SocialState,
  machine: Machine,
  agent: number,
  foreseen: Foreseen,
): readonly WhyLink[] {
  const { society, config } = state;
  const link = (kind: string, sentence: string, numbers: WhyLink['numbers'] = {}): WhyLink => ({
    ...{ tick: state.sealed, agent, kind, about: '', numbers, said: sentence },
  });
  if (society.gone.has(agent)) return [link('gone', describeRemoval(state, agent))];
  const moods = explainRateDraws(
    machine,
    agent,
    foreseen.contests,
    new Random(getSeedSchedule(config), SocialDomain.mood),
  );
  const over = listFiredTriggers(machine, agent).has('round_ends')
    ? [link('session', `its session of ${formatRoundCount(society.sessionLength[agent])} was over`)]
    : [];
  return [...over, ...buildAttentionLinks(state, agent, foreseen, link), ...(moods ?? [])];
}

function describeRemoval(state: SocialState, agent: number): string {
  if (state.society.isRemovedByChange(agent)) return 'a change of the run has taken it away';
  const { hubs_removed: hubs } = state.parametersAt(state.sealed);
  return hubs === 1
    ? 'hubs_removed takes away the most followed, which it is'
    : `hubs_removed takes away the ${hubs} most followed, it among them`;
}

type MakeLink = (kind: string, sentence: string, numbers?: WhyLink['numbers']) => WhyLink;

function buildAttentionLinks(
  state: SocialState,
  agent: number,
  { place, sessionLeft }: Foreseen,
  link: MakeLink,
): readonly WhyLink[] {
  const { society } = state;
  const now = state.placeOf(agent);
  switch (place) {
    case S.IDLE: {
      if (sessionLeft > 0) {
        const alert = sessionLeft === society.sessionLength[agent] ? buildAlertLink(state, agent) : null;
        return [alert ?? link('session', `its session had ${formatRoundCount(sessionLeft)} left`)];
      }
      const { said, numbers } = describeSessionStart(state, agent);
      const lasts =
        now === S.IDLE ? '' : `; this one lasts ${formatRoundCount(society.sessionLength[agent])}`;
      return [link('drew', `${said}${lasts}`, numbers)];
    }
    case S.SCROLLING: {
      const post = describePostDraw(state, agent);
      if (now === S.COMPOSING) return [link('drew', post.said, post.numbers)];
      const noticed = describeFeedNotice(state, agent);
      const links = [link('noticed', noticed.said, noticed.numbers)];
      return now === S.EVALUATING ? links : [link('drew', post.said, post.numbers), ...links];
    }
    case S.EVALUATING:
    case S.RESTING:
      return [];
    default: {
      const left = society.workLeft[agent];
      if (now !== place || left <= 0) return [];
      return [
        link(
          'work',
          left > MAX_STALL_TICKS / 2 ? STALLED : `what it is at takes ${formatRoundCount(left)} more`,
        ),
      ];
    }
  }
}

const STALLED = 'what it is at never ends, as it is one of those that stall; only its time-out leads on';

/**
 * The new copy that began a session in the tick before the sealed one, by its draw; null for none. A session that nobody has
 * used yet and that its owner did not draw was begun so.
 */
function buildAlertLink(state: SocialState, agent: number): WhyLink | null {
  const { posts, feed, society, sealed } = state;
  const { alerts } = state.parametersAt(sealed - 1);
  if (feed.arrivals === null || alerts === 0) return null;
  const tick = sealed - 1;
  for (let post = 0; post < posts.count; post++) {
    const author = posts.word(post, Word.author);
    if (posts.word(post, Word.tick) !== tick || !feed.follows.isThere(author, agent)) continue;
    if (feed.isHidden(post) || feed.hasSeen(agent, posts.word(post, Word.content))) continue;
    const { draw, limit } = feed.arrivals.drawAlert(agent, post, alerts);
    if (draw >= limit) continue;
    const said = formatDrawAndLimit(draw, limit);
    return {
      ...{ tick, agent, kind: 'alerted', about: formatPostId(post), numbers: { draw, limit } },
      said: `an alert to the post of ${state.nameOf(author)} began its session of ${formatRoundCount(society.sessionLength[agent])}: it drew ${said.draw}; below ${said.limit} an alert begins one`,
    };
  }
  return null;
}

/** The draw by which a session begins, with what its limit is made of. */
function describeSessionStart(state: SocialState, agent: number) {
  const { society, config, sealed } = state;
  const parameters = state.parametersAt(sealed);
  const { tickSeconds } = config;
  const drawn = new Random(getSeedSchedule(config), SocialDomain.session).unit(agent, sealed, SESSION_START);
  const limit = society.sessionsPerDay[agent] * computeStartScale(sealed, parameters, tickSeconds);
  const report = formatDrawAndLimit(drawn, limit);
  const sessions = society.sessionsPerDay[agent] * parameters.activity;
  const hour = computeHourFactor(sealed, parameters, tickSeconds);
  return {
    said: `it drew ${report.draw}; below ${report.limit} a session begins (${formatThreeSignificant(sessions)} a day, ${formatThreeSignificant(hour)} times as likely at this hour)`,
    numbers: { draw: drawn, limit },
  };
}

/** The draw by which somebody who scrolls writes a post of its own. */
function describePostDraw({ society }: SocialState, agent: number) {
  const [drawn, limit] = [society.postDraw[agent], society.postRate[agent]];
  const report = formatDrawAndLimit(drawn, limit);
  return {
    said: `it drew ${report.draw}; below ${report.limit} it begins a post of its own`,
    numbers: { draw: drawn, limit },
  };
}

/** Other posts of its feed than the one at which it stops. */
function describeFeedNotice({ society }: SocialState, agent: number) {
  const [interest, notice] = [society.interest[agent], society.notice[agent]];
  const found =
    interest > 0
      ? `what its feed showed it had interest ${formatThreeSignificant(interest)}`
      : 'its feed had nothing new for it';
  return {
    said: `${found}; it stops from ${formatThreeSignificant(notice)} on`,
    numbers: { interest, notice },
  };
}

/** A person's transitions as the tick itself found them; links describe its draws, views and questions instead. */
export function filterUnaskedLines(
  { society }: SocialState,
  machine: Machine,
  agent: number,
  lines: readonly TriggerLine[],
): readonly TriggerLine[] {
  const [session, work] = [society.sessionLeft[agent], society.workLeft[agent]];
  const fired = listFiredTriggers(machine, agent);
  return lines.flatMap(line => {
    // A mood could have changed only by what it did.
    if (isMoodState(line.target)) return fired.has(line.trigger) ? [line] : [];
    switch (line.trigger) {
      case 'timeout':
      case 'compose_done':
        return [line];
      case 'action_done':
        return work > 0 ? [{ ...line, ready: false, reason: formatRoundsLeft(work) }] : [];
      case 'round_ends':
        return session > 0
          ? [{ ...line, ready: false, reason: `no: its session has ${formatRoundCount(session)} left` }]
          : [];
      default:
        return [];
    }
  });
}

/** Triggers of what it took in the last sealed tick. */
function listFiredTriggers({ log, table, chart }: Machine, agent: number): ReadonlySet<string> {
  const fired = new Set<string>();
  log.forEach(...log.range(log.tick), (who, step) => {
    if (who !== agent) return;
    for (const one of table.step(step).transitions) fired.add(chart.definition.transitions[one].trigger);
  });
  return fired;
}

const isMoodState = (state: string): boolean => (MOODS as readonly string[]).includes(state);

const formatRoundsLeft = (left: number): string =>
  left > MAX_STALL_TICKS / 2
    ? 'no: its work never ends'
    : `no: its work takes ${formatRoundCount(left)} more`;

const formatRoundCount = (count: number): string => formatPlainCount(count, 'round');
const formatThreeSignificant = (value: number): string => String(Number(value.toPrecision(3)));
