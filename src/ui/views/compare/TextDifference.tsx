import { diffLines } from 'diff';
import { useMemo } from 'react';
import { usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/words.ts';
import styles from './Compare.module.css';

/** Lines around a change that are shown with it. */
const AROUND = 2;

/** The lines in which the texts differ that two runs are made from. */
export function TextDifference() {
  const texts = usePage(state => state.pair?.texts ?? null);
  const lines = useMemo(
    () => (texts === null || texts.a === texts.b ? [] : diffTextLines(texts.a, texts.b)),
    [texts],
  );
  if (lines.length === 0) return null;
  const changed = lines.filter(({ sign }) => sign !== ' ').length;
  return (
    <>
      <h3>
        Text{' '}
        <span className="label">{formatNounCount(changed, 'line')} only in one of them; − in A, + in B</span>
      </h3>
      <pre className={styles.text}>
        {lines.map(({ key, sign, text }) => (
          <span key={key} data-sign={sign}>
            {`${sign} ${text}\n`}
          </span>
        ))}
      </pre>
    </>
  );
}

interface Line {
  readonly key: number;
  readonly sign: ' ' | '−' | '+' | '…';
  readonly text: string;
}

/** Changed lines with a few around them; an ellipsis stands for the rest. */
function diffTextLines(a: string, b: string): readonly Line[] {
  const all: Line[] = [];
  for (const { value, added, removed } of diffLines(a, b))
    for (const text of value.replace(/\n$/, '').split('\n'))
      all.push({ key: all.length, sign: added ? '+' : removed ? '−' : ' ', text });
  const isNear = (at: number) =>
    all.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== ' ');
  return all.flatMap((line, at) => {
    if (isNear(at)) return [line];
    return at > 0 && isNear(at - 1) ? [{ key: line.key, sign: '…' as const, text: '' }] : [];
  });
}
