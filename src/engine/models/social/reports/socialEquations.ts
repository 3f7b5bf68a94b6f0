/** Origin of an equation's constants. */
export type EquationOrigin = 'fitted' | 'chosen' | 'definition';

/** An equation of the model. A test evaluates its formula and compares it with the engine. */
export interface Equation {
  /** The quantity on its left. */
  readonly symbol: string;
  /**
   * Its right side: arithmetic with `**` for powers, `? :`, and min, max, floor and sqrt. Names are those of parameters, of other
   * equations, or are explained in `where`.
   */
  readonly formula: string;
  /** Unit of the quantity; empty for a pure number. */
  readonly unit: string;
  readonly meaning: string;
  /** Meaning of names that are neither parameters nor other equations. */
  readonly where?: Readonly<Record<string, string>>;
  /** `fitted`: to the trees of Twitter15/16, in a prototype; `chosen`: by the modeller, fitted to nothing. */
  readonly origin: EquationOrigin;
}

/** Equations of one part of the model. */
interface EquationGroup {
  readonly title: string;
  readonly equations: readonly Equation[];
}

const UNIFORM = 'uniform on [0, 1)';

const PEOPLE: EquationGroup = {
  title: 'People',
  equations: [
    {
      symbol: 'like_rate',
      formula: 'archetype_like * (0.6 + 0.8 * u_engaged)',
      unit: 'probability',
      meaning: 'a person’s own rate of likes; its rates of replies and reshares come from the same draw',
      where: {
        archetype_like: 'like of the archetype',
        u_engaged: `${UNIFORM}, one draw for each person`,
      },
      origin: 'chosen',
    },
    {
      symbol: 'sessions_per_day',
      formula: 'archetype_sessions * (0.6 + 0.8 * u_active)',
      unit: 'per day',
      meaning: 'a person’s own sessions; its posts per tick come from the same draw',
      where: {
        archetype_sessions: 'sessions per day of the archetype',
        u_active: `${UNIFORM}, one draw for each person`,
      },
      origin: 'chosen',
    },
    {
      symbol: 'engagement_threshold',
      formula: 'archetype_threshold + 0.16 * (u_threshold - 0.5)',
      unit: '',
      meaning: 'least interest at which a person engages, before `attention`',
      where: { archetype_threshold: 'threshold of the archetype', u_threshold: UNIFORM },
      origin: 'chosen',
    },
    {
      symbol: 'timeout',
      formula: 'archetype_timeout + floor(3 * u_timeout) - 1',
      unit: 'ticks',
      meaning: 'a person gives up after more ticks in a state than these',
      where: { archetype_timeout: 'timeout of the archetype', u_timeout: UNIFORM },
      origin: 'chosen',
    },
    {
      symbol: 'affinity',
      formula: 'floor((is_favourite ? 0.7 + 0.3 * u_topic : 0.4 * u_topic) * 255 + 0.5) / 255',
      unit: '',
      meaning: 'interest in a topic, of which each person has two favourites, drawn uniformly',
      where: {
        is_favourite: '1 for a favourite topic, else 0',
        u_topic: `${UNIFORM}, for each person and topic`,
      },
      origin: 'chosen',
    },
  ],
};

const SESSIONS: EquationGroup = {
  title: 'Sessions',
  equations: [
    {
      symbol: 'start_chance',
      formula: 'sessions_per_day * activity * hour_factor * tick_seconds / 86400',
      unit: 'probability per tick',
      meaning: 'that an idle person without a session begins one',
      where: { hour_factor: 'weight of the hour of the simulated day, of mean 1 (table in section 5)' },
      origin: 'chosen',
    },
    {
      symbol: 'session_ticks',
      formula: 'session_min + floor((session_max - session_min + 1) * u_session ** 2)',
      unit: 'ticks',
      meaning: 'length of a session; only ticks that are not idle use it up',
      where: {
        session_min: 'least of the archetype',
        session_max: 'most of the archetype',
        u_session: `${UNIFORM}, for each session`,
      },
      origin: 'chosen',
    },
    {
      symbol: 'post_chance',
      formula: 'own_post_rate * posting',
      unit: 'probability per tick of scrolling',
      meaning: 'that a person writes an original post, on a topic drawn by its affinities',
      where: { own_post_rate: 'post of the archetype, × (0.6 + 0.8 u_active)' },
      origin: 'chosen',
    },
  ],
};

