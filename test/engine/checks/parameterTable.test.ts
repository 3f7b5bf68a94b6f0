import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  listTableCells,
  readParameterTable,
  writeParameterTableCsv,
} from '../../../src/engine/checks/parameterTable.ts';
import { SOCIAL } from '../../../src/engine/models/social/socialSpec.ts';
import { runs } from '../../runs.ts';

const { table } = SOCIAL;
if (table === undefined) throw new Error('the social model has a table');
const read = (text: string, name = 'kinds.csv') =>
  readParameterTable({ name, bytes: new TextEncoder().encode(text) }, { ...SOCIAL, table });

describe('a table of parameters', () => {
  it('is read from CSV, in which an empty cell keeps its value', () => {
    expect(read('archetype,timeout,like\nlurker,6,\ncreator,,0.5\n')).toEqual({
      lurker_timeout: 6,
      creator_like: 0.5,
    });
    expect(read('\ufeffarchetype, timeout\r\nlurker, 6\r\n\r\n')).toEqual({ lurker_timeout: 6 });
  });

  it('is read from JSON', () => {
    expect(read('{"lurker": {"timeout": 6}, "creator": {}}', 'kinds.json')).toEqual({ lurker_timeout: 6 });
  });

  it('is read again as it was written', () => {
    const cells = listTableCells(SOCIAL.parameters);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: cells.length }),
        shares => {
          const values = Object.fromEntries(
            cells.map(({ name, kind, min, max }, i) => {
              const value = min + shares[i] * (max - min);
              return [name, kind === 'integer' ? Math.round(value) : value];
            }),
          );
          expect(
            read(writeParameterTableCsv(SOCIAL.parameters, table, ({ name }) => String(values[name]))),
          ).toEqual(values);
        },
      ),
      runs(20),
    );
  });

  it.each([
    ['timeout\n6\n', 'kinds.csv, line 1: the first column must be "archetype", not "timeout"'],
    [
      'archetype,timeout\nbot,6\n',
      'kinds.csv, line 2, "6": archetype "bot" is unknown; there are lurker, casual',
    ],
    [
      'archetype,patience\nlurker,6\n',
      'kinds.csv, line 2, "6": column "patience" is unknown; there are share',
    ],
    ['archetype,timeout\nlurker,6,7\n', 'kinds.csv, line 2: 3 values, but the head has 2 columns'],
    [
      'archetype,timeout\ncasual,5\nlurker,1\n',
      'kinds.csv, line 3, "1": lurker_timeout must be a whole number from 2',
    ],
    [
      'archetype,timeout\nlurker,soon\n',
      'kinds.csv, line 2, "soon": lurker_timeout must be a whole number from 2',
    ],
    ['archetype,timeout\nlurker,6\nlurker,7\n', 'kinds.csv, line 3, "7": lurker_timeout is given twice'],
    ['archetype,timeout,timeout\nlurker,6,\n', 'kinds.csv, line 1: there are two columns "timeout"'],
    ['{"lurker": 6}', 'kinds.csv, lurker: an object was expected'],
    ['[{"lurker": 6}]', 'kinds.csv: an object was expected'],
    [
      '{"lurker": {"like": "0.2"}}',
      'kinds.csv, lurker.like: lurker_like must be a number from 0 to 1, not the text "0.2"',
    ],
    ['{"lurker": {', 'kinds.csv is not JSON'],
    ['', 'kinds.csv, line 1: the first column must be "archetype", not ""'],
  ])('refuses %j at its place', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
