import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, expectLine, inProcess, type Outcome } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-conventions-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const last = ({ stdout }: Outcome): unknown => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

/** A shell's pipeline, with `statescope` as the command; it fails where a part of it fails. */
function pipe(line: string): Promise<Outcome> {
  const [node, [script]] = cli.command();
  const text = `set -o pipefail; statescope() { "${node}" "${script}" "$@"; }; cd "${folder}"; ${line}`;
  return new Promise(resolve =>
    execFile('bash', ['-c', text], { maxBuffer: 1 << 28, timeout: 30_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    }),
  );
}

const RUN = ['run', '--network', 'small-world', '--agents', '30', '--rounds', '12'];
let name = '';
beforeAll(async () => {
  await cli('--version');
  for (const file of ['run.json', 'run.ndjson']) await inProcess(...RUN, '--out', path(file));
  writeFileSync(path('bad.scxml'), '<scxml');
  const { agents } = JSON.parse(readFileSync(path('run.json'), 'utf8')) as { agents: { name: string }[] };
  name = agents[4].name;
});

describe('a pipe', () => {
  it.each(['run.json', 'run.ndjson'])('brings a document (%s) that is read once', async file => {
    for (const line of [
      `cat ${file} | statescope verify -`,
      `statescope verify /dev/stdin < ${file}`,
      `statescope verify <(cat ${file})`,
    ])
      expect(last(await pipe(line)), line).toMatchObject({ verdict: 'verified' });
  });

  it('brings a document to every command that reads one', async () => {
    for (const command of [
      'stats -',
      'why - --agent 5',
      'events - --from 12',
      'history - --agent 5',
      'compare run.json -',
    ]) {
      const { code, stdout, stderr } = await pipe(`cat run.json | statescope ${command}`);
      expect([code, stderr], command).toEqual([0, '']);
      expect(stdout, command).not.toBe('');
    }
  });

  it('takes a table, and the summary goes to standard error', async () => {
    const order = 'worlds --network small-world --agents 20 --rounds 3 --worlds 4';
    const { stdout, stderr, code } = await pipe(`statescope ${order} --csv - | cat`);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(5);
    expect(JSON.parse(stderr)).toMatchObject({ worlds: 4 });
    const device = await pipe(`statescope ${order} --csv /dev/stdout | head -1`);
    expect(device.stdout).toBe(stdout.slice(0, stdout.indexOf('\n') + 1));
  });

  it('takes a document, a table of statistics and a chart', async () => {
    expect(JSON.parse((await pipe(`statescope ${RUN.join(' ')} --out - | cat`)).stdout)).toEqual(
      JSON.parse(readFileSync(path('run.json'), 'utf8')),
    );
    expect((await pipe('statescope stats run.json --csv - | head -1')).stdout).toMatch(/,/);
    expect((await pipe('statescope chart social --to scxml | head -1')).stdout).toContain('<?xml');
  });

  it('that is closed early leaves the other files whole', async () => {
    const order = `${RUN.join(' ')} --out - --gexf net.gexf`;
    expect((await pipe(`statescope ${order} | head -c 3`)).code).toBe(0);
    expect(readFileSync(path('net.gexf'), 'utf8')).toContain('</gexf>');
  });

  it('may be a socket, as between programs', async () => {
    const [node, args] = cli.command('verify', '-');
    const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', chunk => {
      text += chunk;
    });
    child.stdin.end(readFileSync(path('run.json')));
    await new Promise(resolve => child.once('close', resolve));
    expect(JSON.parse(text)).toMatchObject({ verdict: 'verified' });
  });

  it.each(['events run.json', 'events run.json --csv', 'run --rounds 3', 'stats run.json', '--help'])(
    'that is closed early ends %s quietly',
    async command => {
      const { code, stderr } = await pipe(`statescope ${command} | head -c 1 > /dev/null`);
      expect([code, stderr]).toEqual([0, '']);
    },
  );
});

describe('an agent', () => {
  it('is named by number, id or name in every command', async () => {
    const whole = JSON.parse(readFileSync(path('run.json'), 'utf8')) as { agents: { name: string }[] };
    const isUnique = whole.agents.filter(agent => agent.name === name).length === 1;
    expect(isUnique).toBe(true);
    for (const command of [
      (id: string) => ['history', path('run.json'), '--agent', id],
      (id: string) => ['why', path('run.json'), '--agent', id],
      (id: string) => ['stats', path('run.json'), '--agents', id],
      (id: string) => ['events', path('run.json'), '--agents', id, '--csv'],
    ]) {
      const [first, ...others] = await Promise.all(
        ['5', 'agent_005', name].map(id => inProcessInTurn(...command(id))),
      );
      expect(first.code).toBe(0);
      for (const other of others) expect(other.stdout).toBe(first.stdout);
    }
  });
});

let turn: Promise<unknown> = Promise.resolve();
function inProcessInTurn(...args: string[]): Promise<Outcome> {
  const result = turn.then(() => inProcess(...args));
  turn = result.catch(() => undefined);
  return result;
}

