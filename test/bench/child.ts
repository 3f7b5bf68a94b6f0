import { BY_HAND, measureByHand } from './byHand.ts';
import { ENGINES } from './engines.ts';
import { measurePast, PASTS } from './past.ts';
import { measureRounds, ROUNDS } from './rounds.ts';

/**
 * One sample in a process of its own: `node --expose-gc child.js NAME [AGENTS]`, one line of JSON. CPU time of
 * the process (garbage collection and compiler threads included), because wall time on a shared machine misleads.
 */
const [, , name, agents] = process.argv;
const BUDGET = 300;
const TICKS_TO_FILL = 140;

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const bytes = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

function measureEngine(size: number) {
  const make = ENGINES[name];
  const warm = make(64);
  for (let tick = 0, start = cpu(); cpu() - start < 80; tick += 20) warm.play(tick, tick + 20);
  const before = bytes();
  const engine = make(size);
  engine.play(0, 12);
  const checksum = Array.from({ length: Math.min(size, 500) }, (_, i) => engine.stateOf(i)).join();
  // XState at 100,000 agents would take minutes to fill a history that it does not keep.
  const fill = name.startsWith('statescope') ? TICKS_TO_FILL : 14;
  engine.play(12, fill);
  const after = bytes();
  const chunk = Math.max(1, Math.floor(4000 / size));
  let tick = fill;
  const start = cpu();
  for (; cpu() - start < BUDGET; tick += chunk) engine.play(tick, tick + chunk);
  const ns = ((cpu() - start) * 1e6) / ((tick - fill) * size);
  return {
    name,
    agents: size,
    ns_per_fire: ns,
    bytes_per_agent: (after - before) / size,
    checksum: checksumOf(checksum),
    ...('remembered' in engine && { remembered: engine.remembered }),
  };
}

function checksumOf(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return sum >>> 0;
}

async function measured() {
  if (name in ROUNDS) return measureRounds(name);
  if (name in BY_HAND) return measureByHand(name);
  return name in PASTS ? measurePast(name) : measureEngine(Number(agents));
}

console.log(JSON.stringify(await measured()));
