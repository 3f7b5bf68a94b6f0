import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mapStepsToStates } from '../../../src/engine/models/recorded/states/mapStepsToStates.ts';
import { CODING } from '../../../src/engine/stateMapping/codingMapping.ts';
import { createStateMapper } from '../../../src/engine/stateMapping/createStateMapper.ts';
import { readStateMapping } from '../../../src/engine/stateMapping/stateMappings.ts';
import { aCase, step } from '../models/recorded/cases.ts';
import { readFiles } from '../traces/fixture.ts';

const state = createStateMapper(CODING);
const told = (tool: string, args: unknown) => state(step(tool, { args: JSON.stringify(args) }));
const bash = (command: string) => told('Bash', { command, description: 'a look' });

describe('the states of coding agents', () => {
  it.each([
    ['npm test', 'TEST'],
    ['cd /srv/app && npm run test -- cart', 'TEST'],
    ['CI=1 npx vitest run', 'TEST'],
    ['timeout 60 pytest -q', 'TEST'],
    ['python -m pytest tests/', 'TEST'],
    ['npm install && npm test', 'TEST'],
    ['cargo test --all', 'TEST'],
    ['go test ./...', 'TEST'],
    ['npm run build', 'BUILD'],
    ['npx tsc --noEmit', 'BUILD'],
    ['make -j4', 'BUILD'],
    ['pip install -e .', 'BUILD'],
    ['git status', 'VERSION CONTROL'],
    ['cd x && git commit -m "test"', 'VERSION CONTROL'],
    ['gh pr create', 'VERSION CONTROL'],
    ['git grep foo', 'SEARCH'],
    ['grep -rn "npm test" .', 'SEARCH'],
    ['rg pytest', 'SEARCH'],
    ['ls -la', 'SEARCH'],
    ['cat src/cart.test.ts', 'READ'],
    ["sed -n '1,40p' a.py", 'READ'],
    ['wc -l notes.txt', 'READ'],
    ["sed -i 's/a/b/' a.py", 'EDIT'],
    ['echo "x" > a.txt', 'EDIT'],
    ['cat <<EOF > a.txt', 'EDIT'],
    ['rm -rf build', 'EDIT'],
    ['python3 run.py', 'RUN'],
    ['./server --port 1', 'RUN'],
    ['curl -s localhost', 'RUN'],
    ['frobnicate', 'OTHER'],
  ])('map the command %s: %s', (command, expected) => {
    expect(bash(command)).toBe(expected);
  });

  it.each([
    ['exec_command', { cmd: 'npm test' }, 'TEST'],
    ['shell', { command: ['bash', '-lc', 'git diff'] }, 'VERSION CONTROL'],
    ['run_commands', { commands: ['ls'] }, 'SEARCH'],
    ['run_shell_command', { command: 'cat a', description: '' }, 'READ'],
    ['Read', { file_path: '/w/cart.test.ts' }, 'READ'],
    ['read_many_files', { paths: [] }, 'READ'],
    ['str_replace_editor', { command: 'view', path: 'a' }, 'READ'],
    ['str_replace_editor', { command: 'str_replace', path: 'a' }, 'EDIT'],
    ['apply_patch', { input: '*** Begin Patch' }, 'EDIT'],
    ['MultiEdit', {}, 'EDIT'],
    ['Grep', { pattern: 'x' }, 'SEARCH'],
    ['web_search', { query: 'x' }, 'SEARCH'],
    ['TodoWrite', { todos: [] }, 'PLAN'],
    ['update_plan', {}, 'PLAN'],
    ['Agent', { prompt: 'x' }, 'DELEGATE'],
    ['invoke_agent', {}, 'DELEGATE'],
    ['AskUserQuestion', {}, 'ASK'],
    ['say', null, 'TALK'],
    ['attempt_completion', {}, 'TALK'],
    ['mcp__jira__create', {}, 'OTHER'],
  ])('map the tool %s with %j: %s', (tool, args, expected) => {
    expect(told(tool, args)).toBe(expected);
  });

  it('can be changed and given again as rules, which are all fast enough', () => {
    const rules = JSON.parse(JSON.stringify({ ...CODING, name: 'mine' }));
    expect(createStateMapper(readStateMapping(rules))(step('Bash', { args: '{"command":"npm test"}' }))).toBe(
      'TEST',
    );
  });

  it('are used by default where most calls have one, and calls without one are reported', () => {
    const cases = [
      aCase('a', [
        ...['Bash', 'Edit', 'Read', 'Read'].map(tool => step(tool, { args: '{"command":"ls"}' })),
        step('mcp__x'),
      ]),
    ];
    const { prepared, words, mapping } = mapStepsToStates(cases, null);
    expect(mapping.name).toBe('coding');
    expect(prepared[0].states).toEqual(['SEARCH', 'EDIT', 'READ', 'READ', 'OTHER']);
    expect(words).toContain('1 of 5 steps stay OTHER (mcp__x)');
  });

  it('are not used where other tools are called, nor where there is no shell and no edit', () => {
    const other = [
      aCase(
        'a',
        ['Bash', 'book_flight', 'cancel_flight'].map(tool => step(tool)),
      ),
    ];
    expect(mapStepsToStates(other, null).mapping.name).toBe('tool');
    expect(mapStepsToStates([aCase('a', [step('search'), step('read')])], null).mapping.name).toBe('tool');
  });
});

const FOLDER = join(import.meta.dirname, '../../fixtures/cases/agents');
const filesIn = (path: string): readonly string[] =>
  statSync(join(FOLDER, path)).isDirectory()
    ? readdirSync(join(FOLDER, path)).flatMap(name => filesIn(`${path}/${name}`))
    : [path];

describe('the states of each known coding agent', () => {
  it.each([
    ['claude-code', 'claude-code/basic'],
    ['Codex', 'codex/sessions-with-subagent'],
    ['Codex by OpenTelemetry', 'codex/otel'],
    ['Gemini CLI by OpenTelemetry', 'gemini-cli/otel'],
    ['Qwen Code by OpenTelemetry', 'qwen-code/otel'],
    ['Copilot by OpenTelemetry', 'copilot/otel'],
  ])('leave none of its calls to OTHER: %s', (_, path) => {
    const files = filesIn(path).map(name => [name, readFileSync(join(FOLDER, name))] as const);
    const { cases } = readFiles(Object.fromEntries(files));
    const { mapping, prepared } = mapStepsToStates(cases, null);
    expect(mapping.name).toBe('coding');
    const states = new Set(prepared.flatMap(one => one.states));
    expect(states).not.toContain('OTHER');
    for (const one of ['SEARCH', 'READ', 'DELEGATE', 'TALK']) expect(states).toContain(one);
  });
});
