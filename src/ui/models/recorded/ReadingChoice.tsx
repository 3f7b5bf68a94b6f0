import { useState } from 'react';
import type { ColumnRole } from '../../../engine/files/columnRoles.ts';
import type { FoundRoles } from '../../../engine/traces/traceReading.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatNounCount } from '../../lib/formatCounts.ts';
import { Select } from '../../views/bar/Select.tsx';
import styles from './Recorded.module.css';
import { getRecordedPart } from './recordedPart.ts';

/** Columns that are chosen here, and what they are called. */
const CHOSEN_COLUMN_ROLES: readonly (readonly [role: ColumnRole, label: string])[] = [
  ['case', 'Case'],
  ['activity', 'Activity'],
  ['time', 'Time'],
];
const NO_COLUMN = 'none';

/** Column roles of an event log, which the user can change; empty for other traces. */
export function ReadingChoice({ onClose }: { readonly onClose: () => void }) {
  const found = usePage(state => getRecordedPart(state).reading?.roles ?? null);
  if (found === null) return null;
  return found.kind === 'columns' ? (
    <Columns found={found} onClose={onClose} />
  ) : (
    <Objects found={found} onClose={onClose} />
  );
}

/** Reads the traces again, as is said; null: as they come. */
function useReading(onClose: () => void) {
  const commands = useCommands();
  return (reading: object | null) => {
    onClose();
    const file = new File([JSON.stringify(reading)], 'reading.json');
    void commands.openOwn('reading', reading === null ? null : [file]);
  };
}

interface ColumnsProps {
  readonly found: FoundRoles & { readonly kind: 'columns' };
  readonly onClose: () => void;
}

function Columns({ found: { names, roles }, onClose }: ColumnsProps) {
  const read = useReading(onClose);
  const [chosen, choose] = useState<Readonly<Partial<Record<ColumnRole, string | null>>>>({});
  const now = (role: ColumnRole) => (chosen[role] === undefined ? (roles[role] ?? null) : chosen[role]);
  const numberOf = (name: string | null) => (name === null ? NO_COLUMN : String(names.indexOf(name)));
  return (
    <section className={styles.reading} aria-label="Columns">
      {CHOSEN_COLUMN_ROLES.map(([role, label]) => (
        <div key={role} className={styles.mapping}>
          <span>{label}</span>
          <Select
            label={`Column of the ${label.toLowerCase()}`}
            value={numberOf(now(role))}
            choices={[
              ...(role === 'time'
                ? [{ value: NO_COLUMN, label: 'none', title: 'each event keeps its place' }]
                : []),
              ...names.map((name, at) => ({
                value: String(at),
                label: escapeInvisibleText(name),
                title: '',
              })),
            ]}
            onChoose={value =>
              choose({ ...chosen, [role]: value === NO_COLUMN ? null : names[Number(value)] })
            }
          />
        </div>
      ))}
      <Buttons
        isChanged={CHOSEN_COLUMN_ROLES.some(([role]) => now(role) !== (roles[role] ?? null))}
        onRead={() =>
          read({ columns: Object.fromEntries(CHOSEN_COLUMN_ROLES.map(([role]) => [role, now(role)])) })
        }
        onUsual={() => read(null)}
      />
    </section>
  );
}

interface ObjectsProps {
  readonly found: FoundRoles & { readonly kind: 'objects' };
  readonly onClose: () => void;
}

function Objects({ found: { types, chosen }, onClose }: ObjectsProps) {
  const read = useReading(onClose);
  const [type, choose] = useState(chosen);
  return (
    <section className={styles.reading} aria-label="Objects">
      <div className={styles.mapping}>
        <span>A case is</span>
        <Select
          label="Type of object that is a case"
          value={type}
          choices={types
            .filter(({ events }) => events > 0)
            .map(({ name, events }) => ({
              value: name,
              label: `${escapeInvisibleText(name)}, ${formatNounCount(events, 'event')}`,
              title: '',
            }))}
          onChoose={choose}
        />
      </div>
      <Buttons
        isChanged={type !== chosen}
        onRead={() => read({ object_type: type })}
        onUsual={() => read(null)}
      />
    </section>
  );
}

interface ButtonsProps {
  readonly isChanged: boolean;
  readonly onRead: () => void;
  readonly onUsual: () => void;
}

function Buttons({ isChanged, onRead, onUsual }: ButtonsProps) {
  const isOwn = usePage(({ run }) => run?.setup.own?.includes('reading') ?? false);
  return (
    <p>
      <button type="button" className={styles.tune} disabled={!isChanged} onClick={onRead}>
        Read the traces again
      </button>{' '}
      {isOwn && (
        <button type="button" className={styles.tune} onClick={onUsual}>
          Default reading
        </button>
      )}
    </p>
  );
}
