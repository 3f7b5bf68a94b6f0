/** State of the page's run in its life. */
export type LifeName =
  /** Nothing has been opened yet. */
  | 'empty'
  /** The first run is being made. */
  | 'opening'
  | 'paused'
  /** Goes on until somebody ends it. */
  | 'playing'
  /** Goes on to a round. */
  | 'running'
  /** One step, for which a language model is asked. */
  | 'awaiting'
  /** Another run is being made; this one stays on the screen. */
  | 'reopening'
  /** The user is asked whether a model's answers may be lost with the run. */
  | 'asking'
  /** The run is being saved before the page closes. */
  | 'leaving'
  /** The engine has died; what is on the screen stays. */
  | 'dead'
  /** The same run is being made again in another engine. */
  | 'reviving'
  /** The engine has died before there was a run. */
  | 'lost'
  /** Another engine makes the first run. */
  | 'restarting';

/** Events of a run's life: by the user, the engine or the page. */
export type LifeEvent =
  | 'open'
  | 'opened'
  | 'refused'
  | 'play'
  | 'runTo'
  | 'await'
  /** An automatic activity has ended. */
  | 'ended'
  | 'pause'
  | 'ask'
  | 'stay'
  | 'leave'
  | 'died';

/** Transitions by state and event. An event that is not listed changes nothing: it comes too late. */
export const LIFE: Readonly<Record<LifeName, Readonly<Partial<Record<LifeEvent, LifeName>>>>> = {
  empty: { open: 'opening', opened: 'paused', died: 'lost' },
  opening: { open: 'opening', opened: 'paused', refused: 'empty', died: 'lost' },
  paused: {
    open: 'reopening',
    opened: 'paused',
    play: 'playing',
    runTo: 'running',
    await: 'awaiting',
    ask: 'asking',
    leave: 'leaving',
    died: 'dead',
  },
  playing: { ended: 'paused', pause: 'paused', died: 'dead' },
  running: { ended: 'paused', pause: 'paused', died: 'dead' },
  awaiting: { ended: 'paused', pause: 'paused', died: 'dead' },
  reopening: { open: 'reopening', opened: 'paused', refused: 'paused', died: 'dead' },
  asking: { ask: 'asking', stay: 'paused', open: 'reopening', died: 'dead' },
  leaving: { stay: 'paused', died: 'dead' },
  dead: { open: 'reviving' },
  reviving: { open: 'reviving', opened: 'paused', refused: 'dead', died: 'dead' },
  lost: { open: 'restarting' },
  restarting: { open: 'restarting', opened: 'paused', refused: 'lost', died: 'lost' },
};

/** A state of the page's run, and which stay in it this is. */
export interface Life {
  readonly name: LifeName;
  /** Counts the stays: an answer to what was asked in another one comes too late. */
  readonly stay: number;
}

/** A page that has just been opened. */
export const UNBORN: Life = { name: 'empty', stay: 0 };

/** The life after an event; the same one if the event does not apply. */
export function reduceLife(life: Life, event: LifeEvent): Life {
  const name = LIFE[life.name][event];
  return name === undefined ? life : { name, stay: life.stay + 1 };
}

/** Phases that views distinguish. `opening`: a run is being made; the previous one stays on the screen. */
export type LifePhase = 'opening' | 'paused' | 'playing';

const LIFE_PHASES: Readonly<Record<LifeName, LifePhase>> = {
  empty: 'opening',
  opening: 'opening',
  paused: 'paused',
  playing: 'playing',
  running: 'playing',
  // A server may take its time, and can be paused meanwhile.
  awaiting: 'playing',
  reopening: 'opening',
  asking: 'paused',
  leaving: 'paused',
  dead: 'paused',
  reviving: 'opening',
  lost: 'paused',
  restarting: 'opening',
};

/** The phase that views show for a state. */
export const getLifePhase = ({ name }: Life): LifePhase => LIFE_PHASES[name];

/** True if the engine is gone, and another one has to make the run again. */
export const isEngineDead = ({ name }: Life): boolean => name === 'dead' || name === 'lost';
