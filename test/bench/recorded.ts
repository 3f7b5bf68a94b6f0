// npm run bench -- recorded [PART] [SAMPLES] [CASES] [MB]: what reading large logs costs beside their parsers alone (docs/performance.md).
// PART of xes, otlp, csv, or "all"; smaller CASES and MB for a quick look. Each sample in a fresh process, in turns; CPU time.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvLog, type MadeLog, otlpLog, written, xesLog } from './recorded/logs.ts';
import { WAYS } from './recorded/ways.ts';

/** Memory of a process in which a log is read, MB: what a user's machine has for it. */
const HEAP = 4000;

interface Part {
  readonly name: string;
  readonly log: MadeLog;
  /** Ways of `WAYS`; the first is the parser alone. */
  readonly ways: readonly string[];
}

interface Sample {
  readonly count: number;
  readonly cpu_s: number;
  readonly peak_mb: number;
}

const partsFor = (cases: number, megabytes: number): readonly Part[] => [
  { name: 'xes', log: xesLog(cases, 20), ways: ['xml', 'reader', 'run', 'played', 'discover'] },
  { name: 'otlp', log: otlpLog(megabytes * 1e6, true), ways: ['json', 'reader', 'run'] },
  { name: 'otlp', log: otlpLog(megabytes * 1e6, false), ways: ['json', 'reader', 'run'] },
  { name: 'csv', log: csvLog(Math.ceil((cases * 10) / 13), 50), ways: ['csv', 'reader', 'run'] },
];

/** One sample, in this process. */
async function measured(way: string, path: string): Promise<Sample> {
  const before = process.cpuUsage();
  const count = await WAYS[way](path);
  const { user, system } = process.cpuUsage(before);
  const { maxRSS } = process.resourceUsage();
  return { count, cpu_s: (user + system) / 1e6, peak_mb: maxRSS / 1024 };
}

/** One sample, in a process of its own. */
function sampled(way: string, path: string): Sample {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, process.argv[1], 'sample', way, path],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${way} failed: ${stderr}`);
  return JSON.parse(stdout) as Sample;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];
const rounded = (value: number): number => Math.round(value * 100) / 100;

function tableOf({ log, ways }: Part, samples: number, folder: string) {
  const path = join(folder, log.name);
  const bytes = written(path, log);
  const found = new Map<string, Sample[]>(ways.map(way => [way, []]));
  for (let sample = 0; sample < samples; sample++)
    for (const way of ways) found.get(way)?.push(sampled(way, path));
  const cpuOf = (way: string) => median((found.get(way) ?? []).map(({ cpu_s }) => cpu_s));
  const rows = ways.map(way => ({
    way,
    count: found.get(way)?.[0].count,
    cpu_s: rounded(cpuOf(way)),
    times_parser: rounded(cpuOf(way) / cpuOf(ways[0])),
    peak_mb: Math.round(median((found.get(way) ?? []).map(({ peak_mb }) => peak_mb))),
  }));
  rmSync(path);
  return { file: log.name, mb: rounded(bytes / 1e6), rows };
}

async function main(): Promise<void> {
  const [wanted = 'all', ...rest] = process.argv.slice(2);
  if (wanted === 'sample') {
    console.log(JSON.stringify(await measured(rest[0], rest[1])));
    return;
  }
  const [samples = 3, cases = 13_000, megabytes = 500] = rest.map(Number);
  const folder = mkdtempSync(join(tmpdir(), 'statescope-bench-'));
  try {
    for (const part of partsFor(cases, megabytes))
      if (wanted === 'all' || wanted === part.name)
        console.log(JSON.stringify(tableOf(part, samples, folder), null, 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
