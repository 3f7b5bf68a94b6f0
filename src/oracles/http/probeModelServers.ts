import type { Answer, ChoiceQuestion } from '../../engine/oracle/oracle.ts';
import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { AskingSetup, RemoteSetup } from '../../engine/oracle/oracleSetup.ts';
import { truncateRecordText } from '../client/answerFields.ts';
import type { Environment } from '../client/environment.ts';
import { maskServerKey, type Server, ServerFailure, sendHttpRequest } from '../client/http.ts';
import {
  createTimeoutReason,
  followAbortSignal,
  isTimeoutReason,
  raceWithAbort,
} from '../client/limits/withCallDeadline.ts';
import { formatFailureReason, isTransientFailure } from '../client/limits/withCallRetries.ts';
import { createAnswerAttempt } from '../client/pipeline.ts';
import type { Backend, ListedModel, Probe, Speaker } from '../client/sharedPlaces.ts';
import { createRequestMapper } from '../client/wanted.ts';
import { getServerBackend } from './serverBackends.ts';
import { isLocalNetworkUrl, isLoopbackUrl } from './urls.ts';

/** Milliseconds for one server. A model that must be loaded first can take longer. */
const PROBE_DEADLINE_MS = 10_000;
/** Milliseconds that a server has once another one has answered, so that one which hangs does not hold up all. */
const GRACE = 30_000;
/** Longest version or digest that is kept. */
const MAX_VERSION_LENGTH = 80;
/**
 * Statuses of a missing list of models: without one, or with one that is too long, a server can still answer.
 */
const NO_LIST: readonly number[] = [404, 405, 501];

interface ProbeOptions {
  /** Milliseconds that each server may take, from first to last. */
  readonly patience?: number;
  /** True if a question is asked; without one it is quick, and `letters` is the assumption of the set-up. */
  readonly question?: boolean;
}

type Finding = ServerReport extends infer R ? (R extends ServerReport ? Omit<R, 'url'> : never) : never;

/** Tests all servers of a set-up at once, with one real question each. Rejects only when aborted. */
export function probeModelServers(
  setup: RemoteSetup,
  key: string | null,
  environment: Environment,
  signal: AbortSignal,
  { patience = PROBE_DEADLINE_MS, question = true }: ProbeOptions = {},
): Promise<readonly ServerReport[]> {
  const { model, urls } = setup;
  const server = (url: string): Server => ({ url, key, model });
  const connection: HttpConnection = { backend: getServerBackend(setup.kind), environment, server };
  const until = environment.now() + patience;
  const answered = new AbortController();
  return Promise.all(
    urls.map(async url => {
      const limits = { patience, answered: answered.signal };
      const found = await runWithinPatience(environment, limits, signal, own =>
        probeTrialServer(
          { connection, server: server(url), signal: own, until },
          question ? null : getBelievedAbilities(setup),
        ),
      ).catch(error => reportProbeFailure(error, server(url), environment, signal, limits));
      if (found.kind === 'answers') answered.abort();
      return { url, ...found } as ServerReport;
    }),
  );
}

/** Time limits for one server. */
interface Patience {
  readonly patience: number;
  /** Aborted once another server has answered. */
  readonly answered: AbortSignal;
}

/** Letters only if every server that answers gives them; texts need JSON. */
export function chooseDecisionForm(
  setup: Pick<AskingSetup, 'form' | 'texts'>,
  reports: readonly ServerReport[],
): 'letter' | 'json' {
  if (setup.form !== 'auto') return setup.form;
  const answering = reports.filter(report => report.kind === 'answers');
  return !setup.texts && answering.length > 0 && answering.every(report => report.letters)
    ? 'letter'
    : 'json';
}

/** `work`, aborted when it takes longer. */
async function runWithinPatience<T>(
  environment: Environment,
  { patience, answered }: Patience,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = followAbortSignal(signal);
  const clock = followAbortSignal(signal);
  const endAfter = (milliseconds: number) =>
    environment.wait(milliseconds, clock.signal).then(
      () => own.abort(createTimeoutReason()),
      () => {},
    );
  const hurry = () => void endAfter(GRACE);
  void endAfter(patience);
  answered.addEventListener('abort', hurry, { once: true });
  try {
    return await raceWithAbort(work(own.signal), own.signal);
  } finally {
    answered.removeEventListener('abort', hurry);
    clock.abort();
    clock.release();
    own.abort();
    own.release();
  }
}

const getBelievedAbilities = ({ form }: RemoteSetup): Tested => ({
  milliseconds: 0,
  letters: form === 'letter',
  thinking: false,
});

