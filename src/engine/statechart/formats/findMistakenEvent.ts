const NUMBER = String.raw`(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?`;
const COLUMN = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const UNIT =
  '(?:ms|milliseconds?|s|secs?|seconds?|min|mins|minutes?|h|hours?|d|days?|ticks?|rounds?|steps?|cycles?)';

/** `rate 0.6`, `rate: 0.1 per infected`, `rate contagion per infected`. */
const RATE = new RegExp(String.raw`^rate\s*[:=]?\s*(${NUMBER}(?: per .+)?|${COLUMN} per .+)$`, 'iu');
/** `rate mood`, which may be an event as well. */
const COLUMN_RATE = new RegExp(`^rate (${COLUMN})$`, 'u');
/** `after 3 s`, `after (500ms)`, `timeout 5`. */
const DELAY = new RegExp(
  String.raw`^(?:after|timeout|delay)\s*[:=]?\s*\(?\s*(${NUMBER})\s*${UNIT}?\s*\)?$`,
  'iu',
);
/** `3 s`. */
const TIME = new RegExp(String.raw`^(${NUMBER})\s*${UNIT}$`, 'iu');
/** `0.6`, `60 %`, as drawings of Markov chains have it. */
const CHANCE = /^(?:(0?\.\d+)|(\d+(?:\.\d+)?) ?%)$/;
/** A delay of an XState machine, in the drawing that is made of it. */
const XSTATE_DELAY = /^after\.\d+\./;

const withLeadingZero = (number: string): string => number.replace(/^\./, '0.');

/** Probable meaning of the words in an event's place. */
interface Mistaken {
  /** True if there is no other meaning; else they are an event, with a note. */
  readonly isSure: boolean;
  /** A clause that shows the right form. */
  readonly words: string;
}

/**
 * A rate or a delay that is written in an event's place; null for an event.
 * @param words as they are written, so that one mark as its character number makes them an event
 * @param around the part of the label before the effects, and the effects themselves
 */
export function findMistakenEvent(words: string, around = { before: '', effects: '' }): Mistaken | null {
  const form = (effect: string) =>
    `${around.before}/ ${[effect, around.effects].filter(one => one !== '').join(', ')}`;
  const rate = RATE.exec(words);
  if (rate !== null)
    return {
      isSure: true,
      words: `stands where the event stands; a rate is written ${form(`rate ${withLeadingZero(rate[1])}`)}`,
    };
  const delay = DELAY.exec(words) ?? TIME.exec(words);
  if (delay !== null) {
    const isSure = DELAY.test(words);
    return {
      isSure,
      words: `${isSure ? 'stands where the event stands' : 'is read as an event'}, and an arrow has no delay; write / send late after ${withLeadingZero(delay[1])} (in ticks) on the arrow that leads to this state, and late on this one`,
    };
  }
  const column = COLUMN_RATE.exec(words);
  if (column !== null)
    return { isSure: false, words: `is read as an event; a rate is written ${form(`rate ${column[1]}`)}` };
  const [, share, percent] = CHANCE.exec(words) ?? [];
  if (share !== undefined || percent !== undefined)
    return {
      isSure: false,
      words: `is read as an event; a chance a tick is written ${form(`rate ${share === undefined ? Number(percent) / 100 : Number(share)}`)}`,
    };
  if (XSTATE_DELAY.test(words))
    return {
      isSure: false,
      words: 'is read as an event: the delay of a machine of XState is not in a drawing',
    };
  return null;
}
