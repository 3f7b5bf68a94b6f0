import { InputError } from '../../core/errors.ts';
import type { TraceSink } from '../traceReading.ts';
import { concatBytes } from './decoded.ts';
import { applyWriteAheadLog, isWriteAheadLog } from './sqlite.ts';
import type { ByteReader } from './unpack.ts';

/** Bytes of a database, or of its log, that are read. */
const LONGEST_DATABASE = 500 * 1024 * 1024;

/** Reads what a database holds. @throws InputError for one that cannot be read */
type DatabaseReading = (bytes: Uint8Array, file: string) => void;

/** Keeps the databases among the files, and their write-ahead logs, until all files are there. */
export class Databases {
  private readonly files = new Map<string, Uint8Array>();

  constructor(private readonly sink: Pick<TraceSink, 'skip'> & { took(file: string): void }) {}

  get isEmpty(): boolean {
    return this.files.size === 0;
  }

  open(file: string): ByteReader {
    const kept: Uint8Array[] = [];
    let length = 0;
    return {
      write: bytes => {
        length += bytes.length;
        if (length > LONGEST_DATABASE) kept.length = 0;
        else kept.push(bytes.slice());
      },
      end: () => {
        if (length <= LONGEST_DATABASE) this.files.set(file, concatBytes(...kept));
        else
          this.sink.skip(
            { file, line: null },
            `a database of more than ${LONGEST_DATABASE / 1024 / 1024} MB`,
          );
      },
    };
  }

  /** Hands each database on, with what its log adds to it. */
  read(reading: DatabaseReading): void {
    for (const [file, bytes] of this.files) {
      const isLog = isWriteAheadLog(bytes);
      if (isLog && file.endsWith('-wal') && this.files.has(file.slice(0, -4))) {
        this.sink.took(file);
        continue;
      }
      try {
        if (isLog) throw new InputError(LONE_LOG);
        reading(applyWriteAheadLog(bytes, this.files.get(`${file}-wal`)), file);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        this.sink.skip({ file, line: null }, error.message);
      }
    }
  }

  /** Says of each that it is not read. */
  skip(reason: string): void {
    for (const file of this.files.keys()) this.sink.skip({ file, line: null }, reason);
  }
}

const LONE_LOG =
  'the write-ahead log of an SQLite database, which has to be opened together with the database, "….db"';