async function probeTrialServer(trial: Trial, belief: Tested | null): Promise<Finding> {
  const { connection, server, signal } = trial;
  const { backend, environment } = connection;
  const look: Probe = async (path, body) =>
    (await sendHttpRequest(environment, { server, path, signal, ...(body && { body }) })).text;
  const models = await loadServerModels(trial, look);
  if (models === null)
    return { kind: 'other', message: `it does not list its models as ${backend.source} does` };
  const names = models.map(({ name }) => name);
  const mine = models.find(({ name }) => backend.sameModel(name, server.model));
  if (server.model === '' || (mine === undefined && models.length > 0))
    return { kind: 'model', models: names };
  const [version, thinks, tested] = await Promise.all([
    backend.version(look).catch(() => null),
    backend.thinks(look, server.model).catch(() => false),
    belief ?? askTestQuestion(trial).catch(toNullWhenMissing),
  ]);
  if (tested === null && mine !== undefined) return { kind: 'other', message: NO_CHAT };
  if (tested === null) return { kind: 'model', models: names };
  const { milliseconds, letters, thinking } = tested;
  return {
    kind: 'answers',
    milliseconds,
    version: version && truncateRecordText(version, MAX_VERSION_LENGTH),
    digest: mine?.digest ? truncateRecordText(mine.digest, MAX_VERSION_LENGTH) : null,
    models: names,
    letters,
    thinking: thinking || thinks,
  };
}

const NO_CHAT = 'it lists the model but has no chat of this kind; it may be the other kind of server';

/** Null if the server has no such model; other failures are rethrown. */
function toNullWhenMissing(error: unknown): null {
  if (error instanceof ServerFailure && error.status === 404) return null;
  throw error;
}

async function loadServerModels(trial: Trial, look: Probe): Promise<readonly ListedModel[] | null> {
  const { connection, signal } = trial;
  const { backend } = connection;
  try {
    return backend.readModels(
      await retryWhileServerBusy(() => look(backend.modelsPath), connection.environment, 1, trial),
    );
  } catch (error) {
    signal.throwIfAborted();
    const tolerable = backend.mayLackModels && error instanceof ServerFailure;
    if (tolerable && (error.kind === 'size' || NO_LIST.includes(error.status ?? 0))) return [];
    throw error;
  }
}

/** The report for a failure on the way. */
async function reportProbeFailure(
  error: unknown,
  { url }: Server,
  environment: Environment,
  signal: AbortSignal,
  { patience, answered }: Patience,
): Promise<Finding> {
  signal.throwIfAborted();
  const late = isTimeoutReason(error);
  if (!late && !(error instanceof ServerFailure)) throw error;
  if (error instanceof ServerFailure && error.kind !== 'network') {
    if (error.status === 401 || error.status === 403) return { kind: 'key' };
    const message = formatFailureReason(error, 1);
    const { retryAfter } = error;
    return isServerBusy(error)
      ? { kind: 'busy', message, seconds: retryAfter === null ? null : retryAfter / 1000 }
      : { kind: 'other', message };
  }
  const refusal = await findRefusalReason(url, environment, signal);
  // A slow server does listen; the only other reason is an open permission prompt.
  if (!late || refusal.kind === 'permission') return refusal;
  const isHurried = answered.aborted && patience > GRACE;
  const most = isHurried ? `${GRACE / 1000} s after another server’s` : `${patience / 1000} s`;
  return { kind: 'other', message: `no answer within ${most}; the model may still be loading` };
}

/** Milliseconds to wait; a server that listens refuses at once. */
const REFUSAL_PATIENCE = 3_000;

/** Reason why nothing came from a base URL. */
type ServerRefusal =
  | { readonly kind: 'silent' }
  | { readonly kind: 'origin'; readonly origin: string }
  | { readonly kind: 'permission'; readonly denied: boolean };

/**
 * Finds the reason for a refusal. To a page all refusals look alike, so it looks again in two ways: at the
 * permission for the local network, and with a request whose reply it may not read. Rejects only when
 * aborted.
 */
