import { readFileSync } from 'node:fs';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { chart } from '../../../../src/engine/models/chart/chartModel.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import { playTo } from '../../play.ts';

const root = new URL('../../../../public/', import.meta.url);

const bundled = async (path: string) => readFileSync(new URL(path, root));

/** An SCXML document with these states. */
export const scxml = (states: string): string =>
  `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:sc="https://statescope.dev/scxml" version="1.0">${states}</scxml>`;

/** A run of a chart before its first tick. @param text of a chart of the user's */
export async function openChart(setup: Partial<Setup> = {}, text?: string, name = 'own.scxml') {
  const all: Setup = {
    ...createDefaultSetup(chart),
    ...(text !== undefined && { own: ['chart'] }),
    ...setup,
  };
  const files = text === undefined ? {} : { chart: [{ name, bytes: new TextEncoder().encode(text) }] };
  return openRun(all, { bundled, files });
}

/** A run of a chart after so many ticks. */
export const playChart = async (ticks: number, setup: Partial<Setup> = {}, text?: string, name?: string) =>
  playTo((await openChart(setup, text, name)).run, ticks);
