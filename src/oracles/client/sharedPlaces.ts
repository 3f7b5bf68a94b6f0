import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { Access } from './access.ts';
import { Cache } from './cache.ts';
import type { Environment } from './environment.ts';
import { Windows } from './limits/windows.ts';

/** State shared by all oracles of the same model: endpoints, requests under way, and the answers paid for. */
export class SharedPlaces {
  readonly access: Access;
  readonly cache = new Cache();
  /** Findings of the last look at which somebody could be asked; null before it. */
  reports: readonly ServerReport[] | null = null;
  #windows: Windows | null = null;

  constructor(access: Access) {
    this.access = access;
  }

  /** The requests under way from all oracles. @param urls that answer, at the first call */
  windowsAt(urls: readonly string[], clock: Pick<Environment, 'now' | 'wait'>): Windows {
    this.#windows ??= new Windows(urls, this.access.mostUnderWay, clock);
    return this.#windows;
  }
}
