import { useEffect, useState } from 'react';

/** Milliseconds without a key after which what was typed is meant. */
const PAUSE = 200;

/** What was typed, once nothing follows it for a moment; nothing at once. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), typed === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
