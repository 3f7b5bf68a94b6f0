/** The user's reading of an event log's columns. */
export interface ColumnReading {
  /** Names of the columns; null for a role that none has. */
  readonly columns?: Readonly<Partial<Record<ColumnRole, string | null>>>;
}

/** Usual names of columns, without signs and in small letters; of several in a table the first of the list counts. */
const USUAL_COLUMN_NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  case: [
    ...['caseid', 'caseconceptname', 'case', 'runid', 'run', 'traceid', 'trace', 'sessionid', 'session'],
    ...[
      'conversationid',
      'conversation',
      'threadid',
      'missionid',
      'episodeid',
      'taskid',
      'patient',
      'orderid',
    ],
  ],
  activity: [
    ...['activity', 'conceptname', 'activityname', 'tool', 'toolname', 'event', 'eventname', 'eventtype'],
    ...['action', 'operation', 'step', 'task', 'function', 'handling'],
  ],
  time: [
    ...['timetimestamp', 'timestamp', 'time', 'starttime', 'start', 'starttimestamp', 'datetime', 'date'],
    ...[
      'at',
      'ts',
      't',
      'startedat',
      'starteventtime',
      'startdate',
      'begin',
      'begintime',
      'beginat',
      'beginning',
    ],
    ...['started', 'createdat'],
  ],
  end: [
    ...['endtime', 'end', 'endtimestamp', 'completetime', 'completetimestamp', 'until', 'finishedat', 'stop'],
    ...['endedat', 'enddate', 'finish', 'finishtime', 'completedat', 'stoptime', 'stoppedat'],
  ],
  lifecycle: ['lifecycletransition', 'lifecycle', 'transition', 'registrationtype'],
  instance: [
    'conceptinstance',
    'activityinstance',
    'activityinstanceid',
    'instance',
    'instanceid',
    'handlingid',
  ],
  state: ['state', 'statescopestate', 'phase', 'node', 'stage', 'langgraphnode'],
  agent: ['agent', 'agentname', 'orgresource', 'resource', 'employee', 'actor', 'role'],
  args: ['arguments', 'args', 'input', 'parameters', 'params', 'toolinput'],
  result: ['result', 'output', 'observation', 'response', 'tooloutput'],
  error: ['error', 'failed', 'iserror', 'errormessage', 'exception'],
  outcome: ['caseoutcome', 'outcome', 'success', 'succeeded', 'resolved', 'passed'],
  callOutcome: ['calloutcome', 'stepoutcome', 'tooloutcome', 'eventoutcome', 'outcome', 'success'],
  task: ['taskid', 'task', 'taskname'],
  reward: ['reward', 'score', 'casereward'],
  tokensIn: ['tokensin', 'inputtokens', 'prompttokens', 'intokens'],
  tokensOut: ['tokensout', 'outputtokens', 'completiontokens', 'outtokens'],
  usd: ['usd', 'cost', 'costusd', 'costtotal', 'price', 'totalcost'],
};

/** Every role, those that a log must have first. */
export const COLUMN_ROLES = Object.keys(USUAL_COLUMN_NAMES) as readonly ColumnRole[];

const normalizeColumnName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Columns that were met, by what was asked for: events of one log have few sets of them. */
const KNOWN_ROLES = new WeakMap<ColumnReading, Map<string, ReadonlyMap<ColumnRole, string>>>();

/** Sets of columns that are remembered. */
const MAX_KNOWN_COLUMN_SETS = 1_000;

/** Which of a log's columns has which role, by what is asked for, else by their names. */
export function assignColumnRoles(
  columns: readonly string[],
  reading: ColumnReading,
): ReadonlyMap<ColumnRole, string> {
  // Names are parted by a sign that no file has in one.
  const key = columns.join('\0');
  const met = KNOWN_ROLES.get(reading) ?? new Map<string, ReadonlyMap<ColumnRole, string>>();
  KNOWN_ROLES.set(reading, met);
  const found = met.get(key) ?? detectColumnRoles(columns, reading);
  if (met.size < MAX_KNOWN_COLUMN_SETS) met.set(key, found);
  return found;
}

function detectColumnRoles(
  columns: readonly string[],
  reading: ColumnReading,
): ReadonlyMap<ColumnRole, string> {
  const roles = new Map<ColumnRole, string>();
  const asked = reading.columns ?? {};
  const taken = new Set(Object.values(asked));
  for (const role of COLUMN_ROLES) {
    const wanted = asked[role];
    const guess = () => guessRoleColumn(USUAL_COLUMN_NAMES[role], columns, taken);
    // A log without the named column is a different one: it is read by its names.
    const found = wanted === null ? undefined : (columns.find(column => column === wanted) ?? guess());
    if (found === undefined) continue;
    roles.set(role, found);
    taken.add(found);
  }
  return addBeginColumnRole(roles, columns, asked);
}

/**
 * Columns of a plain time, which is the end if there is also a beginning: pm4py writes `start_timestamp` and
 * `time:timestamp`.
 */
const PLAIN_TIME_COLUMNS = ['timetimestamp', 'timestamp', 'time'];
const BEGINNINGS = ['starttimestamp', 'starttime', 'start', 'startedat', 'begin', 'begintime'];

function addBeginColumnRole(
  roles: Map<ColumnRole, string>,
  columns: readonly string[],
  asked: ColumnReading['columns'] = {},
): ReadonlyMap<ColumnRole, string> {
  const time = roles.get('time');
  if (time === undefined || roles.has('end') || asked.end !== undefined) return roles;
  const guess = (names: readonly string[]) => guessRoleColumn(names, columns, new Set(roles.values()));
  const begin =
    asked.time === undefined && PLAIN_TIME_COLUMNS.includes(normalizeColumnName(time))
      ? guess(BEGINNINGS)
      : undefined;
  if (begin !== undefined) return roles.set('time', begin).set('end', time);
  const end = BEGINNINGS.includes(normalizeColumnName(time)) ? guess(PLAIN_TIME_COLUMNS) : undefined;
  return end === undefined ? roles : roles.set('end', end);
}

function guessRoleColumn(
  names: readonly string[],
  columns: readonly string[],
  taken: ReadonlySet<string | null | undefined>,
): string | undefined {
  const free = columns.filter(column => !taken.has(column));
  for (const name of names) {
    const found = free.find(column => normalizeColumnName(column) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Role of a column of an event log. */
export type ColumnRole =
  | 'case'
  | 'activity'
  | 'time'
  | 'end'
  | 'lifecycle'
  | 'instance'
  | 'state'
  | 'agent'
  | 'args'
  | 'result'
  | 'error'
  | 'outcome'
  | 'callOutcome'
  | 'task'
  | 'reward'
  | 'tokensIn'
  | 'tokensOut'
  | 'usd';
