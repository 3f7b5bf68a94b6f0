import { type DragEvent, type ReactNode, useState } from 'react';
import { useLink } from '../hooks.ts';
import styles from './DropZone.module.css';

const hasFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** An edge list dropped anywhere on the page becomes the network; a run document is replayed; a GGUF is a model that can decide. */
export function DropZone({ children }: { children: ReactNode }) {
  const link = useLink();
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Network list offers the same file by keyboard
    <div
      onDragOver={event => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={event => event.currentTarget === event.target && setOver(false)}
      onDrop={event => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) void link.openDropped(file);
      }}
    >
      {children}
      {over && (
        <div className={styles.over}>
          Drop an edge list (lines of source, target and, if you like, weight), a run document to replay, or a
          GGUF to decide
        </div>
      )}
    </div>
  );
}
