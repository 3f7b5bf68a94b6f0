import type { Differences } from '../../../workers/protocol/api.ts';
import { describeDecider } from '../../words/describeDecider.ts';

const EARLIER_ORACLES = 'earlier_oracles';

type Setting = Differences['setup'][number];

/** The decider as a document names it. */
interface Decider {
  readonly kind?: string;
  readonly model?: string;
  /** Of a replay: hash of the run that is repeated, who decided there, and who did before, each up to a tick. */
  readonly of?: string;
  readonly recorded?: Decider;
  readonly earlier?: readonly Earlier[];
}
interface Earlier {
  readonly until: number;
  readonly oracle: Decider;
}

/**
 * True if a setting names the decider; such settings share a row, since one of two kinds lacks the settings of the
 * other.
 */
export function isDeciderSetting({ path, a, b }: Setting, settings: readonly Setting[]): boolean {
  if (path === EARLIER_ORACLES || /^oracle\.(of|recorded|earlier)\b/.test(path)) return true;
  if (!path.startsWith('oracle.') || !settings.some(other => other.path === 'oracle.kind')) return false;
  return /^oracle\.(kind|model)$/.test(path) || a === null || b === null;
}

/** The decider of each of two runs, and the previous one, if they differ. @param tick the model's word for one */
export function describeDeciderPair(settings: readonly Setting[], tick: string) {
  const rows: { label: string; a: string; b: string }[] = [];
  if (settings.some(one => one.path !== EARLIER_ORACLES && isDeciderSetting(one, settings)))
    rows.push({
      label: 'who decides',
      a: describeSideDecider(getSideDecider(settings, 'a'), tick),
      b: describeSideDecider(getSideDecider(settings, 'b'), tick),
    });
  const before = settings.find(({ path }) => path === EARLIER_ORACLES);
  const told = (some: unknown) => (Array.isArray(some) ? describeEarlierDeciders(some, tick) : 'nobody else');
  if (before !== undefined) rows.push({ label: 'who decided before', a: told(before.a), b: told(before.b) });
  return rows;
}

/** Decider settings of one side, as far as they differ. */
function getSideDecider(settings: readonly Setting[], side: 'a' | 'b'): Decider {
  const decider: Record<string, unknown> = {};
  const recorded: Record<string, unknown> = {};
  for (const setting of settings) {
    const [, of, name] = /^oracle\.(recorded\.)?(\w+)$/.exec(setting.path) ?? [];
    const value = setting[side];
    if (name !== undefined && value !== null) (of === undefined ? decider : recorded)[name] = value;
  }
  const isSaid = 'kind' in recorded || 'model' in recorded;
  return { ...(isSaid && { recorded }), ...decider };
}

function describeSideDecider(
  { kind = 'replay', model, of, recorded, earlier }: Decider,
  tick: string,
): string {
  if (model !== undefined || kind === 'policy') return describeDecider({ kind, model });
  if (kind !== 'replay') return `a model by ${kind}`;
  const run = of === undefined ? 'a run' : `run ${of.slice(0, 8)}`;
  const by = recorded === undefined ? '' : `, by ${describeSideDecider(recorded, tick)}`;
  const before = earlier === undefined ? '' : `, before by ${describeEarlierDeciders(earlier, tick)}`;
  return `the answers of ${run}${by}${before}`;
}

const describeEarlierDeciders = (some: readonly Earlier[], tick: string): string =>
  some.map(({ until, oracle }) => `${describeSideDecider(oracle, tick)}, up to ${tick} ${until}`).join('; ');
