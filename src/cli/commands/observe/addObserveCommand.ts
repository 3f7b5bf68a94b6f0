import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { createIntegerParser } from '../../options/optionNumbers.ts';
import { EVERY_ADDRESS, LOOPBACK_HOSTS, listenAt, waitForEndSignal } from '../../output/listenAt.ts';
import { answerReceiverRequest, ReportedCounts } from './answers.ts';
import { TraceStore } from './traceStore.ts';

const MEGABYTE = 1_000_000;

interface ObserveFlags {
  readonly port: number;
  readonly host: string;
  readonly keep: string;
  readonly most: number;
  readonly token?: string;
  /** True if the page is served as well. */
  readonly page: boolean;
}

/** Adds `observe`: receives the traces of agents while they run, keeps them, and serves a page that follows them. */
export function addObserveCommand(program: Command): void {
  program
    .command('observe')
    .description(
      'receive traces of running agents (OTLP/HTTP, JSON lines), keep them, and show them in the page',
    )
    .option(
      '--port <n>',
      'port, as exporters of OpenTelemetry have it',
      createIntegerParser('--port', 0, 65_535),
      4318,
    )
    .option('--host <address>', 'address to listen at; any but this machine’s own needs --token', '127.0.0.1')
    .option('--keep <folder>', 'folder for received data; an existing one is continued', 'statescope-traces')
    .option(
      '--most <MB>',
      'megabytes to store; the oldest files are deleted',
      createIntegerParser('--most', 1, 1_000_000),
      1000,
    )
    .option('--token <text>', 'what clients have to send as “Authorization: Bearer …”')
    .option('--no-page', 'receive alone: the page is neither built nor served')
    .action(runObserveCommand);
}

async function runObserveCommand(flags: ObserveFlags): Promise<void> {
  const { port, host, keep, most, token: given } = flags;
  const token = given ?? null;
  if (!LOOPBACK_HOSTS.includes(host) && token === null)
    throw new InputError(`--host ${host} can be reached from elsewhere: give a --token as well`);
  const inAll = most * MEGABYTE;
  const store = await TraceStore.open(keep, { inAll, file: Math.min(64 * MEGABYTE, Math.ceil(inAll / 4)) });
  let page = flags.page ? answerWhileStarting : answerNotFound;
  const told = new ReportedCounts(line => process.stdout.write(`${line}\n`));
  const server = createServer(async (request, response) => {
    if (!(await answerReceiverRequest(request, response, { store, token, told }))) page(request, response);
  });
  const at = await listenAt(server, port, host);
  process.stdout.write(
    `receives traces at http://${at}/v1/traces, /v1/logs and /events, and keeps them in ${join(keep, '')}\n`,
  );
  // Requests are accepted while the page is still being built.
  if (flags.page)
    page = await startObservePage(
      at,
      LOOPBACK_HOSTS.includes(host) ? null : EVERY_ADDRESS.includes(host) ? '*' : host,
      token,
    );
  await waitForEndSignal();
  server.closeAllConnections();
  server.close();
  await store.close();
}

const answerWhileStarting: Answers = (_, response) => {
  response.writeHead(503, { 'content-type': 'text/plain' }).end('The page is still being built.\n');
};

/** Exporters that send to another path are not to try again. */
const answerNotFound: Answers = (_, response) => {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('No page is served here.\n');
};

/** Builds the page and prints its address; if it cannot be built, traces are received all the same. */
async function startObservePage(at: string, host: string | null, token: string | null): Promise<Answers> {
  const secret = token === null ? '' : `=${encodeURIComponent(token)}`;
  try {
    const page = await createPageHandler(host);
    process.stdout.write(`the page that follows them: http://${at}/#observed${secret} (Ctrl+C ends it)\n`);
    return page;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`${error.message}; traces are received all the same\n`);
    return answerNotFound;
  }
}

/** Answers a request by a file of the page. */
type Answers = (request: IncomingMessage, response: ServerResponse) => void;

interface Scripts {
  ensureBuilt(): Promise<void>;
  responder(options: { readonly host: string | null }): Answers;
}

const importPageScript = async (name: string): Promise<Partial<Scripts>> =>
  import(/* @vite-ignore */ new URL(`../../scripts/${name}`, import.meta.url).href);

/**
 * The page as `npm start` serves it, built if it is missing.
 * @param host allowed host name in addition to this machine’s own; '*': any
 */
async function createPageHandler(host: string | null): Promise<Answers> {
  const [{ ensureBuilt }, { responder }] = await Promise.all([
    importPageScript('build.mjs'),
    importPageScript('serve.mjs'),
  ]);
  if (ensureBuilt === undefined || responder === undefined) throw new Error('the page’s scripts are missing');
  await ensureBuilt().catch((error: Error) => {
    throw new InputError(`the page cannot be built: ${error.message}`);
  });
  return responder({ host });
}
