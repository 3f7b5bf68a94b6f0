import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = '@scion-scxml/test-framework';
const VERSION = '2.0.16';
const SHA512 = '5rRd5CdFLUzmPaO43NSamBmhq6uW/0kUmUneEnqRSbAj0FiFVAINd1DfadUkdECT+xHLARCJZU7meQD4nqYyKw==';
const HOME = join(import.meta.dirname, '../../../node_modules/.scxml');

/**
 * Folder of the SCXML documents of the framework (Apache-2.0), fetched once from the package registry: as a dependency it
 * would bring a hundred packages that nobody needs.
 */
export function documents(): string {
  const folder = join(HOME, `test-framework-${VERSION}`);
  if (!existsSync(folder)) fetch(folder);
  return join(folder, 'package', 'test');
}

function fetch(folder: string): void {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    execFileSync('npm', ['pack', `${NAME}@${VERSION}`, '--silent', '--pack-destination', part], {
      stdio: 'pipe',
    });
    const archive = join(part, `scion-scxml-test-framework-${VERSION}.tgz`);
    const sum = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (sum !== SHA512) throw new Error(`${NAME}@${VERSION} is not the archive that is known`);
    execFileSync('tar', ['xzf', archive, '-C', part]);
    renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
