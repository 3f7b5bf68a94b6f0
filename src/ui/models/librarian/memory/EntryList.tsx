import { useState } from 'react';
import type {
  EntryLine,
  MemoryDump,
  MemoryFile,
} from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import { librarianQueries } from '../../../../engine/models/librarian/reports/librarianQueries.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { downloadFile } from '../../../controls/downloadFile.ts';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { Heading } from '../../../views/bar/Heading.tsx';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import styles from '../Librarian.module.css';
import { READER_PICKED } from '../librarianPart.ts';
import { getViewedSpan } from '../librarianResources.ts';

/** Most entries listed; the others are a click away. */
const MAX_ENTRIES_SHOWN = { working: 5, storage: 5 } as const;

interface WorkingProps {
  readonly dump: MemoryDump;
  readonly hardLimit: number | null;
}

/** The agent's working memory, and its share of the limit. */
export function WorkingList({ dump, hardLimit }: WorkingProps) {
  const { working, workingTokens } = dump;
  return (
    <>
      <Heading title="working memory, newest first">
        {hardLimit === null
          ? formatNounCount(workingTokens, 'token')
          : `${formatGroupedInteger(workingTokens)} of ${formatGroupedInteger(hardLimit)}`}
      </Heading>
      {working.length === 0 && <p className="label">Nothing yet.</p>}
      <Entries lines={working.slice(0, MAX_ENTRIES_SHOWN.working)} />
      {working.length > MAX_ENTRIES_SHOWN.working && (
        <More title="Working memory" lines={working} shown={MAX_ENTRIES_SHOWN.working} />
      )}
    </>
  );
}

/** The agent's storage, and the whole memory as a file. */
export function StorageList({ dump }: { readonly dump: MemoryDump }) {
  const { storage, storageTokens } = dump;
  return (
    <>
      <Heading title={`storage, ${formatNounCount(storage.length, 'entry', 'entries')}`}>
        {formatNounCount(storageTokens, 'token')}
      </Heading>
      {storage.length === 0 && <p className="label">Nothing yet.</p>}
      <Entries lines={storage.slice(0, MAX_ENTRIES_SHOWN.storage)} />
      <div className={styles.foot}>
        {storage.length > MAX_ENTRIES_SHOWN.storage ? (
          <More title="Storage" lines={storage} shown={MAX_ENTRIES_SHOWN.storage} />
        ) : (
          <span />
        )}
        <MemoryFileButton agent={dump.agent} tick={dump.tick} />
      </div>
    </>
  );
}

interface EntriesProps {
  readonly lines: readonly EntryLine[];
  /** In a dialog there is room for how each value begins, and a choice closes it. */
  readonly onChosen?: () => void;
}

/** A press shows an entry's value. */
function Entries({ lines, onChosen }: EntriesProps) {
  const store = usePageStore();
  const shown = usePage(getViewedSpan);
  return (
    <ul className={styles.entries}>
      {lines.map(({ span, tag, tokens, start }) => (
        <li key={span}>
          <button
            type="button"
            aria-pressed={span === shown}
            title={escapeInvisibleText(start)}
            onClick={() => {
              store.getState().pick(READER_PICKED, { span });
              onChosen?.();
            }}
          >
            <span className={styles.tag}>{escapeInvisibleText(tag)}</span>
            {onChosen && <span className={styles.start}>{escapeInvisibleText(start)}</span>}
            <span className={styles.number}>{formatGroupedInteger(tokens)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface MoreProps {
  readonly title: string;
  readonly lines: readonly EntryLine[];
  readonly shown: number;
}

/** All of them, in a dialog. */
function More({ title, lines, shown }: MoreProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={inspector.link} onClick={() => setOpen(true)}>
        {formatGroupedInteger(lines.length - shown)} more
      </button>
      {open && (
        <Dialog
          title={`${title}, ${formatNounCount(lines.length, 'entry', 'entries')}`}
          onClose={() => setOpen(false)}
        >
          <div className={styles.all}>
            <Entries lines={lines} onChosen={() => setOpen(false)} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Saves an agent's memory.json as of the cycle that is shown; then shows its digest. */
function MemoryFileButton({ agent, tick }: { readonly agent: number; readonly tick: number }) {
  const commands = useCommands();
  const [saved, setSaved] = useState<(MemoryFile & { agent: number; tick: number }) | null>(null);
  const save = async () => {
    const file = await commands.ask(
      api => librarianQueries.ask(api, 'memoryFile', { agent, tick: null }),
      () => void save(),
    );
    if (!file) return;
    downloadFile(file.name, [file.text], 'application/json');
    setSaved({ ...file, agent, tick });
  };
  const isThis = saved?.agent === agent && saved.tick === tick;
  return (
    <span className={styles.foot}>
      {isThis && (
        <span className="mono" title={`SHA-256 ${saved.sha256}`}>
          {saved.sha256.slice(0, 8)}
        </span>
      )}
      <button type="button" className={inspector.link} title="Save it" onClick={() => void save()}>
        memory.json
      </button>
    </span>
  );
}
