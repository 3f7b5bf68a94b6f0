import { usePage, usePageStore } from '../../hooks/hooks.ts';
import styles from './Headline.module.css';

/** The question of the scenario that was opened, with the ways back to it and to its sheet, until it is dismissed. */
export function LessonNote() {
  const store = usePageStore();
  const lesson = usePage(state => state.lesson);
  const model = usePage(({ run }) => run?.setup.model);
  // A run of another model is not what it asks about.
  if (lesson === null || lesson.model !== model) return null;
  const { arrange } = store.getState();
  return (
    <aside className={`label ${styles.lesson}`} aria-label="Question of the scenario">
      <button
        type="button"
        className={styles.back}
        title="the scenario among all of them"
        onClick={() => arrange({ scenarios: '' })}
      >
        {lesson.question}
      </button>{' '}
      <button type="button" className={styles.back} onClick={() => arrange({ scenarios: lesson.id })}>
        Sheet
      </button>{' '}
      <button
        type="button"
        aria-label="Dismiss the question"
        title="dismiss the question"
        onClick={() => arrange({ lesson: null })}
      >
        ×
      </button>
    </aside>
  );
}
