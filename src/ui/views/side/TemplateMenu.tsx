import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { usePageStore } from '../../hooks/hooks.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import styles from './Side.module.css';
import { type TextTemplate, useSideText } from './sideText.ts';

const FILE_PLUS =
  'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v4a2 2 0 0 0 2 2h4M9 15h6M12 18v-6';

interface Props {
  readonly onChoose: (name: string, text: string) => void;
}

/** A menu of texts to begin with. */
export function TemplateMenu({ onChoose }: Props) {
  const store = usePageStore();
  const { templates } = useSideText();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) menu.current?.querySelector('button')?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = ({ name, text }: TextTemplate) => {
    close();
    void runWithRetry(store, async () => onChoose(name, await text()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = items.findIndex(item => item.matches(':focus'));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (next !== undefined) items.at(next % items.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.menuPlace}>
      <button
        ref={button}
        type="button"
        className={styles.icon}
        aria-label="New from a template"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title="new from a template"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon outline={FILE_PLUS} size={14} />
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          role="menu"
          aria-label="Templates"
          className={styles.menu}
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget, relatedTarget }) => {
            // The button closes it by itself.
            if (!currentTarget.contains(relatedTarget) && relatedTarget !== button.current) setOpen(false);
          }}
        >
          {templates.map(template => (
            <button
              key={template.name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => choose(template)}
            >
              {template.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
