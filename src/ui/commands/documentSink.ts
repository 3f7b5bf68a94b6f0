import { downloadFile } from '../controls/downloadFile.ts';

/** Where a document goes as it is written. */
export interface DocumentSink {
  write(bytes: Uint8Array): Promise<void>;
  /** The document is whole. @param name for a file that has none yet */
  close(name: string): Promise<void>;
  /** It is not wanted any more: nothing is left of it. */
  discard(): Promise<void>;
}

/** As far as browsers have it that let a page write where the user says. */
interface WithPicker {
  showSaveFilePicker?(options: { readonly suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** Whether this browser writes to a file of the user's as it goes; elsewhere it keeps the parts, out of the page's memory. */
export const canWriteFiles = (): boolean => typeof (window as WithPicker).showSaveFilePicker === 'function';

/** A file of the user's choice; null where none was chosen. Asked at a press of a button. */
export async function chooseDocumentFile(name: string): Promise<DocumentSink | null> {
  const handle = await (window as WithPicker).showSaveFilePicker?.({ suggestedName: name }).catch(error => {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  });
  if (!handle) return null;
  const file = await handle.createWritable();
  return {
    write: bytes => file.write(bytes as Uint8Array<ArrayBuffer>),
    close: () => file.close(),
    discard: () => file.abort(),
  };
}

/** The browser's downloads. Each part is a blob, which the browser puts on the disk where memory is short. */
export function createDownloadSink(type: string): DocumentSink {
  let parts: Blob[] = [];
  return {
    write: async bytes => void parts.push(new Blob([bytes as Uint8Array<ArrayBuffer>])),
    close: async name => downloadFile(name, parts, type),
    discard: async () => {
      parts = [];
    },
  };
}
