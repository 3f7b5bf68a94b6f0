import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { noteGuardFault } from '../../guard/noteGuardFault.ts';
import { createGuardProxy, SESSION_HEADER } from '../../guard/proxy/createGuardProxy.ts';
import { createSessionReporter } from '../../guard/reporting/createSessionReporter.ts';
import { readReportTarget } from '../../guard/reporting/readReportTarget.ts';
import { createIntegerParser } from '../../options/optionNumbers.ts';
import { LOOPBACK_HOSTS, listenAt, waitForEndSignal } from '../../output/listenAt.ts';
import { OBSERVE_OPTION } from './observeOption.ts';
import { readPolicyFile } from './readPolicyFile.ts';

/** Milliseconds that a report may take; nobody waits for it. */
const REPORT_PATIENCE = 2_000;

interface GuardProxyFlags {
  readonly upstream: string;
  readonly port: number;
  readonly host: string;
  readonly observe?: string;
}

/** Adds `guard proxy`: governs any agent by standing between it and its language model. */
export function addGuardProxyCommand(guard: Command): void {
  guard
    .command('proxy')
    .description(
      'stand between agents and their language model (chat completions, responses, messages): append the agent’s state to the prompt, and answer in the model’s place once a session is stopped',
    )
    .argument('[policy]', 'the policy’s file, as guard init wrote it', 'guard/policy.json')
    .requiredOption('--upstream <url>', 'base URL of the model’s server, such as https://api.openai.com')
    .option('--port <n>', 'port', createIntegerParser('--port', 0, 65_535), 8787)
    .option(
      '--host <address>',
      'address to listen at; any but this machine’s own lets others use it',
      '127.0.0.1',
    )
    .option(...OBSERVE_OPTION)
    .action(runGuardProxy);
}

async function runGuardProxy(
  path: string,
  { upstream, port, host, observe }: GuardProxyFlags,
): Promise<void> {
  const folder = dirname(resolve(path));
  const policy = readPolicyFile(path);
  const sessions = join(folder, 'sessions');
  const noteFault = (message: string) => noteGuardFault(folder, 'proxy', message);
  const target = readReportTarget(observe, process.env);
  const reporter =
    target &&
    createSessionReporter({ ...{ folder: sessions, target, noteFault }, patience: REPORT_PATIENCE });
  const server = createGuardProxy({
    ...{ upstream: parseUpstream(upstream), policy, sessions, noteFault },
    ...(reporter !== null && { onNews: session => reporter.report(session) }),
  });
  const at = await listenAt(server, port, host);
  const { origin } = new URL(upstream);
  process.stdout.write(
    `guards http://${at} → ${origin} by ${policy.name}; sessions are known by the header ${SESSION_HEADER}, else by how they begin (Ctrl+C ends it)\n`,
  );
  if (target !== null)
    process.stdout.write(
      `reports to ${target.url.href}${target.getsContents ? '' : ', without the arguments of calls'}\n`,
    );
  if (!LOOPBACK_HOSTS.includes(host))
    process.stderr.write(`http://${at} can be reached from elsewhere, with the keys of whoever asks\n`);
  await waitForEndSignal();
  server.closeAllConnections();
  server.close();
  await reporter?.settle();
}

/** @throws InputError for what is not an address of a server */
function parseUpstream(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  } catch {
    // Said below.
  }
  throw new InputError(`--upstream must be an address such as https://api.openai.com, not ${text}`);
}
