import { readFileSync } from 'node:fs';
import type { Task } from '../../../../../src/engine/models/librarian/task/librarianTask.ts';
import { readTaskSource } from '../../../../../src/engine/models/librarian/task/readTaskSource.ts';

/** A bundled text, as it is read. */
export const taskOf = (name: string): Task =>
  readTaskSource(
    `${name}.md`,
    readFileSync(new URL(`../../../../../public/tasks/${name}.md`, import.meta.url)),
  );
