import type { ConditionMeetings } from '../../engine/conditions/countConditionMeetings.ts';
import type { Met } from '../../engine/conditions/runWatch.ts';
import type { Tick } from '../../engine/core/indices.ts';

/** Commands for what pauses the open run by itself. */
export interface PauseCommands {
  /** Pauses the open run from now on after a round that meets one of these. Rejects for one that it cannot meet; the others before stay. */
  pauseWhen(conditions: readonly string[]): Promise<void>;
  /** Conditions that the last round met. */
  pausedBy(): Promise<readonly Met[]>;
  /** The last round before one that met one of some conditions. */
  lastMet(conditions: readonly string[], before: Tick): Promise<Met | null>;
  /** Meetings of conditions in the open run so far; none of one that it cannot meet. */
  meetings(conditions: readonly string[]): Promise<readonly ConditionMeetings[]>;
  /** Names of the agent values that conditions of the open run can read. */
  agentValues(): Promise<readonly string[]>;
}
