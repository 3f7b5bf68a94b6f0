import { sha256OfText } from '#sha256';
import type { GuardPolicy } from './guardPolicy.ts';

/** Hexadecimal digits of the draw, and their number of values. */
const DIGITS = 8;
const HASH_VALUES = 0x1_0000_0000;

/**
 * True if the guard acts in a session: a draw by the policy's name and the session's id, the same on every machine.
 * Sessions are the units of the experiment, so a session is never half guarded.
 */
export const drawGuardArm = ({ name, act }: Pick<GuardPolicy, 'name' | 'act'>, session: string): boolean =>
  Number.parseInt(sha256OfText(`${name}\n${session}`).slice(0, DIGITS), 16) / HASH_VALUES < act;
