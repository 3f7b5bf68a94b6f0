import { answerGuardHook } from './answerGuardHook.ts';

/** The program that an agent's settings name: `node guard-hook.mjs claude POLICY`. One process a call. */
const args = process.argv.slice(2);
const option = args.indexOf('--observe');
const [, observe] = option === -1 ? [] : args.splice(option, 2);
void answerGuardHook(args, observe);
