// npm run bench -- recorded [CASES] [MEGABYTES]: CPU seconds from files of traces to runs that are played to their end, beside
// what the XML parser or JSON.parse alone takes over the same text; the logs are made here. Prints JSON (docs/performance.md).
import { spawnSync } from 'node:child_process';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { SaxesParser } from 'saxes';

const SAMPLES = 3;
/** As many cases as a well-known public log of loan applications has, and about its events of a case. */
const CASES = 13_087;
const EVENTS = 20;
const MEGABYTES = 500;
const BEGIN = Date.UTC(2026, 0, 5);

/** Numbers below `most`, always the same ones. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return most => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** An event log with the attributes, resources and life cycle of a business process. */
function writeXes(path: string, cases: number): void {
  const below = numbers(1);
  const file = openSync(path, 'w');
  const attribute = (kind: string, key: string, value: string) =>
    `<${kind} key="${key}" value="${value}"/>\n`;
  writeSync(file, '<?xml version="1.0" encoding="UTF-8"?>\n<log xes.version="1.0">\n');
  for (let number = 1; number <= cases; number++) {
    let time = BEGIN + number * 400_000;
    const events: string[] = [];
    for (let i = below(2 * EVENTS - 3) + 2; i > 0; i--) {
      time += below(3_600_000);
      events.push(
        `<event>\n${attribute('string', 'org:resource', String(10_800 + below(60)))}${attribute('string', 'lifecycle:transition', 'COMPLETE')}${attribute('string', 'concept:name', `W_Activity number ${below(24)}`)}${attribute('date', 'time:timestamp', new Date(time).toISOString().replace('Z', '+00:00'))}</event>\n`,
      );
    }
    writeSync(
      file,
      `<trace>\n${attribute('string', 'concept:name', String(173_688 + number))}${attribute('string', 'AMOUNT_REQ', String(below(50_000)))}${events.join('')}</trace>\n`,
    );
  }
  writeSync(file, '</log>\n');
  closeSync(file);
}

/** Spans of agents by the GenAI conventions, an export of one trace a line, with prompts and results of a usual length. */
function writeSpans(path: string, megabytes: number): void {
  const below = numbers(2);
  const file = openSync(path, 'w');
  const words =
    'the agent looks at what it was given and writes down what it found in the files of the shop '.repeat(9);
  const attributes = (held: Readonly<Record<string, string | number>>) =>
    Object.entries(held).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }));
  for (let bytes = 0, trace = 1; bytes < megabytes * 1e6; trace++) {
    const traceId = trace.toString(16).padStart(32, '0');
    let time = BEGIN + trace * 1_000;
    let number = 0;
    const spans: unknown[] = [];
    const add = (name: string, parent: string, held: Readonly<Record<string, string | number>>): string => {
      const spanId = `${trace.toString(16).padStart(8, '0')}${(++number).toString(16).padStart(8, '0')}`;
      const [start, end] = [time, time + 1 + below(2_000)];
      time = end;
      spans.push({
        ...{ traceId, spanId, ...(parent !== '' && { parentSpanId: parent }), name, kind: 1, status: {} },
        ...{ startTimeUnixNano: `${start}000000`, endTimeUnixNano: `${end}000000` },
        attributes: attributes(held),
      });
      return spanId;
    };
    const agent = add('invoke_agent clerk', '', {
      ...{ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'clerk' },
    });
    for (let turn = below(8) + 2; turn > 0; turn--) {
      const tool = `tool_${below(12)}`;
      const id = `call_${number}`;
      const said = words.slice(0, 200 + below(600));
      add('chat m-1', agent, {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm-1' },
        ...{ 'gen_ai.usage.input_tokens': 400 + below(4_000), 'gen_ai.usage.output_tokens': 20 + below(200) },
        'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: said }] }]),
        'gen_ai.output.messages': JSON.stringify([
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', id, name: tool, arguments: { order: below(9_999) } }],
          },
        ]),
      });
      add(`execute_tool ${tool}`, agent, {
        ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'gen_ai.tool.call.id': id },
        'gen_ai.tool.call.arguments': JSON.stringify({ order: below(9_999) }),
        'gen_ai.tool.call.result': words.slice(0, 100 + below(300)),
      });
    }
    const line = `${JSON.stringify({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'bench' }, spans }] }] })}\n`;
    bytes += writeSync(file, line);
  }
  closeSync(file);
}

/** The parser alone, over the text of a file in the pieces in which it is read. */
async function parseXml(path: string): Promise<void> {
  const parser = new SaxesParser({ position: true });
  let attributes = 0;
  parser.on('opentag', tag => {
    attributes += Object.keys(tag.attributes).length;
  });
  for await (const text of createReadStream(path, 'utf8')) parser.write(text as string);
  parser.close();
  if (attributes === 0) throw new Error('no attribute was parsed');
}

async function parseLines(path: string): Promise<void> {
  let values = 0;
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') }))
    if (JSON.parse(line) !== null) values++;
  if (values === 0) throw new Error('no line was parsed');
}

/** A command, as from the command line. It is loaded here, or the parsers would be measured with it. */
async function command(...args: readonly string[]): Promise<void> {
  const { runCommandLine } = await import('../../src/cli/commandLine.ts');
  const code = await runCommandLine(args, pathToFileURL(`${process.cwd()}/public/`));
  if (code !== 0) throw new Error(`it ended with ${code}`);
}

const WAYS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  parseXml,
  parseLines,
  run: path => command('run', '--model', 'recorded', '--traces', path),
  discover: path => command('discover', '--traces', path),
};

/** One way in this process: its CPU seconds and its largest resident memory. */
async function measure(way: string, path: string): Promise<void> {
  const write = process.stdout.write;
  process.stdout.write = () => true;
  await WAYS[way](path);
  process.stdout.write = write;
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ cpu_s: (user + system) / 1e6, max_mb: maxRSS / 1024 }));
}

function sample(way: string, path: string): { readonly cpu_s: number; readonly max_mb: number } {
  process.stderr.write(`${way}\n`);
  const { stdout, status } = spawnSync(process.execPath, [process.argv[1], way, path], {
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  });
  if (status !== 0) throw new Error(`${way} failed`);
  return JSON.parse(stdout);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Ways of reading one file in turns: medians of each, and how many times the first one's CPU time. */
function compared(path: string, ways: readonly string[]) {
  const samples = Array.from({ length: SAMPLES }, () => ways.map(way => sample(way, path)));
  const of = (pick: 'cpu_s' | 'max_mb') => ways.map((_, i) => median(samples.map(row => row[i][pick])));
  const [cpu, memory] = [of('cpu_s'), of('max_mb')];
  return {
    megabytes: Math.round(statSync(path).size / 1e6),
    ways: ways.map((way, i) => ({
      ...{
        way,
        cpu_s: rounded(cpu[i]),
        max_mb: Math.round(memory[i]),
        times_parser: rounded(cpu[i] / cpu[0]),
      },
    })),
  };
}

async function main(cases = CASES, megabytes = MEGABYTES): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-recorded-'));
  try {
    const [xes, spans] = [join(folder, 'log.xes'), join(folder, 'spans.jsonl')];
    writeXes(xes, cases);
    writeSpans(spans, megabytes);
    const report = {
      ...{ node: process.version, xes: compared(xes, ['parseXml', 'run', 'discover']) },
      otlp: compared(spans, ['parseLines', 'run']),
    };
    console.log(JSON.stringify(report, null, 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [, , first, path] = process.argv;
if (path !== undefined && WAYS[first ?? ''] !== undefined) await measure(first, path);
else await main(...process.argv.slice(2).map(Number));
