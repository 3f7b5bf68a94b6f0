import { InputError } from '../../../core/errors.ts';
import type {
  ParameterDefinition,
  ParameterTable,
  ParameterValue,
} from '../../../parameters/parameterDefinition.ts';
import { repeatForPresets } from '../presets.ts';
import { ARCHETYPES, type Archetype, CREATOR, MAX_ARCHETYPE_HISTORY } from './archetypes.ts';

/** The table of archetypes, as the page and the command line offer it. */
export const ARCHETYPE_TABLE: ParameterTable = {
  name: 'archetypes',
  row: 'archetype',
  meaning: 'shares, rates, sessions and thresholds of the six archetypes, as .csv or .json',
};

type ArchetypeColumn = Pick<
  ParameterDefinition,
  'label' | 'unit' | 'meaning' | 'kind' | 'min' | 'max' | 'step'
> & {
  readonly name: string;
  readonly of: (kind: Archetype) => number;
};

const defineNumberColumn = (
  name: string,
  label: string,
  unit: string,
  range: readonly [min: number, max: number, step: number],
  of: ArchetypeColumn['of'],
  meaning: string,
): ArchetypeColumn => {
  const [min, max, step] = range;
  return { name, label, unit, kind: 'number', min, max, step, of, meaning };
};

const defineIntegerColumn = (
  name: string,
  label: string,
  unit: string,
  [min, max]: readonly [min: number, max: number],
  of: ArchetypeColumn['of'],
  meaning: string,
): ArchetypeColumn => ({ name, label, unit, kind: 'integer', min, max, step: 1, of, meaning });

const defineRateColumn = (
  name: string,
  label: string,
  of: ArchetypeColumn['of'],
  what: string,
  step = 0.01,
): ArchetypeColumn =>
  defineNumberColumn(
    name,
    label,
    'rate',
    [0, 1, step],
    of,
    `Rate of ${what}, before the run’s factor. Agents vary by 40 %.`,
  );

/** Maximum distance of an agent's engagement threshold from its archetype's. */
export const SPREAD = 0.08;
/** Ticks of a session fit into a byte. */
const MAX_SESSION_TICKS = 255;

const ARCHETYPE_COLUMNS: readonly ArchetypeColumn[] = [
  defineNumberColumn(
    ...(['share', 'Share', '', [0, 1, 0.01]] as const),
    kind => kind.share,
    'Of the agents. The most followed are creators; the others are drawn by their shares.',
  ),
  defineNumberColumn(
    ...(['sessions', 'Sessions', 'a day', [0, 48, 0.5]] as const),
    kind => kind.sessionsPerDay,
    'How often the feed is opened, before the run’s activity. Agents vary by 40 %.',
  ),
  defineIntegerColumn(
    ...(['session_min', 'Shortest session', 'ticks', [1, MAX_SESSION_TICKS]] as const),
    kind => kind.session[0],
    'The least that a session takes.',
  ),
  defineIntegerColumn(
    ...(['session_max', 'Longest session', 'ticks', [1, MAX_SESSION_TICKS]] as const),
    kind => kind.session[1],
    'The most that a session takes; short ones are more frequent.',
  ),
  defineNumberColumn(
    ...(['threshold', 'Engagement threshold', '', [SPREAD, 1 - SPREAD, 0.01]] as const),
    kind => kind.engagementThreshold,
    'Interest from which on an agent stops at a post, before the run’s attention. Agents vary by 0.08.',
  ),
  defineRateColumn('like', 'Liking', kind => kind.like, 'likes'),
  defineRateColumn('reply', 'Replying', kind => kind.reply, 'replies'),
  defineRateColumn('reshare', 'Resharing', kind => kind.reshare, 'reshares'),
  defineRateColumn('post', 'Posting', kind => kind.post, 'posts of one’s own in a tick of scrolling', 0.0001),
  defineIntegerColumn(
    ...(['timeout', 'Timeout', 'ticks', [2, 1000]] as const),
    kind => kind.timeout,
    'Ticks in a state after which an agent that cannot go on goes back. Agents vary by 1.',
  ),
  defineIntegerColumn(
    ...(['history', 'History', 'entries', [0, MAX_ARCHETYPE_HISTORY]] as const),
    kind => kind.history,
    'Transitions that an agent’s own history keeps, at most the run’s History.',
  ),
];

const formatCellName = (row: string, column: string): string => `${row}_${column}`;

/** A parameter for each attribute of each archetype: `lurker_timeout`. */
export const ARCHETYPE_PARAMETERS: readonly ParameterDefinition[] = ARCHETYPES.flatMap(kind =>
  ARCHETYPE_COLUMNS.map(({ name, label, of, ...column }) => ({
    ...column,
    name: formatCellName(kind.name, name),
    label: `${kind.name}: ${label.toLowerCase()}`,
    live: false,
    cell: { row: kind.name, column: name, heading: label },
    defaults: repeatForPresets(of(kind)),
  })),
);

type ArchetypeValues = Readonly<Record<string, ParameterValue | undefined>>;

/**
 * The archetypes with the values of a set-up or a run, in the order of ARCHETYPES; what is left out is as it was.
 * @throws InputError for sessions that are longest below their shortest, and for shares that leave nobody to draw.
 */
export function buildArchetypes(values: ArchetypeValues): readonly Archetype[] {
  const kinds = ARCHETYPES.map(kind => {
    const at = Object.fromEntries(
      ARCHETYPE_COLUMNS.map(({ name, of }) => [
        name,
        Number(values[formatCellName(kind.name, name)] ?? of(kind)),
      ]),
    );
    const { session_min, session_max } = at;
    if (session_min > session_max)
      throw new InputError(
        `${kind.name}_session_min is ${session_min}, above ${kind.name}_session_max, which is ${session_max}`,
      );
    return {
      name: kind.name,
      share: at.share,
      sessionsPerDay: at.sessions,
      session: [session_min, session_max] as const,
      engagementThreshold: at.threshold,
      ...{ like: at.like, reply: at.reply, reshare: at.reshare, post: at.post },
      ...{ timeout: at.timeout, history: at.history },
    };
  });
  if (kinds.slice(0, CREATOR).every(({ share }) => share === 0))
    throw new InputError(
      `the shares of all archetypes but ${ARCHETYPES[CREATOR].name} are 0: nobody can be drawn`,
    );
  return kinds;
}
