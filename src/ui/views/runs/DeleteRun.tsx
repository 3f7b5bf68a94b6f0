import { useState } from 'react';
import { useLink } from '../../hooks/hooks.ts';

/** Deletes a kept run, pressed twice. */
export function DeleteRun({ id }: { readonly id: string }) {
  const link = useLink();
  const [isSure, setSure] = useState(false);
  return (
    <button
      type="button"
      onBlur={() => setSure(false)}
      onClick={() => (isSure ? void link.forgetKept(id) : setSure(true))}
    >
      {isSure ? 'Delete for good' : 'Delete'}
    </button>
  );
}
