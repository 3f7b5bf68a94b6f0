import { type GuardReporting, reportGuardSession } from './reportGuardSession.ts';

/** Reports sessions of a long-lived program, each one at a time. */
export interface SessionReporter {
  /** Says that something is new in a session; it returns at once. */
  report(session: string): void;
  /** Resolves once all that was new is sent, or could not be. */
  settle(): Promise<void>;
}

/** A reporter of the sessions in a folder. News that come while a session is being sent are sent together, after that. */
export function createSessionReporter(reporting: GuardReporting): SessionReporter {
  const running = new Map<string, Promise<void>>();
  const renewed = new Set<string>();
  const send = async (session: string): Promise<void> => {
    do {
      renewed.delete(session);
      await reportGuardSession(reporting, session);
    } while (renewed.has(session));
    running.delete(session);
  };
  return {
    report(session) {
      if (running.has(session)) renewed.add(session);
      else running.set(session, send(session));
    },
    async settle() {
      await Promise.all(running.values());
    },
  };
}
