import { InputError } from '../../../core/errors.ts';
import type { ChartDefinition } from '../../../statechart/definition.ts';
import { readChart } from '../../../statechart/formats/readChart.ts';
import { type AllowedMoves, collectAllowedMoves } from '../conformance/collectAllowedMoves.ts';

/** A chart that cases should follow. */
export interface GivenChart {
  readonly name: string;
  readonly definition: ChartDefinition;
  readonly moves: AllowedMoves;
}

/** @throws InputError that names the file and the place, also for a chart with parallel states */
export function readReferenceChart(name: string, text: string): GivenChart {
  try {
    const { definition } = readChart(name, text);
    return { name, definition, moves: collectAllowedMoves(definition) };
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(name)) throw error;
    throw new InputError(`${name}: ${error.message}`);
  }
}