const ROOTS: EquationGroup = {
  title: 'Original posts',
  equations: [
    {
      symbol: 'quality',
      formula: '1 + 0.389 * (2 * u_root ** 8 - 0.22)',
      unit: '',
      meaning: 'factor on the interest in an original post and all posts below it, replies included',
      where: { u_root: `${UNIFORM}, for each original post` },
      origin: 'fitted',
    },
    {
      symbol: 'pace',
      formula: '(1 + pace_spread * u_pace) / (1 + pace_spread * (1 - u_pace))',
      unit: '',
      meaning: 'factor on the times of a cascade; 1 with `pace_spread` 0',
      where: { u_pace: `${UNIFORM}, for each original post` },
      origin: 'fitted',
    },
    {
      symbol: 'lifetime',
      formula: 'pace * 28.2 * (0.084 + 0.916 * (0.1 + 4 * u_root ** 5))',
      unit: 'ticks',
      meaning: 'age at which the chance of replies and reshares has halved',
      origin: 'fitted',
    },
    {
      symbol: 'attribution',
      formula: 'u_parent ** 2',
      unit: '',
      meaning: 'strength with which posts name the copy seen instead of the original',
      where: { u_parent: `${UNIFORM}, for each original post` },
      origin: 'fitted',
    },
  ],
};

const FEED: EquationGroup = {
  title: 'Feed and interest',
  equations: [
    {
      symbol: 'tie',
      formula: 'floor(sqrt(weight / greatest_weight) * 65535) / 65535',
      unit: '',
      meaning:
        'strength of a follow; in a network without weights drawn uniformly from these 65,536 values, 1 for a notification, 0 for a trending post',
      where: { weight: 'weight of the edge', greatest_weight: 'greatest of the network' },
      origin: 'chosen',
    },
    {
      symbol: 'up_after',
      formula: 'surfacing * pace * u_copy / (1.1 - u_copy)',
      unit: 'ticks',
      meaning: 'age at which a copy comes up in a feed; 0 with `surfacing` 0',
      where: { u_copy: `${UNIFORM}, for each person and post` },
      origin: 'fitted',
    },
    {
      symbol: 'alert_chance',
      formula: 'alerts / (alerts + pace ** 2)',
      unit: 'probability',
      meaning: 'that a new copy begins a session of a follower without one; 0 with `alerts` 0',
      origin: 'fitted',
    },
    {
      symbol: 'reactions',
      formula: '0.5 * likes + reshares + 0.5 * replies + 2 * (copies - 1)',
      unit: 'reactions',
      meaning: 'attention that a content has had, as a reader sees it',
      where: {
        likes: 'of the content',
        reshares: 'of the content',
        replies: 'to the content',
        copies: 'number of people who have passed it on to this reader',
      },
      origin: 'fitted',
    },
    {
      symbol: 'response',
      formula: 'reactions / (reactions + 4)',
      unit: '',
      meaning: 'attention on a scale from 0 to 1',
      origin: 'fitted',
    },
    {
      symbol: 'freshness',
      formula: 'half_life * pace / (half_life * pace + age)',
      unit: '',
      meaning: 'newness of a copy',
      where: { age: 'ticks since the copy was posted' },
      origin: 'fitted',
    },
    {
      symbol: 'interest',
      formula: '(0.368 * affinity + 0.286 * freshness + 0.163 * tie + 0.183 * response) * quality',
      unit: '',
      meaning: 'interest of a person in a copy; feed `by_interest` shows the greatest first',
      origin: 'fitted',
    },
    {
      symbol: 'threshold',
      formula: 'attention * engagement_threshold',
      unit: '',
      meaning: 'a person stops at the copy that its feed shows first if its interest reaches this',
      origin: 'chosen',
    },
  ],
};

