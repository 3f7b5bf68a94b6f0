import { answerGuardHook } from './answerGuardHook.ts';

/** The program that an agent's settings name: `node guard-hook.mjs claude POLICY`. One process a call. */
answerGuardHook(process.argv.slice(2));
