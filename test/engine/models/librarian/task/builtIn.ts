import { readFileSync } from 'node:fs';
import { readTaskSource } from '../../../../../src/engine/models/librarian/task/source.ts';
import type { Task } from '../../../../../src/engine/models/librarian/task/task.ts';

/** A bundled text, as it is read. */
export const taskOf = (name: string): Task =>
  readTaskSource(
    `${name}.md`,
    readFileSync(new URL(`../../../../../public/tasks/${name}.md`, import.meta.url)),
  );
