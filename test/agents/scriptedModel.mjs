// A scripted model behind the protocols of all coding agents, on this machine alone.
import { createServer } from 'node:http';
import * as zlib from 'node:zlib';
import { findDialect, isStreamed } from './dialects.mjs';

/** Names that agents give their shell. */
const SHELLS = ['Bash', 'bash', 'run_shell_command', 'exec_command', 'shell_command', 'shell'];
/** Beginnings of the guard's texts. */
const ADVICE = 'You are repeating yourself';
const STOP = 'Stopped: ';
const COMMAND_PARAMETERS = ['command', 'cmd'];

/** The record of a play. */
const createRecord = () => ({
  /** Calls that the model asked for. */
  made: 0,
  /** Calls that it had asked for when it first saw advice, and when it first saw that it was stopped; null for never. */
  advisedAfter: null,
  stoppedAfter: null,
  /** True if it said that it is done. */
  isDone: false,
  /** Requests for something else than an answer. */
  others: [],
});

/**
 * Starts the model on a free port.
 * @returns address, and `play`, which sets the next script and returns the record of its play. A script chooses, by a
 * request as `dialects.mjs` reads it and `isAdvised`, the shell command to call for, or null to be done.
 */
export async function startScriptedModel() {
  let chooseCommand = () => null;
  let record = createRecord();
  let answers = 0;
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    try {
      answer(request, Buffer.concat(pieces), response);
    } catch (error) {
      record.others.push(`${request.url}: ${error.message}`);
      response.writeHead(500).end();
    }
  });
  const answer = ({ method, url, headers }, packed, response) => {
    const path = url.split('?')[0];
    const dialect = method === 'POST' ? findDialect(path) : undefined;
    if (dialect === undefined) {
      record.others.push(`${method} ${path}`);
      return answerOther(path, response);
    }
    const body = JSON.parse(unpack(packed, headers['content-encoding']).toString());
    const read = dialect.read(body);
    const asked = { ...read, isAdvised: read.text.includes(ADVICE) };
    const shell = SHELLS.find(name => name in asked.tools);
    // Titles and the like are asked for without tools.
    const command = shell === undefined ? null : chooseCommand(asked);
    if (shell !== undefined) noteRequest(record, asked, command);
    const choice =
      command === null
        ? { text: 'Done.' }
        : { tool: shell, args: fillArguments(asked.tools[shell], command) };
    send(response, dialect.write(body, `${++answers}`, choice), isStreamed(path, body));
  };
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    play(script) {
      chooseCommand = script;
      record = createRecord();
      return record;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function noteRequest(record, { calls, text, isAdvised }, command) {
  if (isAdvised) record.advisedAfter ??= calls.length;
  if (text.includes(STOP)) record.stoppedAfter ??= calls.length;
  record.made = calls.length + (command === null ? 0 : 1);
  record.isDone = command === null;
}

/** Arguments for a shell: the command, and something for all else that its schema requires. */
function fillArguments({ properties = {}, required = [] }, command) {
  const name = COMMAND_PARAMETERS.find(one => one in properties) ?? 'command';
  const isList = properties[name]?.type === 'array';
  const others = required
    .filter(one => one !== name)
    .map(one => [
      one,
      properties[one]?.type === 'boolean' ? false : properties[one]?.type === 'string' ? 'check' : 0,
    ]);
  return { [name]: isList ? ['sh', '-c', command] : command, ...Object.fromEntries(others) };
}

function unpack(body, encoding) {
  if (encoding === 'gzip') return zlib.gunzipSync(body);
  return encoding === 'zstd' ? zlib.zstdDecompressSync(body) : body;
}

function answerOther(path, response) {
  const known = path.endsWith('/models')
    ? { object: 'list', data: [{ id: 'mock-1', object: 'model', owned_by: 'mock' }], models: [] }
    : path.endsWith('count_tokens')
      ? { input_tokens: 100 }
      : path.endsWith(':countTokens')
        ? { totalTokens: 100 }
        : null;
  response.writeHead(known === null ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(known ?? { error: { message: 'not here' } }));
}

function send(response, { json, events, isNamed = false }, streams) {
  if (!streams && json !== undefined) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    response.write(`${isNamed ? `event: ${event.type}\n` : ''}data: ${data}\n\n`);
  }
  response.end();
}
