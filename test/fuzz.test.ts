import { readFileSync } from 'node:fs';
import { csvParseRows } from 'd3-dsv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readParameterTable } from '../src/engine/checks/parameterTable.ts';
import { writeCsv } from '../src/engine/core/writeCsv.ts';
import { SOCIAL } from '../src/engine/models/social/socialSpec.ts';
import { buildWorkflowChart } from '../src/engine/models/workflow/buildWorkflowChart.ts';
import { readWorkflow } from '../src/engine/models/workflow/inputs/readWorkflow.ts';
import { EXAMPLES } from '../src/engine/models/workflow/workflowTerms.ts';
import { readNetwork } from '../src/engine/network/reading/readNetwork.ts';
import { LANGUAGE } from '../src/engine/python/language.ts';
import { parseCodeStep } from '../src/engine/python/parse.ts';
import { runCode } from '../src/engine/python/runCode.ts';
import { compile } from '../src/engine/statechart/compile.ts';
import { readRecording } from '../src/oracles/recording/recording.ts';
import { NESTED } from './engine/models/workflow/nestedText.ts';
import { type Json, mutated } from './fuzz/mutated.ts';
import { readOrRefused } from './fuzz/readOrRefused.ts';
import { linesOf, mutatedText } from './fuzz/texts.ts';
import { cases, LONG_TIMEOUT } from './runs.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The long run has 100,000 cases of each. */
describe('with any contents,', { timeout: LONG_TIMEOUT }, () => {
  it.each([
    ['social', 1],
    ['governed', 1],
    ['librarian', 1],
    ['workflow', 1],
    ['chart', 2],
  ])('a document of model %s is read or refused', async (model, version) => {
    const document = JSON.parse(read(`fixtures/documents-v${version}/${model}.json`)) as Json;
    await fc.assert(
      fc.asyncProperty(mutated(document), changed =>
        readOrRefused(() => readRecording('run.json', bytesOf(JSON.stringify(changed)))),
      ),
      cases(10, 25_000),
    );
  });

  it('code runs, fails or is refused with its line', () => {
    const sources = fc.constantFrom(...LANGUAGE.map(({ code }) => code));
    const tokens =
      'x context [ ] ( ) { } : , . = == + - * ** // % in not and or if else for while def return lambda try except raise \n \n\t 1 0.5 "a" None range sum sorted str'.split(
        ' ',
      );
    const soup = fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map(parts => parts.join(' '));
    fc.assert(
      fc.property(fc.oneof(sources.chain(mutatedText), soup), source => {
        const parsed = parseCodeStep(source);
        if (parsed.kind === 'refused') {
          expect(parsed.problems[0].line).toBeGreaterThan(0);
          expect(parsed.problems[0].message.length).toBeLessThan(500);
          return;
        }
        const outcome = runCode(parsed.program, new Map());
        if (outcome.kind === 'failed') expect(outcome.problem.message.length).toBeLessThan(1000);
      }),
      cases(60),
    );
  });

  it('the YAML of a workflow is read, with its problems by their lines', () => {
    const ours = EXAMPLES.map(name => read(`../public/workflows/${name}.yaml`));
    const texts = fc.constantFrom(NESTED, ...ours);
    fc.assert(
      fc.property(texts.chain(mutatedText), text => {
        const { workflow, problems } = readWorkflow(text);
        if (workflow === null) expect(problems.length).toBeGreaterThan(0);
        else compile(buildWorkflowChart(workflow, { holds: () => true, reads: () => '' }).definition);
        for (const { line, message } of problems) {
          expect(line).toBeGreaterThan(0);
          expect(message.length).toBeLessThan(1000);
        }
      }),
      cases(15),
    );
  });

  it('an edge list is read or refused', async () => {
    const words = [
      'anna',
      'ben',
      '"a, b"',
      "{'weight': 2}",
      '7',
      '0.5',
      'source',
      'target',
      'Weight',
      'Type',
      'Undirected',
      '# x',
    ];
    await fc.assert(
      fc.asyncProperty(linesOf(words, [',', ' ', ';', '\t', ', ']), text =>
        readOrRefused(() => readNetwork('x.csv', bytesOf(text))),
      ),
      cases(100),
    );
  });

  it('a table of archetypes is read or refused', async () => {
    const words = [
      'archetype',
      'lurker',
      'creator',
      'share',
      'timeout',
      'activity',
      '6',
      '-1',
      '"x"',
      '{"lurker":',
      '}',
    ];
    const { table } = SOCIAL;
    await fc.assert(
      fc.asyncProperty(linesOf(words, [',', ';']), text =>
        readOrRefused(() =>
          readParameterTable({ name: 'x.csv', bytes: bytesOf(text) }, { ...SOCIAL, table: table! }),
        ),
      ),
      cases(100),
    );
  });

  it('a saved table keeps its cells, and no cell begins a formula', () => {
    const cell = linesOf(['a', '=1', '-2', '＠x', '\u200b=1', ';=1'], ['', ' ', ';']);
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), cells => {
        const [, row] = csvParseRows(writeCsv(cells.map(String), [cells]));
        expect(row).toHaveLength(cells.length);
        for (const [at, written] of row.entries()) {
          expect(written.replaceAll("'", '')).toBe(cells[at].replaceAll("'", ''));
          expect(written.trim()).not.toMatch(/^[=+\-@＝＋－＠]|[;\t\n][=+\-@＝＋－＠]/);
        }
      }),
      cases(100),
    );
  });
});
