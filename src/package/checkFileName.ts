import { checkText } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';

/** @throws InputError for anything but a file's name: its content, where arguments were swapped */
export function checkFileName(name: string, place: string): void {
  checkText(name, place, 'first: the name of its file');
  if (name.includes('\n') || name.length > 1_000)
    throw new InputError(
      `${place} takes the name of its file first and the content after it; the first is a text of ${name.split('\n').length} lines`,
    );
}
