import { useState } from 'react';
import { formatPostId } from '../../../../engine/core/indices.ts';
import { createLazyView } from '../../../controls/createLazyView.tsx';
import styles from '../../../views/inspector/InspectorParts.module.css';

const WhyDialog = createLazyView<{ about: { id: string }; title: string; onClose: () => void }>(
  async () => (await import('../../../views/inspector/WhyDialog.tsx')).WhyDialog,
);

/** Leads to how a post came to be, back to the first one. */
export function WhyPost({ post }: { readonly post: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        title="who passed what on, what each had seen, and the draw that chose it, back to the first post"
        onClick={() => setOpen(true)}
      >
        how it came to this post
      </button>
      {open && (
        <WhyDialog
          about={{ id: formatPostId(post) }}
          title="How it came to this post"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
