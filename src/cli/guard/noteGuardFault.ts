import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Notes an error inside the guard in `faults.log`. Never throws: the agent must not notice. @param folder of the policy */
export function noteGuardFault(folder: string, agent: string | undefined, message: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    const line = JSON.stringify({ at: new Date().toISOString(), agent, message });
    appendFileSync(join(folder, 'faults.log'), `${line}\n`, { mode: 0o600 });
  } catch {
    // Nowhere is left to note it.
  }
}
