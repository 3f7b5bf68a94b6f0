import { type DragEvent, type ReactNode, useState } from 'react';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import styles from './DropZone.module.css';

const hasDraggedFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/**
 * Takes files dropped anywhere on the page: inputs of the model, a run document to replay, or a GGUF that can
 * decide.
 */
export function DropZone({ children }: { children: ReactNode }) {
  const commands = useCommands();
  const { takes } = usePage(getCurrentAppearance);
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Network list offers the same file by keyboard
    <div
      onDragOver={event => {
        if (!hasDraggedFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={event => event.currentTarget === event.target && setOver(false)}
      onDrop={event => {
        if (!hasDraggedFile(event)) return;
        event.preventDefault();
        setOver(false);
        void commands.openFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && (
        <div className={styles.over}>Drop {takes}, a run document to replay, or a language model (.gguf)</div>
      )}
    </div>
  );
}