async function findRefusalReason(
  url: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<ServerRefusal> {
  const { origin } = environment;
  if (origin === null) return { kind: 'silent' };
  if (isLocalNetworkUrl(url) && !isLoopbackUrl(origin)) {
    const state = await raceWithAbort(environment.localNetwork(), signal);
    if (state === 'denied' || state === 'prompt') return { kind: 'permission', denied: state === 'denied' };
  }
  return (await checkServerListens(url, environment, signal))
    ? { kind: 'origin', origin }
    : { kind: 'silent' };
}

async function checkServerListens(
  url: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<boolean> {
  const own = followAbortSignal(signal);
  environment.wait(REFUSAL_PATIENCE, own.signal).then(
    () => own.abort(createTimeoutReason()),
    () => {},
  );
  const init: RequestInit = {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: own.signal,
  };
  try {
    await raceWithAbort(environment.fetch(url, init), own.signal);
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    own.abort();
    own.release();
  }
}

/** Tries with a failing server. */
const TRIES = 3;

/** One small choice; its content does not matter. */
const QUESTION: ChoiceQuestion = {
  kind: 'choice',
  agent: 0,
  tick: 0,
  options: [
    { action: 'ignore', nextState: 'scrolling', meaning: 'ignore it', writes: false },
    { action: 'like', nextState: 'engaging_like', meaning: 'like it', writes: false },
  ],
  rules: 'You decide what one person does about a post.',
  situation: 'Post: "Good morning!"',
  rotation: 0,
  kin: null,
};

/** One server under test. */
interface Trial {
  readonly connection: HttpConnection;
  readonly server: Server;
  readonly signal: AbortSignal;
  /** The time at which it is given up. */
  readonly until: number;
}

/** Result of the trial question: the answer's milliseconds, and the server's abilities. */
interface Tested {
  readonly milliseconds: number;
  readonly letters: boolean;
  readonly thinking: boolean;
}

/**
 * Asks for letters first; a server that refuses log-probabilities may still give JSON.
 * @throws ServerFailure
 */
async function askTestQuestion(trial: Trial): Promise<Tested> {
  const { environment } = trial.connection;
  const begun = environment.now();
  const answer = await askTestQuestionPatiently(trial, 'letter').catch(error => {
    if (isConclusiveFailure(error)) throw error;
    return askTestQuestionPatiently(trial, 'json').then(() => null);
  });
  const milliseconds = answer?.evidence?.milliseconds ?? environment.now() - begun;
  return { milliseconds, letters: answer?.kind === 'weighed', thinking: isThinkingOnlyAnswer(answer) };
}

/** True if another form would not help: no connection, no permission, no model. */
const isConclusiveFailure = (error: unknown): boolean =>
  !(error instanceof ServerFailure) ||
  error.kind !== 'status' ||
  [401, 403, 404, 429, 503].includes(error.status ?? 0);

const isThinkingOnlyAnswer = (answer: Answer | null): boolean =>
  answer?.kind === 'unusable' && answer.reason === 'only thinking, no answer';

function askTestQuestionPatiently(trial: Trial, form: 'letter' | 'json'): Promise<Answer> {
  const { connection, server, signal } = trial;
  const speaker = createHttpSpeaker(connection, server.model);
  const attempt = createAnswerAttempt(
    speaker,
    connection.environment,
    createRequestMapper({ form, texts: false, temperature: 0 }),
  );
  const put = () => attempt({ question: QUESTION, signal, dispatched: () => {} }, server.url);
  return retryWhileServerBusy(put, connection.environment, TRIES, trial);
}

/** Milliseconds before the second try; the pause doubles. */
const PAUSE = 400;
const MAX_PAUSE_MS = 8_000;

/** True if a server answers that it has no time now, or not yet. */
const isServerBusy = ({ kind, status }: ServerFailure): boolean =>
  kind === 'status' && (status === 429 || status === 503);

/**
 * Repeats transient failures: a few times for a failing server; for a busy one at the time that it asks for, as long as
 * there is time.
 * @throws ServerFailure the last one
 */
async function retryWhileServerBusy<Result>(
  work: () => Promise<Result>,
  environment: Pick<Environment, 'now' | 'wait'>,
  most: number,
  { signal, until }: { readonly signal: AbortSignal; readonly until: number },
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServerFailure) || !isTransientFailure(error)) throw error;
      if (!isServerBusy(error) && tries >= most) throw error;
      const pause = error.retryAfter ?? Math.min(MAX_PAUSE_MS, PAUSE * 2 ** (tries - 1));
      if (environment.now() + pause >= until) throw error;
      await environment.wait(pause, signal);
    }
  }
}

/** Connection to servers of one dialect. */
interface HttpConnection {
  readonly backend: Backend;
  readonly environment: Environment;
  /** The server at a base URL, with the present key. */
  server(url: string): Server;
}

/** A model behind servers that speak one dialect. What a server refuses by name, it is not sent again. */
export function createHttpSpeaker({ backend, environment, server }: HttpConnection, model: string): Speaker {
  const refused = new Map<string, Set<string>>();
  return {
    source: backend.source,
    model,
    refused: () => [...new Set([...refused.values()].flatMap(names => [...names]))].sort(),
    async say({ wanted, url, signal }) {
      const to = server(url);
      const names = refused.get(url) ?? new Set();
      refused.set(url, names);
      for (;;) {
        const sent = new Set(names);
        const body = backend.request(to.model, wanted, sent);
        try {
          const { text } = await sendHttpRequest(environment, {
            server: to,
            path: backend.answerPath,
            body,
            signal,
          });
          const utterance = backend.read(text);
          return {
            utterance: { ...utterance, text: utterance.text && maskServerKey(utterance.text, to) },
            reply: text,
          };
        } catch (error) {
          const name = error instanceof ServerFailure ? backend.refusedBy(error) : null;
          if (name === null || sent.has(name)) throw error;
          names.add(name);
        }
      }
    },
  };
}
