import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatSessionFolder, readGuardLines, SESSION_FILE } from '../guardSessions.ts';
import { buildGuardSpans } from './buildGuardSpans.ts';
import type { ReportTarget } from './readReportTarget.ts';

/** File in a session's folder with the number of its lines that the receiver has. */
const REPORTED_FILE = 'reported';
/** File next to the sessions whose age says since when the receiver has not answered. */
const UNREACHABLE_FILE = 'receiver-unreachable';
/** Milliseconds in which a receiver that did not answer is not asked again. */
const RETRY_PAUSE = 30_000;

/** Where sessions are, and to whom they are reported. */
export interface GuardReporting {
  /** Folder of the sessions. */
  readonly folder: string;
  readonly target: ReportTarget;
  /** Milliseconds for the receiver's answer. */
  readonly patience: number;
  /** Takes the error of a receiver that cannot be reached, once until it answers again. */
  readonly noteFault: (message: string) => void;
}

/**
 * Sends the receiver what is new in a session, as the session's file has it. What it does not acknowledge is sent again
 * next time, so nothing is lost while it is away. Never rejects, and takes little longer than `patience`.
 */
export async function reportGuardSession(
  { folder, target, patience, noteFault }: GuardReporting,
  session: string,
): Promise<void> {
  const unreachable = join(folder, UNREACHABLE_FILE);
  try {
    const failedAt = existsSync(unreachable) ? statSync(unreachable).mtimeMs : null;
    // A clock that was set back keeps nobody waiting.
    if (failedAt !== null && Math.abs(Date.now() - failedAt) < RETRY_PAUSE) return;
    const own = join(folder, formatSessionFolder(session));
    const reported = join(own, REPORTED_FILE);
    const lines = readGuardLines(join(own, SESSION_FILE));
    const from = existsSync(reported) ? Number(readFileSync(reported, 'utf8')) || 0 : 0;
    const spans = buildGuardSpans(lines, from, target.getsContents);
    if (spans === null) return;
    try {
      await postJson(target, spans, patience);
    } catch (error) {
      writeFileSync(unreachable, '', { mode: 0o600 });
      if (failedAt === null)
        noteFault(`${target.url.href} takes no report: ${error instanceof Error ? error.message : error}`);
      return;
    }
    writeFileSync(reported, String(lines.length), { mode: 0o600 });
    if (failedAt !== null) rmSync(unreachable, { force: true });
  } catch (error) {
    noteFault(error instanceof Error ? error.message : String(error));
  }
}

/** @throws Error if it is not taken in time */
async function postJson({ url, headers }: ReportTarget, value: object, patience: number): Promise<void> {
  // Loaded only where somebody wants reports: a hook starts for every call.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const body = Buffer.from(JSON.stringify(value));
  await new Promise<void>((resolve, reject) => {
    const out = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
        signal: AbortSignal.timeout(patience),
      },
      answer => {
        answer.resume();
        const { statusCode = 0 } = answer;
        if (statusCode >= 200 && statusCode < 300) answer.on('end', resolve);
        else reject(new Error(`it answers ${statusCode}`));
        answer.on('error', reject);
      },
    );
    out.on('error', error =>
      reject(error.name === 'AbortError' ? new Error(`no answer in ${patience} ms`) : error),
    );
    out.end(body);
  });
}
