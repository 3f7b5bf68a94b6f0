import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getSpecByName } from '../../../src/cli/options/specs.ts';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import { Exporter } from '../../../src/workers/engine/exporter.ts';
import { playTo } from '../../engine/play.ts';
import { expectLine, inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-network-'));
const path = (name: string) => join(folder, name);
const text = (name: string) => readFileSync(path(name), 'utf8');
const ORDER = ['run', '--model', 'chart', '--network', 'small-world', '--agents', '50', '--rounds', '20'];

describe('run --gexf and --graphml', () => {
  it('write what the page writes', async () => {
    const { code, stderr } = await inProcess(
      ...[...ORDER, '--gexf', path('run.gexf'), '--graphml', path('run.graphml')],
    );
    expect([code, stderr.includes('cannot')]).toEqual([0, false]);
    const setup = { ...createDefaultSetup(getSpecByName('chart')), network: 'small-world', agents: 50 };
    const bundled = async (name: string) => readFileSync(new URL(`../../../public/${name}`, import.meta.url));
    const { run, loaded } = await openRun(setup, { bundled, files: {} });
    await playTo(run, 20);
    const page = new Exporter({
      run: () => run,
      loaded: () => loaded,
      inTurn: work => work(),
    });
    for (const form of ['gexf', 'graphml'] as const) {
      const pieces: Uint8Array[] = [];
      await page.exportTo(form, async piece => void pieces.push(piece), null);
      expect(Buffer.concat(pieces).toString()).toBe(text(`run.${form}`));
    }
  });

  it('write the network of a replay, the same', async () => {
    await inProcess(...ORDER, '--out', path('run.json'), '--gexf', path('played.gexf'));
    const { code } = await inProcess(
      ...['run', '--oracle', 'replay', '--answers', path('run.json'), '--gexf', path('again.gexf')],
    );
    expect(code).toBe(0);
    expect(text('again.gexf')).toBe(text('played.gexf'));
  });

  it('refuse a model without a network, and a file that another option names, and leave nothing', async () => {
    const other = await inProcess(
      'run',
      '--model',
      'librarian',
      '--rounds',
      '1',
      '--gexf',
      path('none.gexf'),
    );
    expectLine(other, '--gexf: the agents of model librarian are not on a network');
    const twice = await inProcess(...ORDER, '--gexf', path('one.xml'), '--graphml', path('one.xml'));
    expectLine(twice, '--gexf and --graphml name the same file');
    const nowhere = path('missing/run.gexf');
    expectLine(await inProcess(...ORDER, '--graphml', path('g.graphml'), '--gexf', nowhere), 'cannot write');
    expect(['none.gexf', 'one.xml', 'g.graphml'].some(name => existsSync(path(name)))).toBe(false);
  });

  it('write the network of a file of the user’s, which is played again from what was written', async () => {
    writeFileSync(path('own.csv'), 'ann,bo,0.5\nbo,cy,2\ncy,ann,1\n');
    const order = ['run', '--model', 'chart', '--rounds', '9', '--direction', 'followed'];
    const first = await inProcess(...order, '--network', path('own.csv'), '--graphml', path('own.graphml'));
    const again = await inProcess(...order, '--network', path('own.graphml'));
    const hashOf = ({ stdout }: { stdout: string }) =>
      JSON.parse(stdout.trim().split('\n').at(-1) ?? '').hash;
    expect(hashOf(again)).toBe(hashOf(first));
  });
});