const CHOICE: EquationGroup = {
  title: 'Choice of the built-in policy',
  equations: [
    {
      symbol: 'gain',
      formula: 'min(1, max(0, (interest - threshold) / (1 - min(0.99, threshold))))',
      unit: '',
      meaning:
        'excess of interest as of the tick of the choice: `age` and reactions are of that tick, `tie` and `copies` of the stop, one tick before it',
      origin: 'fitted',
    },
    {
      symbol: 'fatigue',
      formula: '1 - 0.5 * (session_length == 0 ? 1 : min(1, session_used / session_length))',
      unit: '',
      meaning: 'factor on all reactions, from 1 at the start of a session to 0.5 at its end',
      where: { session_used: 'ticks of the session used', session_length: 'its length' },
      origin: 'chosen',
    },
    {
      symbol: 'depth_decay',
      formula: '1 / (1 + 1.7 * depth)',
      unit: '',
      meaning: 'factor on replies and reshares',
      where: { depth: 'steps from the root to the copy, in the tree of the run' },
      origin: 'fitted',
    },
    {
      symbol: 'age_decay',
      formula: '1 / (1 + (root_age / lifetime) ** 2)',
      unit: '',
      meaning: 'factor on replies and reshares',
      where: { root_age: 'ticks since the original was posted, at the choice' },
      origin: 'fitted',
    },
    {
      symbol: 'like_weight',
      formula: 'liking * like_rate * (0.4 + 0.6 * gain) * fatigue * mood',
      unit: '',
      meaning: 'chance of a like before scaling',
      where: { mood: '1, or `engaged_factor` or `fed_up_factor` in a chart with moods' },
      origin: 'fitted',
    },
    {
      symbol: 'reply_weight',
      formula:
        'replying * 2.4 * reply_rate * gain * fatigue * depth_decay * age_decay * (is_reply ? 2 : 1) * mood',
      unit: '',
      meaning: 'chance of a reply before scaling',
      where: { reply_rate: 'as like_rate', is_reply: '1 if the content is a reply, else 0' },
      origin: 'fitted',
    },
    {
      symbol: 'reshare_weight',
      formula:
        'may_reshare ? resharing * 12.9 * reshare_rate * gain * fatigue * depth_decay * age_decay * mood : 0',
      unit: '',
      meaning: 'chance of a reshare before scaling',
      where: {
        reshare_rate: 'as like_rate',
        may_reshare: '0 for a reply and for the person’s own original post, else 1',
      },
      origin: 'fitted',
    },
    {
      symbol: 'scale',
      formula:
        'like_weight + reply_weight + reshare_weight > 0.95 ? 0.95 / (like_weight + reply_weight + reshare_weight) : 1',
      unit: '',
      meaning:
        'factor on the three, so that they never exceed 0.95; each is then a probability, and the rest is that of ignoring',
      origin: 'chosen',
    },
  ],
};

const PARENTS: EquationGroup = {
  title: 'Parent of a reply or reshare, rules `drawn` and `root_or_other`',
  equations: [
    {
      symbol: 'root_base',
      formula: '0.9 - 0.786 * attribution - (makes_reply ? 0.127 : 0)',
      unit: 'probability',
      meaning:
        'that the new post is attached to the original instead of the copy seen (`drawn`), or of another copy (`root_or_other`), before `root_credit`; of a reply it can be as low as −0.013',
      where: { makes_reply: '1 for a reply, 0 for a reshare' },
      origin: 'fitted',
    },
    {
      symbol: 'root_chance',
      formula: 'max(0, root_base + (1 - root_base) * root_credit * (1 - sqrt(attribution) / 2))',
      unit: 'probability',
      meaning: 'the same with `root_credit`',
      origin: 'fitted',
    },
  ],
};

const MOODS: EquationGroup = {
  title: 'Moods, in a chart with them',
  equations: [
    {
      symbol: 'mood',
      formula: 'is_engaged ? engaged_factor : is_fed_up ? fed_up_factor : 1',
      unit: '',
      meaning: 'factor on the weights of all three reactions; everybody is calm at the start',
      where: { is_engaged: '1 for a person who is engaged', is_fed_up: '1 for one who is fed up' },
      origin: 'chosen',
    },
    {
      symbol: 'gets_engaged',
      formula: 'reacted >= engaged_after ? 1 : 0',
      unit: '',
      meaning:
        '1 if a calm person is engaged after a reaction; it is as well when it is next online after somebody reacted to its post',
      where: { reacted: 'reactions since it became calm or ignored something, this one included' },
      origin: 'chosen',
    },
    {
      symbol: 'gets_tired',
      formula: 'ignored >= fed_up_after ? 1 : 0',
      unit: '',
      meaning: '1 if a calm person is fed up, and an engaged one calm, after it has ignored a post',
      where: { ignored: 'posts ignored since it became calm or reacted, this one included' },
      origin: 'chosen',
    },
    {
      symbol: 'calms_chance',
      formula: 'is_engaged ? engaged_ends : fed_up_ends',
      unit: 'probability per tick',
      meaning:
        'that a person who is not calm becomes so by itself; one who is fed up does so, too, when it reacts, or is next online after somebody reacted to its post',
      origin: 'chosen',
    },
  ],
};

const COMMON: readonly EquationGroup[] = [PEOPLE, SESSIONS, ROOTS, FEED, CHOICE, PARENTS];

/** The model in equations, in the order in which a person meets them. */
export const SOCIAL_EQUATIONS: readonly EquationGroup[] = [...COMMON, MOODS];

/** The equations that a run follows. @param parameters null: all that a run can follow */
export const listRunEquations = (
  parameters: Readonly<Record<string, unknown>> | null,
): readonly EquationGroup[] => (parameters === null || parameters.moods === true ? SOCIAL_EQUATIONS : COMMON);
