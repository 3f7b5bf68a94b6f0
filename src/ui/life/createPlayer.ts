import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { PlayCommands } from '../contract/pageCommands.ts';
import { getCurrentAppearance, isRecordedModel } from '../model/getModelAppearance.ts';
import { isEngineDead } from '../state/life.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { getStateAtHead } from '../store/applyModelFrame.ts';
import { getRoundsPerSecond } from '../store/speed.ts';
import type { EnginePort } from './connection.ts';

interface PlayerParts {
  readonly store: PageStore;
  readonly port: EnginePort;
  /** Makes the run again in another engine. */
  revive(): Promise<unknown>;
  /** Opens a run and plays it to a round. @returns whether it is there */
  open(setup: Setup, files: Files, rounds: Tick): Promise<boolean>;
}

/** The playing of a run: the views' commands, and what openings need of it. */
interface Player {
  readonly link: PlayCommands;
  pause(): Promise<void>;
  /** Pauses a playing run. @returns false if the engine does not answer within a second */
  interrupt(): Promise<boolean>;
  /** Plays at full speed. Resolves on arrival, or when paused on the way. */
  runTo(tick: number): Promise<void>;
  stop(): void;
}

/** Owns play, pause and steps; there is one stretch of playing at a time. */
export function createPlayer({ store, port: { engine, fail, answers }, revive, open }: PlayerParts): Player {
  const state = store.getState;
  /** Does lengthy work. Its end also ends the stretch, unless something else has ended that before. */
  const during = async (work: Promise<unknown>) => {
    const { stay } = state().life;
    await work.catch(fail);
    if (state().life.stay === stay) state().send('ended');
  };
  const pause = async () => {
    await engine().pause().catch(fail);
    state().send('pause');
  };
  /** True if nothing more can happen; the status line says so. */
  const isOver = () => getCurrentAppearance(state()).isOver(getStateAtHead(state()));
  /** The button pressed while a run was being made, for the new run. */
  let wish: { readonly does: 'step' | 'toggle'; readonly instead: unknown } | null = null;
  let wasOver = false;
  const stop = store.subscribe(now => {
    if (now.life.name === 'playing' && isOver()) void pause();
    const over = now.run !== null && now.phase !== 'playing' && isOver();
    if (over !== wasOver) {
      wasOver = over;
      if (over) now.showWhole();
    }
    if (wish === null || now.phase === 'opening' || now.held !== null) return;
    const { does, instead } = wish;
    wish = null;
    // Later, when the opening has said all: it may itself go on to a round, or to another run.
    queueMicrotask(() => {
      if (state().life.name === 'paused' && state().run !== instead) void link[does]();
    });
  });
  const play = () => {
    state().send('play');
    void during(engine().play(getRoundsPerSecond(state().speed)));
  };
  /** Plays a recording that is over from its beginning, or from the round that was looked at. */
  const playAgain = async (setup: Setup, { cursor, agents }: PageState['selection']) => {
    if (!(await open(setup, {}, cursor ?? 0))) return;
    if (agents.length > 0) state().select({ agents });
    if (state().life.name === 'paused' && !isOver()) play();
  };
  /** Keeps what was pressed for the run that is being made. */
  const waits = (does: 'step' | 'toggle'): boolean => {
    const { phase, run, held } = state();
    if (phase !== 'opening' && held === null) return false;
    wish = { does, instead: held?.run ?? run };
    return true;
  };
  const link: PlayCommands = {
    async step() {
      if (waits('step')) return;
      const { run, phase, life, goForward, send } = state();
      if (!run || phase !== 'paused') return;
      if (isEngineDead(life)) return void (await revive());
      if (life.name !== 'paused') return;
      goForward();
      if (isOver()) return;
      if (!isLanguageModelOracle(run.setup.oracle)) return void (await engine().step().catch(fail));
      send('await');
      await during(engine().step());
    },
    async toggle() {
      if (waits('toggle')) return;
      const { phase, run, life, goForward, selection } = state();
      if (phase === 'playing') return pause();
      if (!run) return;
      if (isEngineDead(life)) return void (await revive());
      if (life.name !== 'paused') return;
      goForward();
      if (!isOver()) play();
      else if (isRecordedModel(run.setup.model)) await playAgain(run.setup, selection);
    },
    setSpeed(index) {
      state().setSpeed(index);
      const { name } = state().life;
      if (name === 'playing' || name === 'running') void engine().play(getRoundsPerSecond(index)).catch(fail);
    },
  };
  return {
    link,
    pause,
    async interrupt() {
      // Asked before anything else is waited for: between two ticks it could answer, and not hear the command.
      const paused = state().phase === 'playing' ? pause() : undefined;
      if (!(await answers())) return false;
      await paused;
      return true;
    },
    async runTo(tick) {
      state().send('runTo', tick);
      await during(engine().runTo(tick));
    },
    stop,
  };
}
