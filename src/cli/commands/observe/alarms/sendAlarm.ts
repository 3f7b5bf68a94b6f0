import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Alarm, AlarmTargets } from './alarm.ts';

/** Milliseconds for an answer, and for a command. */
const POST_PATIENCE = 5_000;
const COMMAND_PATIENCE = 30_000;
/** Milliseconds between the tries to reach an address. */
const PAUSES = [500, 2_000];

/** Sends an alarm to all targets. @throws Error that names those that did not take it */
export async function sendAlarm({ url, command }: AlarmTargets, alarm: Alarm): Promise<void> {
  const outcomes = await Promise.allSettled([
    url === undefined ? null : postAlarm(url, alarm),
    command === undefined ? null : runAlarmCommand(command, alarm),
  ]);
  const problems = outcomes.flatMap(one =>
    one.status === 'rejected' ? [(one.reason as Error).message] : [],
  );
  if (problems.length > 0) throw new Error(problems.join('; '));
}

async function postAlarm(url: string, alarm: Alarm): Promise<void> {
  for (let tried = 0; ; tried++) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alarm),
        signal: AbortSignal.timeout(POST_PATIENCE),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it answers ${response.status}`);
      return;
    } catch (error) {
      if (tried === PAUSES.length) throw new Error(`${url} takes no alarm: ${describeFetchError(error)}`);
      await wait(PAUSES[tried]);
    }
  }
}

/** The cause, which fetch wraps. */
const describeFetchError = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? error.cause.message || error.message
      : error.message
    : String(error);

/** The alarm reaches the command by its input and environment alone: no part of it is read by the shell. */
function runAlarmCommand(command: string, alarm: Alarm): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      ...{ shell: true, stdio: ['pipe', 'ignore', 'inherit'], timeout: COMMAND_PATIENCE },
      env: {
        ...process.env,
        STATESCOPE_CASE: alarm.case,
        STATESCOPE_RULE: alarm.rule,
        STATESCOPE_REASON: alarm.reason,
      },
    });
    child.on('error', error => reject(new Error(`the alarm’s command cannot be started: ${error.message}`)));
    child.on('close', code =>
      code === 0 ? resolve() : reject(new Error(`the alarm’s command ended with ${code ?? 'a signal'}`)),
    );
    // A command that takes no input is not at fault.
    child.stdin?.on('error', () => {});
    child.stdin?.end(`${JSON.stringify(alarm)}\n`);
  });
}
