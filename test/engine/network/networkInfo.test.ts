import { expect, it } from 'vitest';
import { describeWeightUse } from '../../../src/engine/network/describeWeightUse.ts';
import { buildNetworkInfo, type NetworkInfo } from '../../../src/engine/network/networkInfo.ts';
import { readNetwork } from '../../../src/engine/network/reading/readNetwork.ts';
import { USES_OF_WEIGHTS, type WeightUse } from '../../../src/engine/network/weightUse.ts';

const infoOf = (text: string, use: WeightUse): NetworkInfo => {
  const { network, reading } = readNetwork('f.csv', new TextEncoder().encode(text), {});
  return buildNetworkInfo({ network, reading, describeWeightUse }, use);
};

it('the notice of a file without weights says that ties are drawn, to a model that has ties', () => {
  for (const use of USES_OF_WEIGHTS) {
    const { reading, weights } = infoOf('ada,ben\nben,eve\n', use);
    expect(weights).toBeUndefined();
    expect(reading?.notice).toMatch(
      use === 'ties'
        ? /; no weights\. As there are no weights, the strength of each tie is drawn at random, .*strongest_tie and weighted_draw, follow these draws\.$/
        : /; no weights\.$/,
    );
    expect(infoOf('ada,ben,2\nben,eve,3\n', use).reading?.notice).not.toContain('drawn at random');
  }
});

it('the same graph has one SHA-256 in any order of lines, and another where its nodes have ids of another order', () => {
  const shaOf = (name: string, text: string) =>
    readNetwork(name, new TextEncoder().encode(text), {}).network.sha256;
  const named = shaOf('f.csv', 'eve,ada\nada,ben\n');
  expect(shaOf('f.csv', 'ada,ben\neve,ada\n')).toBe(named);
  const nodes = ['eve', 'ada', 'ben'].map((label, i) => `node [ id ${i} label "${label}" ]`).join(' ');
  const gml = `graph [ directed 1 ${nodes} edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]`;
  expect(shaOf('f.gml', gml)).not.toBe(named);
});
