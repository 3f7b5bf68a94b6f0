import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Question } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { createSystemEnvironment, type Environment } from '../../src/oracles/client/environment.ts';
import { ModelOracle } from '../../src/oracles/model/modelOracle.ts';
import { chanceOf } from '../faulty/chance.ts';
import { rightly } from './rightly.ts';

/** Fate of one prompt: how often it was received, and how often its request was given up. */
interface Tally {
  received: number;
  cut: number;
}

/** Numbers in [0, 1), the same for the same seed. */
export function draws(seed: number): () => number {
  let drawn = 0;
  return () => chanceOf(seed, String(drawn++))('draw');
}

/** Turns of the event loop: no less mixed than milliseconds, and the same each time. */
export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}

export const milliseconds = (count: number): Promise<void> => pause(count);

/** A faultless server without sockets, whose replies come in any order; a request that is cut may be answered late. */
export class Scattered {
  readonly prompts = new Map<string, Tally>();
  readonly environment: Environment;
  #underWay = 0;
  mostUnderWay = 0;
  replies = 0;

  /** @param delay how long a reply takes. */
  constructor(seed: number, delay: (chance: number) => Promise<void>) {
    const draw = draws(seed);
    this.environment = {
      ...createSystemEnvironment(),
      fetch: async (url, init) => {
        const { pathname } = new URL(url);
        const body = String(init.body ?? '');
        if (pathname === '/api/chat') await this.#answered(body, init, delay(draw()));
        return new Response(rightly(init.method ?? '', pathname, body));
      },
    };
  }

  async #answered(body: string, { signal }: RequestInit, delay: Promise<void>): Promise<void> {
    const tally = this.prompts.get(body) ?? { received: 0, cut: 0 };
    this.prompts.set(body, tally);
    tally.received++;
    signal?.addEventListener('abort', () => tally.cut++);
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.#underWay);
    await delay.finally(() => this.#underWay--);
    if (!signal?.aborted) this.replies++;
  }

  /** A new oracle that asks here. */
  oracle(run: Run, setup: RemoteSetup, mostUnderWay: number): ModelOracle {
    const { environment } = this;
    const policy = (question: Question) => run.state.policy(question);
    return new ModelOracle({
      setup,
      key: () => null,
      policy,
      template: () => null,
      environment,
      mostUnderWay,
    });
  }
}
