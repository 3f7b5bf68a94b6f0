import { parseParameterAssignment } from '../../../engine/checks/checkParameter.ts';
import { refuseContradiction } from '../../../engine/checks/findContradiction.ts';
import { parseChange } from '../../../engine/checks/parseChange.ts';
import { InputError } from '../../../engine/core/errors.ts';
import type { Tick } from '../../../engine/core/indices.ts';
import type { ModelSources, ModelSpec } from '../../../engine/model/model.ts';
import { openRun } from '../../../engine/models/openRun.ts';
import { isRemoteOracle } from '../../../engine/oracle/oracleSetup.ts';
import { REMOTE_KINDS } from '../../../engine/oracle/servers/getServerKind.ts';
import { playRunTicks } from '../../../engine/run/playRunTicks.ts';
import type { Setup } from '../../../engine/setup/config.ts';
import { BY_POLICY } from '../../../engine/worlds/buildCommandOptions.ts';
import { createSweepArms, parseSweep } from '../../../engine/worlds/parseSweep.ts';
import { type Arm, checkWorldPlan, computeFilesDigest, type Plan } from '../../../engine/worlds/worldPlan.ts';
import { getSpecByName } from '../../options/specs.ts';

/** Options of a set of worlds. */
export interface AskedWorlds {
  readonly rounds: Tick;
  readonly worlds: number;
  /** Of what is otherwise in the second arm: `name=value` from the start on, `oracle=policy`, else as `--change-at` has it. */
  readonly change: readonly string[];
  readonly sweep: readonly string[];
  /** Subject measured in addition to the whole, repeated in each world; null for none. */
  readonly subject: string | null;
  readonly from?: Tick;
}

/** The plan that options ask for. @throws InputError for what cannot be played, before anything is */
export async function buildWorldsPlan(
  setup: Setup,
  asked: AskedWorlds,
  sources: ModelSources,
): Promise<Plan> {
  const { rounds, worlds, change, sweep, subject } = asked;
  const spec = getSpecByName(setup.model);
  const model = (await spec.addDeclared?.(spec, setup, sources.files)) ?? spec;
  if (change.length > 0 && sweep.length > 0)
    throw new InputError('--change compares two set-ups and --sweep plays many: give one of them');
  const sweeps = sweep.map(text => parseSweep(text, model));
  const arms =
    change.length > 0 ? buildChangedArms(setup, change, model) : createSweepArms(setup, sweeps, model);
  const files = computeFilesDigest(sources.files);
  const plan: Plan = { arms, worlds, rounds, from: asked.from ?? null, subject, files };
  const asksModel = isRemoteOracle(setup.oracle);
  if (asksModel && (subject !== null || asked.from !== undefined))
    throw new InputError(
      'new draws from a round need a past that repeats exactly, which the run of a language model does not: leave out --from and its subject',
    );
  checkWorldPlan(subject === null ? plan : { ...plan, from: asked.from ?? 1 }, model, asksModel);
  if (subject === null) return plan;
  const since = await findSubjectOrigin(setup, subject, rounds, sources);
  const from = asked.from ?? since + 1;
  if (from <= since)
    throw new InputError(
      `${subject} came in round ${since}: with new draws from round ${from} it is another one in each world`,
    );
  const other = arms.find(
    arm => serializeEarlierSetup(arm.setup, from) !== serializeEarlierSetup(setup, from),
  );
  if (other !== undefined)
    throw new InputError(
      `with “${other.label}” ${subject} is another one: what is compared may differ from round ${from} on, not before`,
    );
  checkWorldPlan({ ...plan, from }, model);
  return { ...plan, from };
}

/** All that a set-up says of the rounds before one. */
const serializeEarlierSetup = ({ parameters, changes }: Setup, from: Tick): string =>
  JSON.stringify([Object.entries(parameters).sort(), changes.filter(({ tick }) => tick < from)]);

/** The run as it is, and the same with all changes. */
function buildChangedArms(setup: Setup, texts: readonly string[], model: ModelSpec): readonly Arm[] {
  let { parameters, changes, oracle } = setup;
  for (const text of texts) {
    if (text === BY_POLICY) {
      if (oracle.kind === 'policy')
        throw new InputError(`--change ${BY_POLICY} is for --oracle ${REMOTE_KINDS.join(' or ')}`);
      oracle = { kind: 'policy' };
    } else if (/^[a-z_]\w*=/.test(text)) {
      const { name, value } = parseParameterAssignment(text, model);
      parameters = { ...parameters, [name]: value };
    } else {
      changes = [...changes, parseChange(text, model)];
    }
  }
  refuseContradiction(model.parameters, { parameters, changes });
  return [
    { label: '', values: {}, setup },
    { label: texts.join(', '), values: {}, setup: { ...setup, parameters, changes, oracle } },
  ];
}

/** The round in which a part of the run came to be. @throws InputError for one that it does not have by the last round */
async function findSubjectOrigin(
  setup: Setup,
  subject: string,
  rounds: Tick,
  sources: ModelSources,
): Promise<Tick> {
  const { run } = await openRun(setup, sources);
  await playRunTicks(run, { oracle: run.policy, until: rounds });
  const since = run.state.subjectSince?.(subject);
  if (since === undefined)
    throw new Error(`model ${setup.model} does not say since when ${subject} is there`);
  return since;
}
