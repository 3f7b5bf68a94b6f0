import {
  checkParameter,
  type Parametrised,
  parseParameterValue,
} from '../../engine/checks/checkParameter.ts';
import { findContradiction } from '../../engine/checks/findContradiction.ts';
import { parseChange } from '../../engine/checks/parseChange.ts';
import { isSecretName } from '../../engine/core/secrets.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { getAgentModelEntry } from '../../engine/models/index.ts';
import { DIRECTIONS, REPEAT_RULES } from '../../engine/network/reading/readingChoices.ts';
import type { ParameterValue } from '../../engine/parameters/parameterDefinition.ts';
import type { Change, OwnInput, Setup } from '../../engine/setup/config.ts';
import { findModelPlugin } from '../model/registered.ts';
import type { Reject } from './readOracleSetup.ts';

/** The model of an address, and the user's files: those that came with it, else those of this browser. */
export interface AddressSource {
  readonly model: string;
  readonly own: readonly OwnInput[];
  readonly preset: string;
  readonly files: Files;
}

/**
 * Reads an address's parameters, their changes, and how a network of the user's is read. A bad one is reported and left out,
 * the others stay.
 * @param known all other names
 */
export const readCheckedParameters = async (
  given: URLSearchParams,
  source: AddressSource,
  known: ReadonlySet<string>,
  reject: Reject,
) => {
  const model = await loadParameters(source);
  const reading = readNetworkReading(given, reject);
  const parameters = readParameterValues(given, model, new Set([...known, ...READING_NAMES]), reject);
  const changes = readParameterChanges(given, model, reject);
  return { ...reading, ...dropContradiction(model, { parameters, changes }, reject) };
};

/** The parameters of a model, and those that its preset or its files declare. */
async function loadParameters({ model, own, preset, files }: AddressSource): Promise<Parametrised> {
  const plugin = findModelPlugin(model);
  const its = { name: model, parameters: [], ...(await plugin?.address()) };
  const kept = plugin?.kept?.filesOf({ own });
  // The engine says what is wrong with a file.
  const { addDeclared } = await getAgentModelEntry(model).spec();
  return (await addDeclared?.(its, { own, preset }, { ...kept, ...files }).catch(() => null)) ?? its;
}

interface GivenValues {
  readonly parameters: Record<string, ParameterValue>;
  readonly changes: readonly Change[];
}

/** Parameters and changes without an older parameter that contradicts a newer one, which is reported. */
function dropContradiction(
  { parameters: definitions }: Parametrised,
  given: GivenValues,
  reject: Reject,
): GivenValues {
  const contradiction = findContradiction(definitions, given);
  if (contradiction === null) return given;
  const { name, problem } = contradiction;
  const { [name]: value, ...others } = given.parameters;
  reject(name, String(value ?? true), problem);
  return {
    parameters: others,
    changes: given.changes.filter(change => change.kind !== undefined || change.name !== name),
  };
}

/** Reads every other name as a parameter of the model. A bad one is left out, the others stay. */
function readParameterValues(
  given: URLSearchParams,
  model: Parametrised,
  known: ReadonlySet<string>,
  reject: Reject,
): Record<string, ParameterValue> {
  const parameters: Record<string, ParameterValue> = {};
  for (const [name, text] of given) {
    if (known.has(name)) continue;
    if (isSecretName(name)) {
      reject(name, '…', 'a key has no place in an address; type it into “Who decides”');
      continue;
    }
    const value = parseParameterValue(text);
    const mistake = catchCheckMessage(() => checkParameter(model, name, value));
    if (mistake !== null) reject(name, text, mistake);
    else parameters[name] = value;
  }
  return parameters;
}

/** `change=12:name:value`, once for each change in mid-run. */
function readParameterChanges(given: URLSearchParams, model: Parametrised, reject: Reject): Change[] {
  const changes: Change[] = [];
  for (const text of given.getAll('change')) {
    const mistake = catchCheckMessage(() => changes.push(parseChange(text, model)));
    if (mistake !== null) reject('change', text, mistake);
  }
  return changes;
}

/** Message of a failed check, or null. */
function catchCheckMessage(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Names in an address for the reading of a file. */
const READING_NAMES = ['direction', 'repeats', 'groups'] as const;

/** Characters of an attribute's name. */
const MAX_ATTRIBUTE_NAME_LENGTH = 200;

/** The reading of a network of the user's, which waits for its file. */
function readNetworkReading(
  given: URLSearchParams,
  reject: Reject,
): Pick<Setup, (typeof READING_NAMES)[number]> {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const text = given.get(name);
    const value = values.find(known => known === text);
    if (text !== null && value === undefined) reject(name, text, `choose ${values.join(', ')}`);
    return value;
  };
  const direction = oneOf('direction', DIRECTIONS);
  const repeats = oneOf('repeats', REPEAT_RULES);
  const groups = given.get('groups');
  if (groups !== null && groups.length > MAX_ATTRIBUTE_NAME_LENGTH)
    reject('groups', groups, `has at most ${MAX_ATTRIBUTE_NAME_LENGTH} characters`);
  return {
    ...(direction && { direction }),
    ...(repeats && { repeats }),
    ...(groups !== null && groups.length <= MAX_ATTRIBUTE_NAME_LENGTH && { groups }),
  };
}
