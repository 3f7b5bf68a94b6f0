/** A rule that holds in a live case, as it is sent. */
export interface Alarm {
  readonly kind: 'statescope-alarm';
  /** Id of the case. */
  readonly case: string;
  /** Id of the rule, as governance calls it. */
  readonly rule: string;
  /** The rule in words. */
  readonly reason: string;
  /** Number of the step at which it first held, from 1. */
  readonly step: number;
  /** Number of the step that this one repeats; null for a rule that looks for no repetition. */
  readonly repeats: number | null;
  /** When it was noticed, ISO 8601. */
  readonly at: string;
}

/** Receivers of alarms. */
export interface AlarmTargets {
  /** Address that alarms are posted to as JSON. */
  readonly url?: string;
  /** Command of a shell that gets an alarm as JSON on its standard input. */
  readonly command?: string;
}
