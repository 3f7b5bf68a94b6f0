import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import type { Tick } from '../../../core/indices.ts';
import type { Log } from '../../../log/log.ts';
import type { ActionName } from '../workflowTerms.ts';
import { type Artifact, formatArtifactId } from './artifact.ts';
import { type Market, MarketDraw } from './market.ts';
import type { Deed } from './trader.ts';

/** UTF-16 units of an idea. */
const MAX_IDEA_LENGTH = 120;

/** An agent's decision. */
interface Act {
  readonly action: ActionName;
  /** Note on the action; empty for none. */
  readonly note: string;
}

interface Scene {
  readonly world: Market;
  readonly agent: number;
  readonly tick: Tick;
  readonly log: Log;
}

type Result = Pick<Deed, 'ok' | 'result'>;
const createSuccessResult = (result: string): Result => ({ ok: true, result });
const createFailureResult = (result: string): Result => ({ ok: false, result });

/**
 * Carries out an agent's action. Whether a shipped artifact is bought shows at the end of the tick: the
 * deed's `ok` is null until then.
 * @returns the deed, the agent's latest
 */
export function performAction(
  world: Market,
  agent: number,
  { action, note }: Act,
  tick: Tick,
  log: Log,
): Deed {
  const scene = { world, agent, tick, log };
  return world.traders[agent].did({ tick, action, ...runSceneAction(scene, action, note) });
}

function runSceneAction(scene: Scene, action: ActionName, note: string): Result {
  switch (action) {
    case 'observe':
      return observeMarket(scene);
    case 'think': {
      const idea = cleanTextLine(note, MAX_IDEA_LENGTH);
      scene.world.traders[scene.agent].idea = idea;
      return createSuccessResult(idea === '' ? 'thought about it' : `noted: ${idea}`);
    }
    case 'make':
      return makeArtifact(scene);
    case 'test':
      return testArtifact(scene);
    case 'rework':
      return reworkArtifact(scene);
    case 'ship':
      return shipArtifact(scene);
    case 'wait':
      return createSuccessResult('waited');
  }
}

function observeMarket({ world, tick }: Scene): Result {
  const { sold, volume } = world.totalsAt(tick - 1);
  return createSuccessResult(`saw the market: ${sold} sold so far, for ${volume} scrip`);
}

function makeArtifact({ world, agent, tick, log }: Scene): Result {
  const { material, price_low, price_high } = world.parameters;
  const balance = world.balanceOf(agent, tick);
  if (balance < material)
    return createFailureResult(`making costs ${material} scrip, and there are ${balance}`);
  const { random } = world;
  const trader = world.traders[agent];
  const held = world.handOf(agent, tick).artifact;
  if (held !== null) world.event(held, 'dropped', tick, null, log);
  const span = price_high - price_low + 1;
  const artifact: Artifact = {
    id: world.artifacts.length,
    maker: agent,
    price: price_low + Math.floor(random.unit(agent, tick, MarketDraw.price) * span),
    idea: trader.idea,
    flawed: random.unit(agent, tick, MarketDraw.flaw) < trader.flaw,
    events: [],
  };
  world.artifacts.push(artifact);
  trader.artifacts.push(artifact);
  world.spend(agent, tick, material);
  world.event(artifact, 'made', tick, null, log);
  const dropped = held === null ? '' : `, and dropped ${formatArtifactId(held.id)}`;
  return createSuccessResult(`made ${formatArtifactId(artifact.id)} for ${material} scrip${dropped}`);
}

/** Tests an artifact; a flaw may go unnoticed, but a working artifact is never found broken. */
function testArtifact({ world, agent, tick, log }: Scene): Result {
  const { artifact } = world.handOf(agent, tick);
  if (artifact === null) return createFailureResult('there is nothing to test');
  const isFound = world.random.unit(agent, tick, MarketDraw.test) < world.parameters.detection;
  const isBroken = artifact.flawed && isFound;
  world.event(artifact, isBroken ? 'broken' : 'works', tick, null, log);
  return isBroken
    ? createFailureResult(`${formatArtifactId(artifact.id)} is broken`)
    : createSuccessResult(`${formatArtifactId(artifact.id)} works`);
}

function reworkArtifact({ world, agent, tick, log }: Scene): Result {
  const { rework: cost, mending } = world.parameters;
  const { artifact } = world.handOf(agent, tick);
  if (artifact === null) return createFailureResult('there is nothing to rework');
  const balance = world.balanceOf(agent, tick);
  if (balance < cost) return createFailureResult(`reworking costs ${cost} scrip, and there are ${balance}`);
  world.spend(agent, tick, cost);
  if (artifact.flawed && world.random.unit(agent, tick, MarketDraw.rework) < mending) artifact.flawed = false;
  world.event(artifact, 'reworked', tick, null, log);
  return createSuccessResult(`reworked ${formatArtifactId(artifact.id)} for ${cost} scrip`);
}

function shipArtifact({ world, agent, tick }: Scene): Result {
  const { artifact } = world.handOf(agent, tick);
  if (artifact === null) return createFailureResult('there is nothing to ship');
  return { ok: null, result: `offered ${formatArtifactId(artifact.id)} for ${artifact.price} scrip` };
}
