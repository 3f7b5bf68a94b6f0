import { checkOptions, describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import { DIRECTIONS, REPEAT_RULES } from '../engine/network/reading/readingChoices.ts';
import {
  type NetworkReading,
  type NetworkReadingChoices,
  readNetwork as read,
} from '../engine/network/reading/readNetwork.ts';
import { checkFileName } from './checkFileName.ts';

/**
 * Reads a network in any of the supported formats. If all ids are whole numbers the nodes are in ascending order;
 * otherwise ids are names, in code unit order. Neither the order of the edges nor the file's name changes the hash.
 * @param name of the file, for messages
 * @param content bytes of the file, or text that is already decoded, at most 50 MB
 * @throws InputError that names the file, the place and the value
 */
export function readNetwork(
  name: string,
  content: Uint8Array | string,
  choices: NetworkReadingChoices = {},
): NetworkReading {
  checkFileName(name, 'readNetwork');
  checkOptions(choices, 'readNetwork', ['direction', 'repeats', 'groups', 'keepsZeros']);
  checkChoice('direction', choices.direction, DIRECTIONS);
  checkChoice('repeats', choices.repeats, REPEAT_RULES);
  return read(name, content, choices);
}

function checkChoice(option: string, value: unknown, values: readonly string[]): void {
  if (value === undefined || values.includes(String(value))) return;
  throw new InputError(
    `${option} of readNetwork is ${describeValue(value)}; it is ${values.map(one => `"${one}"`).join(', ')}`,
  );
}
