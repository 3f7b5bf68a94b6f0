// What the model does in each play, what must come of it, and how it is compared.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_CALLS } from './agents.mjs';

/** Calls after which the rule holds, and after which it holds again. */
const ADVISED_AFTER = 3;
const STOPPED_AFTER = 4;
/** Refusals until a turn ends, where it can be ended. */
const REFUSALS = 3;
const POLLS = 8;

export const POLICY = {
  ...{ format: 'statescope-guard', version: 1, name: 'agents', act: 1 },
  // Of two commands by turns, the first comes for the second time with the third call, and the other with the fourth.
  rules: [{ id: 'same', when: { rule: 'in_run', threshold: 2, compare: 'result' } }],
  exempt: [{ tool: '.', args: 'poll\\.sh' }],
};

/** Two spellings of one command by turns: Gemini CLI itself refuses the fifth equal call in a row. */
const spell = (file, calls) => `sh ${calls.length % 2 === 0 ? '' : './'}${file}`;
const LOOP = { 'check.sh': 'echo run >> runs\necho 1 failed\nexit 1\n' };

/**
 * - `script`: the model's choice by a request
 * - `files`: of the folder that it works in; `runs`: file with a line per call that ran
 * - `made`, `ran`: calls that the model must make, and that must run; `events`: the guard's
 */
export const PLAYS = [
  {
    name: 'no guard',
    isGuarded: false,
    script: ({ calls }) => (calls.length < MOST_CALLS ? spell('check.sh', calls) : null),
    ...{ files: { ...LOOP, runs: '' }, runs: 'runs', made: () => MOST_CALLS, ran: MOST_CALLS },
  },
  {
    name: 'stubborn',
    isGuarded: true,
    script: ({ calls }) => (calls.length < MOST_CALLS ? spell('check.sh', calls) : null),
    ...{ files: { ...LOOP, runs: '' }, runs: 'runs', ran: STOPPED_AFTER },
    made: ({ endsTurn }) => (endsTurn ? STOPPED_AFTER + REFUSALS : MOST_CALLS),
    events: ['advise', 'ignored', 'stop'],
  },
  {
    name: 'obedient',
    isGuarded: true,
    script: ({ calls, isAdvised }) =>
      !isAdvised && calls.length < MOST_CALLS
        ? spell('check.sh', calls)
        : calls.at(-1)?.includes('check.sh')
          ? 'echo other; echo run >> runs'
          : null,
    ...{ files: { ...LOOP, runs: '' }, runs: 'runs', ran: ADVISED_AFTER + 1 },
    ...{ made: () => ADVISED_AFTER + 1, events: ['advise', 'obeyed'] },
  },
  {
    name: 'polling',
    isGuarded: true,
    script: ({ calls }) => (calls.length < POLLS ? spell('poll.sh', calls) : null),
    files: { 'poll.sh': 'echo run >> runs\necho pending\n', runs: '' },
    ...{ runs: 'runs', made: () => POLLS, ran: POLLS, events: [] },
  },
];

/** Sessions in a guard's folder, with the lines of their files. */
export function readSessions(guard) {
  const sessions = join(guard, 'sessions');
  if (!existsSync(sessions)) return [];
  return readdirSync(sessions)
    .map(folder => ({ folder, path: join(sessions, folder, 'session.jsonl') }))
    .filter(({ path }) => existsSync(path))
    .map(({ folder, path }) => ({
      folder,
      lines: readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    }));
}

/** The guard's record of a session: agent, results, refusals by a stop, events. */
export function summarizeSession({ lines: [first, ...lines] }) {
  const isRefusal = (line, i) =>
    line.kind === 'decision' && line.would === 'stop' && lines[i - 1]?.kind === 'before';
  return {
    agent: first.agent,
    results: countLines(lines, 'after'),
    refused: lines.filter(isRefusal).length,
    events: lines.flatMap(line => (line.kind === 'event' ? [line.event] : [])),
  };
}

const countLines = (lines, kind) => lines.filter(line => line.kind === kind).length;

/** Lines that say in what a play differs from what is expected. `sessions`: what the guard recorded of it. */
export function comparePlay(play, agent, name, { record, ran, code, output, sessions, faults }) {
  const isStopped = play.events?.includes('stop') ?? false;
  const found = {
    calls: record.made,
    'calls that ran': ran,
    'advice first seen after call': record.advisedAfter,
    'the stop first seen after call': record.stoppedAfter,
    'the model came to its end': record.isDone,
    'exit code': code,
    'the guard’s faults': faults,
    'sessions of the guard': sessions.length,
  };
  const made = play.made(agent);
  const expected = {
    calls: made,
    'calls that ran': play.ran,
    'advice first seen after call': play.events?.includes('advise') ? ADVISED_AFTER : null,
    'the stop first seen after call': isStopped ? STOPPED_AFTER : null,
    'the model came to its end': !(isStopped && agent.endsTurn),
    'exit code': isStopped ? agent.stopCode : 0,
    'the guard’s faults': '',
    'sessions of the guard': play.isGuarded ? 1 : 0,
  };
  const [session] = sessions;
  if (play.isGuarded && session !== undefined) {
    const { agent, results, refused, events } = session;
    Object.assign(found, {
      'agent in the guard’s record': agent,
      'results in the guard’s record': results,
      'refusals in the guard’s record': refused,
      'events in the guard’s record': events.join(),
    });
    Object.assign(expected, {
      'agent in the guard’s record': name,
      'results in the guard’s record': ran,
      'refusals in the guard’s record': record.made - ran,
      'events in the guard’s record': play.events.join(),
    });
  }
  const problems = describe(found, expected);
  const last = output.trim().split('\n').slice(-3).join(' / ').slice(0, 300);
  return problems.length > 0 && record.made === 0 ? [...problems, `it said “${last}”`] : problems;
}

/** Lines that say in what the guard's report differs from its files. */
export function compareReport(report, sessions) {
  const lines = sessions.flatMap(one => one.lines);
  const { guarded, contrasts, advice } = report;
  const calls = contrasts.find(({ measure }) => measure === 'calls')?.guarded;
  const found = {
    'sessions in the report': guarded,
    'calls in the report': Math.round(calls.value * calls.count),
    'sessions with advice in the report': advice.sessions,
    'obedient sessions in the report': Math.round(advice.obeyed.value * advice.obeyed.count),
  };
  return describe(found, {
    'sessions in the report': sessions.length,
    'calls in the report': countLines(lines, 'after'),
    'sessions with advice in the report': 2,
    'obedient sessions in the report': 1,
  });
}

/** Lines that say in what the spans that a receiver got differ from the guard's files. */
export function compareSpans(traces, sessions) {
  const spans = readdirSync(traces).flatMap(file =>
    JSON.parse(readFileSync(join(traces, file), 'utf8')).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(scope => scope.spans),
    ),
  );
  const names = [...new Map(spans.map(({ spanId, name }) => [spanId, name])).values()];
  const lines = sessions.flatMap(one => one.lines);
  const calls = names.filter(name => name.startsWith('execute_tool')).length;
  return describe(
    { 'calls at the receiver': calls, 'decisions at the receiver': names.length - calls },
    {
      'calls at the receiver': countLines(lines, 'after'),
      'decisions at the receiver': countLines(lines, 'event'),
    },
  );
}

const describe = (found, expected) =>
  Object.keys(expected)
    .filter(key => found[key] !== expected[key])
    .map(key => `${key}: ${found[key]} instead of ${expected[key]}`);
