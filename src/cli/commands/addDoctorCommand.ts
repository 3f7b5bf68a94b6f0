import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Command } from 'commander';
import { ENGINE_VERSION } from '../../engine/core/version.ts';
import { createRemoteDefaults } from '../../engine/oracle/oracleSetup.ts';
import { createIntegerParser } from '../options/optionNumbers.ts';
import { formatAlignedRow } from '../output/formatAlignedRow.ts';
import { printLine, printResult } from '../output/standardOutput.ts';
import { PAGE_PORT } from './importPageScript.ts';
import { parseQueueAddress } from './worlds/queue/parseQueueAddress.ts';

/** Milliseconds that a server has to answer. */
const PATIENCE = 1_500;
const BROWSERS = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'firefox', 'microsoft-edge'],
  ...['chrome.exe', 'msedge.exe', 'firefox.exe', 'open', 'xdg-open'],
];

/** One finding: whether something works here, and what would make it work. */
interface Finding {
  readonly name: string;
  readonly works: boolean;
  readonly found: string;
  /** Advice for one that does not; null for one that does. */
  readonly remedy: string | null;
}

/** Adds `doctor`: what works on this machine, and what would. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('report what works on this machine, and what would: Node, browser, port, Ollama, Redis')
    .option('--redis <url>', 'the queue to look for', 'redis://127.0.0.1:6379')
    .option('--port <n>', 'port of the page', createIntegerParser('--port', 1, 65_535), PAGE_PORT)
    .allowExcessArguments(false)
    .exitOverride()
    .action(async ({ redis, port }: { readonly redis: string; readonly port: number }) => {
      parseQueueAddress(redis);
      const findings = [
        checkNode(),
        checkMemory(),
        checkBrowser(),
        await checkPort(port),
        await checkOllama(),
        checkKey(),
        await checkRedis(redis),
      ];
      for (const { name, works, found, remedy } of findings)
        printLine(
          `${formatAlignedRow([9, 5], [name, works ? 'works' : 'no'])} ${found}${remedy === null ? '' : `; ${remedy}`}`,
        );
      printResult({ version: ENGINE_VERSION, findings });
    });
}

function checkNode(): Finding {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const works = major > 20 || (major === 20 && minor >= 19);
  return {
    ...{ name: 'node', works, found: `Node ${process.versions.node}` },
    remedy: works ? null : 'Statescope needs 20.19 or later',
  };
}

function checkMemory(): Finding {
  const gigabytes = totalmem() / 1e9;
  const works = gigabytes >= 4;
  const cores = availableParallelism();
  return {
    ...{ name: 'machine', works, found: `${cores} cores, ${gigabytes.toFixed(1)} GB of memory` },
    remedy: works ? null : 'runs of a hundred thousand agents want 4 GB',
  };
}

function checkBrowser(): Finding {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const there = BROWSERS.filter(name => folders.some(folder => existsSync(join(folder, name))));
  const works = there.length > 0 || process.platform === 'win32';
  return {
    ...{ name: 'browser', works, found: works ? there.join(', ') || 'of Windows' : 'none in the path' },
    remedy: works ? null : 'the page’s address can be opened by hand, in any browser of 2022 or later',
  };
}

async function checkPort(port: number): Promise<Finding> {
  const isTaken = (await answers('127.0.0.1', port)) || (await answers('::1', port));
  return {
    ...{ name: 'port', works: !isTaken, found: `${port} is ${isTaken ? 'in use' : 'free'}` },
    remedy: isTaken ? 'choose another one: statescope page --port 4174' : null,
  };
}

async function checkOllama(): Promise<Finding> {
  const [url] = createRemoteDefaults('ollama').urls;
  const name = 'ollama';
  try {
    const response = await fetch(new URL('/api/tags', url), { signal: AbortSignal.timeout(PATIENCE) });
    const { models = [] } = (await response.json()) as { models?: readonly { name: string }[] };
    const names = models.map(model => model.name);
    const works = names.length > 0;
    const found = works ? `${url} has ${names.slice(0, 5).join(', ')}` : `${url} answers, without a model`;
    return { name, works, found, remedy: works ? null : 'ollama pull llama3.2' };
  } catch {
    return {
      ...{ name, works: false, found: `nothing answers at ${url}` },
      remedy: 'install it from its site and start it with ollama serve, for --oracle ollama',
    };
  }
}

function checkKey(): Finding {
  const works = Boolean(process.env.STATESCOPE_API_KEY);
  return {
    ...{ name: 'key', works, found: `STATESCOPE_API_KEY is ${works ? 'set' : 'not set'}` },
    remedy: works ? null : 'servers that want a key, for --oracle openai, read it from there',
  };
}

async function checkRedis(address: string): Promise<Finding> {
  const name = 'redis';
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === '')
    return {
      ...{ name, works: false, found: `${address} is not an address` },
      remedy: 'such as redis://host:6379',
    };
  const works = await answers(
    url.hostname.replace(/^\[|\]$/g, ''),
    Number(url.port || 6379),
    'PING\r\n',
    /PONG|NOAUTH/,
  );
  return {
    ...{ name, works, found: `${works ? 'a queue answers' : 'nothing answers'} at ${url.host}` },
    remedy: works ? null : 'worlds --queue wants Redis or Valkey; without it this machine’s threads play',
  };
}

/** True if something takes connections at an address and, if it is asked, answers as expected. */
function answers(host: string, port: number, question?: string, expected = /./): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: PATIENCE });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => (question === undefined ? end(true) : socket.write(question)));
    socket.on('data', data => end(expected.test(data.toString('latin1'))));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
    socket.on('timeout', () => end(false));
  });
}
