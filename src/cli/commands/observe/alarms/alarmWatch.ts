import { setTimeout as wait } from 'node:timers/promises';
import type { Alarm } from './alarm.ts';
import { type FoundHolder, findRuleHolders } from './findRuleHolders.ts';

/** Bytes of lines that are looked at, the latest ones. */
const MAX_HELD_BYTES = 32_000_000;
/** Milliseconds in which what comes together is looked at together. */
const GATHERING = 300;
/** A look takes at most this share of the time. */
const MAX_LOOKING_SHARE = 0.1;

/** Wishes of a watch. */
interface AlarmWatchOptions {
  /** Ids of rules, as governance calls them. */
  readonly rules: readonly string[];
  /** Takes an alarm, once a case and rule. Rejects if it could not be sent. */
  readonly raise: (alarm: Alarm) => Promise<void>;
  /** Takes what went wrong. */
  readonly noteFault: (message: string) => void;
}

/** Looks through what a receiver gets for live cases in which a rule holds, and raises an alarm once for each case and rule. */
export class AlarmWatch {
  readonly #options: AlarmWatchOptions;
  readonly #raised = new Set<string>();
  #lines: string[] = [];
  #bytes = 0;
  #isDirty = false;
  #looking: Promise<void> | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(options: AlarmWatchOptions) {
    this.#options = options;
  }

  /** Takes what was there before: a case in which a rule holds already raises no alarm. */
  async begin(lines: readonly string[]): Promise<void> {
    this.#hold(lines);
    for (const holder of await findRuleHolders(this.#lines, this.#options.rules))
      this.#raised.add(getAlarmKey(holder));
  }

  /** Takes lines that have come. */
  take(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#hold(lines);
    this.#isDirty = true;
    this.#looking ??= this.#look();
  }

  /** Resolves once all that came has been looked at, and its alarms are sent. */
  async settle(): Promise<void> {
    await this.#looking;
    await this.#sending;
  }

  #hold(lines: readonly string[]): void {
    this.#lines.push(...lines);
    this.#bytes += lines.reduce((sum, line) => sum + line.length + 1, 0);
    let gone = 0;
    for (; this.#bytes > MAX_HELD_BYTES && gone < this.#lines.length - 1; gone++)
      this.#bytes -= this.#lines[gone].length + 1;
    if (gone > 0) this.#lines = this.#lines.slice(gone);
  }

  async #look(): Promise<void> {
    let pause = GATHERING;
    while (this.#isDirty) {
      await wait(pause);
      this.#isDirty = false;
      const began = performance.now();
      try {
        for (const holder of await findRuleHolders(this.#lines, this.#options.rules)) this.#raise(holder);
      } catch (error) {
        this.#options.noteFault(error instanceof Error ? error.message : String(error));
      }
      pause = Math.max(GATHERING, (performance.now() - began) * (1 / MAX_LOOKING_SHARE - 1));
    }
    this.#looking = null;
  }

  #raise(holder: FoundHolder): void {
    const key = getAlarmKey(holder);
    if (this.#raised.has(key)) return;
    this.#raised.add(key);
    const { name, rule, reason, step, repeats } = holder;
    const alarm: Alarm = {
      ...{ kind: 'statescope-alarm', case: name, rule, reason, step, repeats },
      at: new Date().toISOString(),
    };
    this.#sending = this.#sending
      .then(() => this.#options.raise(alarm))
      .catch(error => this.#options.noteFault(error instanceof Error ? error.message : String(error)));
  }
}

const getAlarmKey = ({ rule, name }: FoundHolder): string => JSON.stringify([rule, name]);
