import type { Tick } from '../../engine/core/indices.ts';
import type { ReadCommands } from '../../workers/protocol/api.ts';
import type { RemoteEngine } from './remoteEngine.ts';

/** Questions that are answered as of a tick. */
type Dated = Pick<ReadCommands, 'order' | 'statistics' | 'detail' | 'why' | 'history' | 'query'>;

/** The engine, whose answers are those of a tick; of the run's last one for null. One place: no view asks of another time. */
export function engineAt(engine: RemoteEngine, tick: Tick | null): RemoteEngine {
  if (tick === null) return engine;
  const dated: Dated = {
    order: sort => engine.order(sort, tick),
    // The log has the counted events; stuck agents are judged by the run as it was.
    statistics: (counting, word) => engine.statistics(counting, word, word === null ? null : tick),
    detail: agent => engine.detail(agent, tick),
    why: id => engine.why(id, tick),
    history: agent => engine.history(agent, tick),
    // Two runs are asked about a round that both have.
    query: (name, argument, at = tick) => engine.query(name, argument, at),
  };
  return new Proxy(engine, {
    get: (all, name) => Reflect.get(name in dated ? dated : all, name),
  });
}
