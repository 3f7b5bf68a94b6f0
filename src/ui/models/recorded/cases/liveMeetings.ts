import type { ConditionMeetings } from '../../../../engine/conditions/countConditionMeetings.ts';
import type { Tick } from '../../../../engine/core/indices.ts';

/** Somebody who has met a condition since it was looked at last. */
export interface FreshMeeting {
  readonly text: string;
  readonly agent: number | null;
  /** The tick that met it last. */
  readonly tick: Tick;
}

/**
 * Knows who has met which condition in a run that is opened again with more, and finds what is new. Cases are known by
 * their labels, since their numbers change.
 */
export class LiveMeetings {
  /** By condition, times by label. */
  #known: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map();

  /** True if each of these has been looked at. */
  knows(texts: readonly string[]): boolean {
    return texts.every(text => this.#known.has(text));
  }

  /**
   * Takes who has met conditions by now.
   * @param isNews true for a condition that counts at the first look, too; others are merely noted as they are then
   * @returns what is new since the last time, in the order of the conditions
   */
  take(
    texts: readonly string[],
    meetings: readonly ConditionMeetings[],
    isNews: (text: string) => boolean,
  ): readonly FreshMeeting[] {
    const before = this.#known;
    this.#known = new Map(texts.map((text, at) => [text, countByLabel(meetings, at)]));
    return texts.flatMap((text, at) => {
      const known = before.get(text) ?? (isNews(text) ? NOBODY : null);
      if (known === null) return [];
      return meetings
        .filter(one => one.condition === at && one.times > (known.get(getLabel(one)) ?? 0))
        .map(({ agent, tick }) => ({ text, agent, tick }));
    });
  }
}

const NOBODY: ReadonlyMap<string, number> = new Map();

const getLabel = ({ label, agent }: ConditionMeetings): string => label ?? String(agent);

const countByLabel = (
  meetings: readonly ConditionMeetings[],
  condition: number,
): ReadonlyMap<string, number> =>
  new Map(meetings.filter(one => one.condition === condition).map(one => [getLabel(one), one.times]));
