import { createLoadErrorHandler } from '../../engine/core/errors.ts';
import type { LateCommands } from '../contract/pageCommands.ts';
import { UNREAD } from '../state/savedRow.ts';

/** Name of the loaded part in messages. */
const WANTED = 'what you asked for';

interface OrderedCommands {
  readonly commands: LateCommands;
  /** Gives a command that needs no loading after those that were given before and are still being loaded. */
  inTurn(command: () => Promise<void>): Promise<void>;
}

/**
 * Commands that are loaded with the first of them. If they cannot be loaded the page says so, and stays as it is; a
 * later one tries again.
 * @param fail shows the error, and offers to repeat the command
 * @param retract removes shown errors, by their beginning
 */
export function createLazyCommands(
  fail: (error: unknown, again?: () => void) => void,
  retract: (beginning: string) => void,
  load: () => Promise<LateCommands>,
): OrderedCommands {
  let loading: Promise<LateCommands> | null = null;
  /** Commands that wait for their code. */
  let waiting = 0;
  const loaded = () => {
    loading ??= load().then(
      commands => {
        retract(WANTED);
        return commands;
      },
      error => {
        loading = null;
        return createLoadErrorHandler(WANTED)(error);
      },
    );
    return loading;
  };
  /** For commands that do not reject. */
  const safely = <Result>(
    otherwise: Result,
    command: (commands: LateCommands) => Promise<Result>,
    again?: () => void,
  ): Promise<Result> => {
    waiting++;
    const isHere = loaded().finally(() => waiting--);
    return isHere.then(command, error => {
      fail(error, again);
      return otherwise;
    });
  };
  const repeatable =
    <Result>(otherwise: Result) =>
    (name: Name, given: CommandArguments): Promise<Result> => {
      const give = (): Promise<Result> =>
        safely(otherwise, commands => callLateCommand(commands, name, given), give);
      return give();
    };
  const report = createNamedCommands(REPORTING_COMMANDS, repeatable(undefined));
  const whether = createNamedCommands(WHETHER, repeatable(false));
  const asked = createNamedCommands(REJECTING_COMMANDS, async (name, given) =>
    callLateCommand(await loaded(), name, given),
  );
  const commands: LateCommands = {
    ...report,
    ...whether,
    ...asked,
    listKept: () => safely(UNREAD, commands => commands.listKept()),
    addPause: text => safely<string | null>(null, commands => commands.addPause(text)),
    async openLeft(left, otherwise) {
      const commands = await safely<LateCommands | null>(null, async all => all);
      await (commands === null ? otherwise() : commands.openLeft(left, otherwise));
    },
  };
  return {
    commands,
    async inTurn(command) {
      if (waiting > 0) {
        await loading?.catch(() => undefined);
        // Earlier commands have begun once all ready tasks have run.
        await new Promise(resolve => setTimeout(resolve));
      }
      await command();
    },
  };
}

type Name = keyof LateCommands;

/** Commands that show what went wrong. */
const REPORTING_COMMANDS = [
  ...([
    'openModel',
    'reset',
    'newSeed',
    'undo',
    'redo',
    'branch',
    'fork',
    'lengthen',
    'swapPair',
    'leavePair',
  ] as const),
  'playTo',
  ...([
    'showRegion',
    'measureBy',
    'tellReady',
    'setPause',
    'backToMet',
    'openOwn',
    'openFiles',
    'chooseReading',
    'openRecording',
  ] as const),
  ...(['verify', 'goOn', 'measureOrder', 'measureArchetypes', 'lookAtModels', 'cancelModel'] as const),
  ...(['removeModel', 'removeAllModels', 'forgetModel', 'openModelFile', 'reach', 'release'] as const),
  ...([
    'readyWorlds',
    'playWorlds',
    'goOnWorlds',
    'stopWorlds',
    'leaveWorlds',
    'openWorld',
    'openAsked',
  ] as const),
  ...(['amendKept', 'forgetKept', 'saveKept', 'takeKept'] as const),
] as const satisfies readonly Name[];
/** The same; they say whether they succeeded. */
const WHETHER = ['compare', 'compareFile', 'loadModel', 'openKept'] as const satisfies readonly Name[];
/** Commands that reject. */
const REJECTING_COMMANDS = [
  'testConnection',
  'setLimits',
  'estimate',
  'agentValues',
  'dryRun',
  'trialPrompt',
  'askOnce',
] as const satisfies readonly Name[];

type CommandArguments = readonly unknown[];

const callLateCommand = (commands: LateCommands, name: Name, given: CommandArguments): Promise<never> =>
  (commands[name] as (...all: CommandArguments) => Promise<never>)(...given);

function createNamedCommands<Names extends readonly Name[]>(
  names: Names,
  call: (name: Name, given: CommandArguments) => unknown,
) {
  const commands = names.map(name => [name, (...given: CommandArguments) => call(name, given)]);
  return Object.fromEntries(commands) as Pick<LateCommands, Names[number]>;
}