describe('--json', () => {
  const commands = (): readonly (readonly string[])[] => [
    [...RUN],
    ['compare', path('run.json'), path('run.ndjson')],
    ['compare', '--model', 'governed'],
    ['history', path('run.json'), '--agent', '5'],
    ['chart', 'social'],
    ['verify', path('run.json')],
    ['verify', path('run.json'), path('run.ndjson')],
    ['stats', path('run.json')],
    ['why', path('run.json'), '--agent', '5'],
    ['governance'],
    ['governance', '--rule', 'careful'],
    ['report', '--out', path('findings.html')],
    ['discover'],
    ['doctor'],
  ];

  it('prints one object, and nothing else', async () => {
    for (const command of commands()) {
      const { stdout, stderr, code } = await inProcess(...command, '--json');
      expect(code, `${command.join(' ')}: ${stderr}`).toBe(0);
      expect(typeof JSON.parse(stdout), command.join(' ')).toBe('object');
    }
    const worlds = await pipe('statescope worlds --worlds 2 --rounds 2 --agents 20 --network random --json');
    expect(JSON.parse(worlds.stdout)).toMatchObject({ worlds: 2 });
  });
});

describe('verify of a folder', () => {
  it('shows each file with its verdict, its first difference, and the copies', async () => {
    const students = path('students');
    mkdirSync(students);
    const file = (of: string) => join(students, of);
    copyFileSync(path('run.json'), file('ana.json'));
    copyFileSync(path('run.json'), file('ben.json'));
    copyFileSync(path('run.ndjson'), file('cem.ndjson'));
    await inProcess(...RUN, '--seed', '9', '--out', file('dora.json'));
    const forged = readFileSync(path('run.json'), 'utf8').replace(
      /"largest_cascade":\d+/,
      '"largest_cascade":99',
    );
    writeFileSync(file('eli.json'), forged);
    writeFileSync(file('fay.json'), '{"nodes": []}');
    const { code, stdout, stderr } = await inProcess('verify', students);
    expect(code).toBe(1);
    expect(stderr).toBe('statescope: 2 of 6 files are not what they say, or cannot be read\n');
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toMatch(/^ben\.json +verified +[0-9a-f]{8} a copy of ana\.json$/);
    expect(lines[2]).toMatch(/the same run as ana\.json$/);
    expect(lines[4]).toMatch(
      /^eli\.json +differs .*claims the hash of ana\.json; outcomes\.largest_cascade is 99/,
    );
    expect(lines[5]).toMatch(/^fay\.json +unreadable/);
    expect(JSON.parse(lines[6])).toMatchObject({
      ...{ verified: 4, differs: 1, unreadable: 1 },
      files: [
        ...[{ file: 'ana.json' }, { copy_of: 'ana.json' }, { same_run_as: 'ana.json' }, {}],
        ...[{ claims_hash_of: 'ana.json' }, {}],
      ],
    });
  });

  it('refuses one without documents', async () => {
    mkdirSync(path('empty'));
    expectLine(await inProcess('verify', path('empty')), 'holds no file that ends in .json or .ndjson');
  });
});

describe('doctor', () => {
  it('says what works, and what would', async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { code, stdout } = await inProcess(
      'doctor',
      '--port',
      String(port),
      '--redis',
      'redis://127.0.0.1:1',
    );
    server.close();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^node +works Node \d+/);
    const { findings } = last({ code, stdout, stderr: '' }) as {
      findings: { name: string; works: boolean; remedy: string | null }[];
    };
    const silent = createServer(socket => socket.end());
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const url = `redis://127.0.0.1:${(silent.address() as { port: number }).port}`;
    expect(last(await inProcess('doctor', '--redis', url))).toMatchObject({ findings: expect.any(Array) });
    silent.close();
    const found = (of: string) => findings.find(one => one.name === of);
    expect(found('port')).toMatchObject({ works: false, remedy: expect.stringContaining('--port') });
    expect(found('redis')).toMatchObject({ works: false, remedy: expect.any(String) });
    expect(found('node')).toMatchObject({ works: true, remedy: null });
  });
});

describe('completion', () => {
  it('completes commands and options in bash', async () => {
    const complete = (words: string, at: number) =>
      pipe(
        `source <(statescope completion bash); COMP_WORDS=(${words}); COMP_CWORD=${at}; _statescope; echo "\${COMPREPLY[@]}"`,
      );
    expect((await complete('statescope wo', 1)).stdout).toBe('worlds worker\n');
    expect((await complete('statescope verify --js', 2)).stdout).toBe('--json\n');
    expect((await complete('statescope run --oracle-', 2)).stdout).toBe('--oracle-url --oracle-model\n');
    expect((await complete('statescope run --model so', 3)).stdout).toBe('social\n');
    expect((await complete('statescope worlds --rounds 5 --network sma', 5)).stdout).toBe('small-world\n');
    expect((await complete('statescope chart social --to m', 4)).stdout).toBe('mermaid\n');
    expect((await complete('statescope verify --a', 2)).stdout).toBe('\n');
  });

  it.each(['zsh', 'fish'])('has a script for %s', async shell => {
    const { code, stdout } = await inProcess('completion', shell);
    expect(code).toBe(0);
    for (const word of ['worlds', 'oracle-model', 'json']) expect(stdout).toContain(word);
  });
});

