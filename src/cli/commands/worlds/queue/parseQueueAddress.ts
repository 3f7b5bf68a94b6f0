import { InputError } from '../../../../engine/core/errors.ts';
import { formatQuotedText } from '../../../../engine/core/formatQuotedText.ts';

/** Address of a queue on Redis or Valkey. */
export interface QueueAddress {
  /** Printable form without user and password. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
  /** Number of the database. */
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly isEncrypted: boolean;
}

/** A queue that is to have worlds played. */
export interface AskedQueue {
  readonly address: QueueAddress;
  /** Worlds of a batch; null for as many as take some seconds. */
  readonly size: number | null;
}

const USUAL_PORT = 6379;
/** Matches addresses that cannot contain a password. */
const PASSWORDLESS_ADDRESS = /^[\w+.-]*(:\/\/)?[\w.-]*(:\d{1,6})?(\/\d*)?$/;

/** Reads `redis://host:6379`, also with `user:password@` and `/2`, or `rediss://`. @throws InputError without the password */
export function parseQueueAddress(text: string): QueueAddress {
  const refused = new InputError(`--queue must read redis://host:6379, not ${removeUrlPassword(text)}`);
  const url = URL.canParse(text) ? new URL(text) : null;
  const db = /^\/?(\d{0,4})$/.exec(url?.pathname ?? '')?.[1];
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '') throw refused;
  if (db === undefined || url.search !== '' || url.hash !== '') throw refused;
  const port = url.port === '' ? USUAL_PORT : Number(url.port);
  return {
    shown: `${url.protocol}//${url.hostname}:${port}${db === '' ? '' : `/${db}`}`,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...{ port, db: Number(db), isEncrypted: url.protocol === 'rediss:' },
    ...(url.username !== '' && { username: decodeAddressPart(url.username, refused) }),
    ...(url.password !== '' && { password: decodeAddressPart(url.password, refused) }),
  };
}

function decodeAddressPart(part: string, refused: InputError): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused;
  }
}

function removeUrlPassword(text: string): string {
  if (PASSWORDLESS_ADDRESS.test(text)) return text === '' ? 'an empty text' : formatQuotedText(text);
  const [plain] = text.split(/[?#]/);
  return plain.includes('@') ? `…${formatQuotedText(plain.slice(plain.lastIndexOf('@')))}` : 'what was given';
}
