import type { PageCommands } from '../contract/pageCommands.ts';

/** Has the user choose files of any kind, and opens each where it belongs. */
export function openPickedFiles({ openFiles }: Pick<PageCommands, 'openFiles'>): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.multiple = true;
  picker.onchange = () => void openFiles([...(picker.files ?? [])]);
  picker.click();
}
