import { readFile } from 'node:fs/promises';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import type { StudentSheet } from '../../engine/export/sheetFile.ts';
import type { Setup } from '../../engine/setup/config.ts';
import { deriveStudentSeed } from '../../engine/setup/deriveStudentSeed.ts';
import type { Recording } from '../../oracles/recording/recording.ts';
import { getSpecByName } from '../options/specs.ts';

/** A sheet, with the seed of its run and that of its student, and where the set-up of its run is not the scenario’s. */
export interface SheetCheck extends StudentSheet {
  readonly seed: number;
  /** Null for a sheet without a name. */
  readonly seed_of_student: number | null;
  /** Where the set-up is another one than the scenario's: "preset sir in place of vaccination"; empty if nowhere. */
  readonly set_up_otherwise: readonly string[];
}

/** Compares the run of a sheet with its student and its scenario; null for a document without a sheet. */
export async function checkSheet({ sheet, setup }: Recording, root: URL): Promise<SheetCheck | null> {
  if (sheet === null) return null;
  return {
    ...sheet,
    seed: setup.seed,
    seed_of_student: deriveStudentSeed(sheet.student),
    set_up_otherwise: await listSetupDifferences(setup, await readScenarioAddress(sheet.scenario, root)),
  };
}

/** The address of a scenario's run; null for a scenario that is not known. */
async function readScenarioAddress(id: string, root: URL): Promise<URLSearchParams | null> {
  const text = await readFile(new URL('scenarios.json', root), 'utf8');
  const { scenarios } = JSON.parse(text) as {
    readonly scenarios: readonly { readonly id: string; readonly address: string }[];
  };
  const address = scenarios.find(scenario => scenario.id === id)?.address;
  return address === undefined ? null : new URLSearchParams(address);
}

/** Model, preset, network and parameters; a scenario leaves the number of agents to its network, and changes in mid-run to the student. */
async function listSetupDifferences(
  setup: Setup,
  address: URLSearchParams | null,
): Promise<readonly string[]> {
  if (address === null) return ['a scenario that is not known'];
  const model = address.get('model') ?? setup.model;
  if (model !== setup.model) return [`model ${setup.model} in place of ${model}`];
  const spec = getSpecByName(model);
  const preset = address.get('preset') ?? spec.defaults.preset;
  const { parameters } = (await spec.addDeclared?.(spec, { preset, own: [] }, {})) ?? spec;
  const pairs = [
    ['preset', setup.preset, preset],
    ['network', setup.network, address.get('network') ?? spec.defaults.network],
    // A run decides by itself whether it follows the rule of an older version.
    ...parameters.flatMap(({ name, defaults, oldUntil }) => {
      if (oldUntil !== undefined) return [];
      const usual = defaults[preset];
      return [[name, setup.parameters[name] ?? usual, address.get(name) ?? usual] as const];
    }),
  ] as const;
  return pairs.flatMap(([name, is, was]) =>
    String(is) === String(was) ? [] : [`${name} ${is} in place of ${was}`],
  );
}

/** Characters of a name that are printed. */
const MAX_NAME_LENGTH = 60;

/** A text of the student's in quotes, which it cannot close: it may look like the rest of the line. */
const quoteSheetText = (text: string): string =>
  `“${formatQuotedText(text, MAX_NAME_LENGTH).replaceAll(/[“”]/g, '"')}”`;

/** `“Ada Lovelace”, “threshold”, seed 7 as expected; preset sis in place of sir` */
export function describeSheetCheck(check: SheetCheck): string {
  const { student, scenario, seed, seed_of_student, set_up_otherwise } = check;
  const who = student.trim() === '' ? 'without a name' : quoteSheetText(student);
  const fits =
    seed === seed_of_student ? 'as expected' : `in place of ${seed_of_student ?? 'that of a name'}`;
  const run = `${who}, ${quoteSheetText(scenario)}, seed ${seed} ${fits}`;
  return [run, ...set_up_otherwise.map(one => formatQuotedText(one))].join('; ');
}
