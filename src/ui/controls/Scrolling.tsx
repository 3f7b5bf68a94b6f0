import type { ReactNode } from 'react';

interface Props {
  /** The element that it is. */
  readonly as?: 'pre' | 'div' | 'section' | 'figure';
  /** Name of a section. */
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What scrolls where it is long or wide, by keyboard too; a text unless it is said to be something else. */
export const Scrolling = ({ as: Element = 'pre', label, className, children }: Props) => (
  <Element tabIndex={0} aria-label={label} className={className}>
    {children}
  </Element>
);
