import { InputError } from '../../errors.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import { chartOfJson } from '../../statechart/formats/index.ts';
import { readScxml } from '../../statechart/scxml/read.ts';
import { plainJson } from '../../textFile.ts';
import { type AllowedMoves, allowedMoves } from './conformance/allowed.ts';

const WANTED = 'a statechart as SCXML, or as JSON: Statescope’s own or an XState 5 configuration';

/** A chart that cases should follow. */
export interface GivenChart {
  readonly name: string;
  readonly definition: ChartDefinition;
  readonly moves: AllowedMoves;
}

/** @throws InputError that names the file and the place, also for a chart with parallel states */
export function readGiven(name: string, text: string): GivenChart {
  try {
    const { definition } = /^\s*</.test(text)
      ? readScxml(text, { name: name.replace(/\.\w+$/, '') })
      : chartOfJson(plainJson(name, text, WANTED));
    return { name, definition, moves: allowedMoves(definition) };
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(name)) throw error;
    throw new InputError(`${name}: ${error.message}`);
  }
}
