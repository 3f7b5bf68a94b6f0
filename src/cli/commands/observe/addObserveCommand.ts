import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Command } from 'commander';
import { cleanTextLine } from '../../../engine/core/cleanTextLine.ts';
import { InputError } from '../../../engine/core/errors.ts';
import { PRESET_RULES } from '../../../engine/rules/presetRules.ts';
import { createIntegerParser } from '../../options/optionNumbers.ts';
import { EVERY_ADDRESS, LOOPBACK_HOSTS, listenAt, waitForEndSignal } from '../../output/listenAt.ts';
import { type Answers, importPageScript } from '../importPageScript.ts';
import { AlarmWatch } from './alarms/alarmWatch.ts';
import { sendAlarm } from './alarms/sendAlarm.ts';
import { checkAccessToken } from './receiving/accessToken.ts';
import { answerReceiverRequest, ReportedCounts } from './receiving/answers.ts';
import { BodyBudget } from './receiving/bodyBudget.ts';
import { TelemetryDecoder } from './receiving/telemetryDecoder.ts';
import { TraceStore } from './traceStore.ts';

const MEGABYTE = 1_000_000;
/** Bytes of what is kept already that alarms know. */
const MAX_FORMER_BYTES = 32 * MEGABYTE;
/** Characters of a case's id in a line. */
const MAX_CASE_LENGTH = 80;

interface ObserveFlags {
  readonly port: number;
  readonly host: string;
  readonly keep: string;
  readonly most: number;
  readonly token?: string;
  readonly alarmUrl?: string;
  readonly alarmCommand?: string;
  readonly alarmRule: readonly string[];
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
    .option(
      '--alarm-url <url>',
      'address that gets a JSON POST when a rule holds in a live case, once a case and rule',
    )
    .option('--alarm-command <cmd>', 'command that gets the same JSON on its standard input')
    .option('--alarm-rule <ids>', 'rules for alarms, as governance calls them, with commas', parseRuleIds, [
      'careful',
    ])
    .option('--no-page', 'receive alone: the page is neither built nor served')
    .action(runObserveCommand);
}

async function runObserveCommand(flags: ObserveFlags): Promise<void> {
  const { port, host, keep, most, token: given, alarmUrl, alarmCommand } = flags;
  if (alarmUrl !== undefined && !/^https?:$/.test(URL.canParse(alarmUrl) ? new URL(alarmUrl).protocol : ''))
    throw new InputError(`--alarm-url must be an address such as https://example.org/hook, not ${alarmUrl}`);
  const token = given === undefined ? null : checkAccessToken(given);
  if (!LOOPBACK_HOSTS.includes(host) && token === null)
    throw new InputError(`--host ${host} can be reached from elsewhere: give a --token as well`);
  const inAll = most * MEGABYTE;
  const store = await TraceStore.open(keep, { inAll, file: Math.min(64 * MEGABYTE, Math.ceil(inAll / 4)) });
  let page = flags.page ? answerWhileStarting : answerNotFound;
  const report = new ReportedCounts(line => process.stdout.write(`${line}\n`));
  const alarms =
    alarmUrl === undefined && alarmCommand === undefined ? null : await startAlarmWatch(store, flags);
  const onStored = (lines: readonly string[]) => alarms?.take(lines);
  const decoder = new TelemetryDecoder();
  const receiver = { store, token, counts: report, onStored, bodies: new BodyBudget(), decoder };
  const server = createServer(async (request, response) => {
    if (!(await answerReceiverRequest(request, response, receiver))) page(request, response);
  });
  const at = await listenAt(server, port, host);
  process.stdout.write(
    `receives traces at http://${at}/v1/traces, /v1/logs and /events, and saves them in ${join(keep, '')}\n`,
  );
  if (token !== null)
    process.stdout.write('it answers under any name of this machine, to requests with the token alone\n');
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
  await alarms?.settle();
  await decoder.close();
  await store.close();
}

/** Rules by their ids. @throws InputError for an unknown one */
function parseRuleIds(text: string): readonly string[] {
  const ids = text.split(',').map(id => id.trim());
  const known = PRESET_RULES.map(({ id }) => id);
  const unknown = ids.find(id => !known.includes(id));
  if (unknown !== undefined)
    throw new InputError(`--alarm-rule: no rule is called “${unknown}”; there are ${known.join(', ')}`);
  return ids;
}

/** A watch over what comes from now on; what is kept already raises no alarm. */
async function startAlarmWatch(
  store: TraceStore,
  { alarmUrl, alarmCommand, alarmRule }: ObserveFlags,
): Promise<AlarmWatch> {
  const targets = {
    ...(alarmUrl !== undefined && { url: alarmUrl }),
    ...(alarmCommand !== undefined && { command: alarmCommand }),
  };
  const watch = new AlarmWatch({
    rules: alarmRule,
    async raise(alarm) {
      process.stdout.write(
        `alarm: ${cleanTextLine(alarm.case, MAX_CASE_LENGTH)}, step ${alarm.step}: ${alarm.reason} (${alarm.rule})\n`,
      );
      await sendAlarm(targets, alarm);
    },
    noteFault: message => void process.stderr.write(`${message}\n`),
  });
  await watch.begin(await store.readLastLines(MAX_FORMER_BYTES));
  return watch;
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

/**
 * The page as `npm start` serves it, built if it is missing.
 * @param host allowed host name in addition to this machine’s own; '*': any
 */
async function createPageHandler(host: string | null): Promise<Answers> {
  const [{ ensureBuilt }, { responder }] = await Promise.all([
    importPageScript('page'),
    importPageScript('serve'),
  ]);
  await ensureBuilt().catch((error: Error) => {
    throw new InputError(`the page cannot be built: ${error.message}`);
  });
  return responder({ host });
}