describe('a typical mistake', () => {
  const run = () => path('run.json');
  const mistakes: readonly (readonly [args: () => readonly string[], words: string])[] = [
    [() => ['rnu'], 'unknown command'],
    [() => [], 'no command given'],
    [() => ['run', '--model', 'socail'], 'socail'],
    [() => ['run', '--network', 'congres'], 'congres'],
    [() => ['run', '--network', path('none.csv')], 'none.csv'],
    [() => ['run', '--agents', '1.5'], '--agents must be a whole number from 1, not 1.5'],
    [() => ['run', '--agents', '0'], '--agents must be a whole number from 1, not 0'],
    [() => ['run', '--rounds', 'ten'], 'ten'],
    [() => ['run', '--seed', '-1'], '--seed must be a whole number from 0, not -1'],
    [() => ['run', '--preset', 'real'], 'real'],
    [() => ['run', '--set', 'resharing'], 'resharing'],
    [() => ['run', '--set', 'postng=2'], 'did you mean "posting"?'],
    [() => ['run', '--set', 'posting=much'], 'much'],
    [() => ['run', '--set', 'posting=1@x'], 'posting=1@x: after @ stands a round'],
    [() => ['run', '--change-at', '5'], '"5" must read round:name:value'],
    [() => ['run', '--oracle', 'gpt'], 'gpt'],
    [() => ['run', '--oracle', 'ollama'], '--oracle-model'],
    [() => ['run', '--oracle-model', 'llama3.2'], '--oracle-model'],
    [() => ['run', '--temperature', '0.5'], '--temperature'],
    [() => ['run', '--resume', path('none.ckpt')], 'none.ckpt'],
    [() => ['worlds', '--worlds', '4', '--shard', '1/2'], '--shard is for --csv or --tables'],
    [() => ['help', 'foo'], "unknown command 'foo'"],
    [() => ['doctor', '--redis', 'foo'], 'foo'],
    [() => ['chart', path('bad.scxml')], `${path('bad.scxml')}, line 1`],
    [
      () => ['run', '--activity', '2'],
      "unknown option '--activity'; it is a parameter: --set activity=VALUE",
    ],
    [() => ['run', '--set', 'qqqqq=2'], 'run --model social --help lists them'],
    [() => ['run', '--resume', run()], 'run.json'],
    [() => ['run', '--out', path('no/run.json')], 'its folder does not exist'],
    [() => ['run', '--out', folder], 'it is a folder'],
    [() => ['run', '--outt', 'x'], '--outt'],
    [() => ['run', '--until', 'largest > 5'], 'largest'],
    [() => ['run', 'run.json'], 'it takes files by options, which statescope run --help lists'],
    [() => ['verify'], "'documents': a file, or - for standard input"],
    [() => ['verify', path('none.json')], 'there is no such file'],
    [() => ['verify', 'package.json'], 'package.json'],
    [() => ['history', run()], '--agent'],
    [() => ['history', run(), '--agent', '31'], '31'],
    [() => ['why', run()], 'why of what?'],
    [() => ['why', '--agent', '5'], 'give the document of a run'],
    [() => ['stats', run(), '--state', 'happy'], 'happy'],
    [() => ['events', run(), '--kinds', 'likes'], 'likes'],
    [() => ['worlds', '--worlds', '0'], '--worlds must be a whole number from 1 to 1000000, not 0'],
    [() => ['run', '--events', '-'], '--events cannot be -'],
    [() => ['run', '--out', '-', '--gexf', '-'], 'standard output takes one file, not --out and --gexf'],
    [() => ['stats', run(), '--csv', '-', '--json'], '--json takes standard output for one object'],
    [() => ['run', '--out', path('x'), '--events', path('x')], 'name the same file'],
    [() => ['governance', '--csv', '--json'], '--csv and --json'],
    [() => ['doctor', '--port', 'abc'], '--port must be a whole number'],
    [() => ['worlds', '--sweep', 'posting=1:2'], 'posting=1:2'],
    [() => ['chart', path('none.scxml')], 'none.scxml'],
    [() => ['completion', 'powershell'], 'powershell'],
    [() => ['worlds', '--shard', '5/3'], 'parts of 3 are 1/3 to 3/3'],
    [() => ['worlds', '--shard', 'five'], 'must read 3/16, not five'],
    [() => ['stats', run(), '--from', '30'], '--from 30 is not between -60 and 12'],
    [() => ['stats', run(), '--to', '30'], '--to 30 is not between -60 and 12'],
    [() => ['merge', path('none.csv'), '--csv', path('all.csv')], 'there is no such file'],
    [() => ['why', run(), '--agent', name.toLowerCase()], 'did you mean "'],
    [() => ['run', '--resume', run()], 'run --oracle replay --answers'],
  ];

  it.each(mistakes.map(([args, words], at) => [at + 1, words, args] as const))(
    'number %i is one line that has "%s", and code 2',
    async (_, words, args) => {
      expectLine(await inProcess(...args()), words);
    },
  );
});
