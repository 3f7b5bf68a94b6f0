import { readFileSync } from 'node:fs';
import { InputError } from '../../../engine/core/errors.ts';
import type { GuardPolicy } from '../../../engine/guard/guardPolicy.ts';
import { readGuardPolicy } from '../../../engine/guard/readGuardPolicy.ts';

/** The policy in a file. @throws InputError that names the file and the mistake */
export function readPolicyFile(path: string): GuardPolicy {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new InputError(`${path} cannot be read; guard init --traces writes a policy`);
  }
  try {
    return readGuardPolicy(JSON.parse(text));
  } catch (error) {
    throw new InputError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
